import StrataContexts
import StrataModel

/// A set of changed objects, emptied by its reader.
final class ChangedObjects {
  private var identifiers: Set<ObjectIdentifier> = []

  func insert(_ object: ObjectIdentifier) { identifiers.insert(object) }

  /// Returns the objects and empties the set.
  func take() -> Set<ObjectIdentifier> {
    defer { identifiers = [] }
    return identifiers
  }
}

/// Observers of the set of changed objects. Costs nothing while there are none.
struct NotedObjects {
  private struct Reader {
    weak var changed: ChangedObjects?
  }

  private var readers: [Reader] = []
  private var listeners = Listeners()
  private var entities: Set<EntityIndex> = []
  private var hasNews = false

  /// True if there are observers. Those released since the last notification still count.
  var isWanted: Bool { !readers.isEmpty }

  /// Adds an observer of changed objects of some entities, until it releases `changed`.
  mutating func add(
    _ changed: ChangedObjects, of entities: [EntityIndex]
  ) -> AsyncStream<Void> {
    self.entities = Set(entities)
    readers.append(Reader(changed: changed))
    return listeners.add()
  }

  /// Records a changed object. Returns true if an observer is interested in its entity.
  mutating func hear(of change: GraphChange) -> Bool {
    switch change {
    case .property(let object, let entity, _), .values(let object, let entity, _):
      guard entities.contains(entity) else { return false }
      for reader in readers { reader.changed?.insert(object) }
      hasNews = true
      return true
    default: return false
    }
  }

  /// Notifies observers of new results.
  mutating func notify() {
    hasNews = false
    readers.removeAll { $0.changed == nil }
    listeners.notify()
  }

  /// Notifies observers of changed objects, unless they have been notified already.
  mutating func notifyOfObjects() { if hasNews { notify() } }
}
