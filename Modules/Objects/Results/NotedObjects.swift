import StrataModel
import StrataStack

/// The objects that have changed since somebody asked.
final class ChangedObjects {
  private var identifiers: Set<ObjectIdentifier> = []

  func insert(_ object: ObjectIdentifier) { identifiers.insert(object) }

  /// Gives them, and begins anew.
  func take() -> Set<ObjectIdentifier> {
    defer { identifiers = [] }
    return identifiers
  }
}

/// Who waits to be told which objects have changed. Costs nothing where nobody does.
struct NotedObjects {
  private struct Reader {
    weak var changed: ChangedObjects?
  }

  private var readers: [Reader] = []
  private var listeners = Listeners()
  private var entities: Set<EntityIndex> = []
  private var hasNews = false

  /// Whether anybody waits, but for some who went since the last news.
  var isWanted: Bool { !readers.isEmpty }

  /// Adds somebody, for as long as they keep where changed objects of some entities are noted.
  mutating func add(
    _ changed: ChangedObjects, of entities: [EntityIndex]
  ) -> AsyncStream<Void> {
    self.entities = Set(entities)
    readers.append(Reader(changed: changed))
    return listeners.add()
  }

  /// Notes an object that has changed; true where it is one that somebody waits for.
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

  /// Says that there are other results.
  mutating func tell() {
    hasNews = false
    readers.removeAll { $0.changed == nil }
    listeners.tell()
  }

  /// Says that objects have changed, unless that was said.
  mutating func tellOfObjects() { if hasNews { tell() } }
}
