import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

/// The objects and links that a graph shows: those of its store, with pending changes applied.
struct GraphContent {
  typealias Key = ObjectGraph.ObjectKey

  let stored: StoredContent
  /// The objects with pending changes.
  private(set) var rows: [Key: (kind: HistoryEntry.Change.Kind, entry: PendingState.Entry)] = [:]
  /// The pending changes of each link, in order.
  private(set) var links: [LinkKey: [ObjectGraph.LinkChange]] = [:]
  /// By object, the one-to-one relationships that unsaved changes of the other end set.
  private var partners: [Key: [PropertyIndex: Int64]] = [:]

  init(_ state: PendingState?, over stored: StoredContent) {
    self.stored = stored
    guard let state else { return }
    let graph = stored.graph
    for entry in state.changed { rows[graph.objectKey(of: entry)] = (.update, entry) }
    for entry in state.inserted { rows[graph.objectKey(of: entry)] = (.insert, entry) }
    for entry in state.deleted { rows[graph.objectKey(of: entry)] = (.delete, entry) }
    for (change, keys) in zip(state.linkChanges, state.linkKeys) {
      guard let key = graph.linkKey(change.table, keys.owner, keys.member) else { continue }
      links[key, default: []].append(change)
    }
    // Leaves out changed objects that were deleted since: their one-to-one relationships end.
    for entry in state.changed + state.inserted where !isDeleted(graph.objectKey(of: entry)) {
      let layout = stored.layouts[graph.entity(of: entry.model)]
      guard !layout.pairs.isEmpty else { continue }
      let values = layout.values(layout.nothing, with: entry)
      for link in layout.pairs {
        guard let inverse = link.relationship.inverse, let partner = link.object(in: values)
        else { continue }
        partners[partner, default: [:]][inverse] = entry.key
      }
    }
  }

  func isInserted(_ key: Key) -> Bool { rows[key]?.kind == .insert }

  func isDeleted(_ key: Key) -> Bool { rows[key]?.kind == .delete }

  /// True if an object exists: it is new, or stored and not deleted. Read its presence first.
  func isThere(_ key: Key) -> Bool {
    isInserted(key) || (!isDeleted(key) && stored.isStored(key))
  }

  /// An object's row with explicit positions, or nil if the object doesn't exist.
  func values(_ key: Key, _ entity: EntityIndex) -> [ColumnValue]? {
    let layout = stored.layouts[entity]
    guard let row = rows[key] else {
      return stored.rows[key].map { layout.placed(paired($0, of: key, layout), key: key.key) }
    }
    switch row.kind {
    case .delete: return nil
    case .insert: return layout.placed(row.entry.values, key: key.key)
    case .update:
      return stored.rows[key].map {
        layout.placed(layout.values(paired($0, of: key, layout), with: row.entry), key: key.key)
      }
    }
  }

  /// The values that a program sees: links without an inverse to objects that don't exist are nil.
  /// Read the presence of their targets first.
  func seen(_ values: [ColumnValue], _ layout: RowLayout) -> [ColumnValue] {
    // A past state lacks the objects of models that aren't temporal.
    stored.isPast ? values : layout.seen(values, isThere)
  }

  /// An object's stored values, with the one-to-one relationships as unsaved changes of their other
  /// ends have them: other contexts may have saved the object since these were made.
  private func paired(_ row: [ColumnValue], of key: Key, _ layout: RowLayout) -> [ColumnValue] {
    var values = row
    for link in layout.pairs {
      if let partner = partners[key]?[link.relationship.index] {
        values[link.column] = .integer(partner)
      } else if link.relationship.isOptional, let inverse = link.relationship.inverse,
        let other = link.object(in: row), rows[other]?.entry.properties.contains(inverse) == true
      {
        values[link.column] = .null
      }
    }
    return values
  }

  /// The state of a link, regardless of whether its ends exist.
  func state(_ key: LinkKey) -> LinkState {
    var state = stored.links[key].map { LinkState.present(place: $0) } ?? .absent
    for change in links[key] ?? [] {
      if !change.isLinked {
        state = .absent
      } else if !state.isPresent {
        state = .present(place: change.place)
      }
    }
    return state
  }
}

extension PendingState? {
  /// True if both states contain the same pending changes.
  func isSame(as other: PendingState?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    func isSame(_ first: [PendingState.Entry], _ second: [PendingState.Entry]) -> Bool {
      first.elementsEqual(second) { $0.isSame(as: $1) }
    }
    return isSame(self.inserted, other.inserted) && isSame(self.changed, other.changed)
      && isSame(self.deleted, other.deleted)
      && self.linkChanges.elementsEqual(other.linkChanges) {
        $0.owner === $1.owner && $0.member === $1.member && $0.isLinked == $1.isLinked
          && $0.table.name == $1.table.name
      }
  }
}

extension PendingState.Entry {
  /// True if both entries contain the same pending changes of the same object.
  func isSame(as other: Self) -> Bool {
    model === other.model && properties == other.properties && values == other.values
  }
}

extension PendingState {
  /// True if no object and no link has pending changes.
  var isEmpty: Bool {
    inserted.isEmpty && changed.isEmpty && deleted.isEmpty && linkChanges.isEmpty
  }
}
