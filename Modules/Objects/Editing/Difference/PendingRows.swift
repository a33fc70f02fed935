import StrataModel
import StrataSchema
import StrataStack
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

  init(_ state: PendingState?, in graph: ObjectGraph) {
    guard let state else { return }
    func key(_ entry: PendingState.Entry) -> ObjectGraph.ObjectKey {
      ObjectGraph.ObjectKey(
        entity: graph.entities[entry.model._$state.entity].root, key: entry.key)
    }
    for entry in state.changed { rows[key(entry)] = .changed(entry) }
    for entry in state.inserted { rows[key(entry)] = .inserted(entry) }
    for entry in state.deleted { rows[key(entry)] = .deleted(entry) }
    for (change, keys) in zip(state.linkChanges, state.linkKeys) {
      guard let key = graph.linkKey(change.table, keys.owner, keys.member) else { continue }
      links[key, default: []].append(change)
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
        layout.placed(layout.values($0, with: entry), key: key.key)
      }
    case nil: return stored.rows[key].map { layout.placed($0, key: key.key) }
    }
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
