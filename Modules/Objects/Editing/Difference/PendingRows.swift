import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

/// A pending state by object and link. Applied to the stored rows, it yields what a graph shows.
struct PendingRows {
  enum Row {
    case inserted(PendingState.Entry)
    case changed(PendingState.Entry)
    case deleted(PendingState.Entry)

    var entry: PendingState.Entry {
      switch self {
      case .inserted(let entry), .changed(let entry), .deleted(let entry): entry
      }
    }
  }

  private(set) var rows: [ObjectGraph.ObjectKey: Row] = [:]
  /// The pending changes of each link, in order.
  private(set) var links: [LinkKey: [ObjectGraph.LinkChange]] = [:]
  /// By object, the one-to-one relationships that unsaved changes of the other end set.
  private var partners: [ObjectGraph.ObjectKey: [PropertyIndex: Int64]] = [:]

  init(_ state: PendingState?, in graph: ObjectGraph, _ layouts: RowLayouts) {
    guard let state else { return }
    for entry in state.changed { rows[graph.objectKey(of: entry)] = .changed(entry) }
    for entry in state.inserted { rows[graph.objectKey(of: entry)] = .inserted(entry) }
    for entry in state.deleted { rows[graph.objectKey(of: entry)] = .deleted(entry) }
    for (change, keys) in zip(state.linkChanges, state.linkKeys) {
      guard let key = graph.linkKey(change.table, keys.owner, keys.member) else { continue }
      links[key, default: []].append(change)
    }
    // What was changed may have been deleted since, and a deleted object is nobody's partner.
    for entry in state.changed + state.inserted where !isDeleted(graph.objectKey(of: entry)) {
      let layout = layouts[graph.entity(of: entry.model)]
      guard !layout.pairs.isEmpty else { continue }
      let nothing = [ColumnValue](repeating: .null, count: layout.columns.count)
      let values = layout.values(nothing, with: entry)
      for link in layout.pairs {
        guard let inverse = link.relationship.inverse, let partner = link.object(in: values)
        else { continue }
        partners[partner, default: [:]][inverse] = entry.key
      }
    }
  }

  func isInserted(_ key: ObjectGraph.ObjectKey) -> Bool {
    if case .inserted = rows[key] { true } else { false }
  }

  func isDeleted(_ key: ObjectGraph.ObjectKey) -> Bool {
    if case .deleted = rows[key] { true } else { false }
  }

  /// True if an object exists: it is new, or stored and not deleted. Read its presence first.
  func isThere(_ key: ObjectGraph.ObjectKey, over stored: StoredContent) -> Bool {
    isInserted(key) || (!isDeleted(key) && stored.isStored(key))
  }

  /// An object's row as the graph shows it, with explicit positions, or nil if the object doesn't
  /// exist.
  func values(_ key: ObjectGraph.ObjectKey, over stored: StoredContent, _ entity: EntityIndex)
    -> [ColumnValue]?
  {
    let layout = stored.layouts[entity]
    switch rows[key] {
    case .deleted: return nil
    case .inserted(let entry): return layout.placed(entry.values, key: key.key)
    case .changed(let entry):
      return stored.rows[key].map {
        layout.placed(layout.values(paired($0, of: key, layout), with: entry), key: key.key)
      }
    case nil:
      return stored.rows[key].map { layout.placed(paired($0, of: key, layout), key: key.key) }
    }
  }

  /// An object's stored values, with the one-to-one relationships as unsaved changes of their other
  /// ends have them: other contexts may have saved the object since these were made.
  private func paired(
    _ row: [ColumnValue], of key: ObjectGraph.ObjectKey, _ layout: RowLayout
  ) -> [ColumnValue] {
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
  func state(_ key: LinkKey, over stored: StoredContent) -> LinkState {
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
