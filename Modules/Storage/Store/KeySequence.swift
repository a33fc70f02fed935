internal import StrataSchema
internal import Synchronization

/// Hands out the keys of an entity's new objects, so that a key is known before its row is written
/// and is never given twice, also not by another process.
///
/// A stretch of keys is claimed in the store at a time; stretches grow while they are used up.
public final class KeySequence: Sendable {
  private struct Stretch {
    var next: Int64 = 1
    var end: Int64 = 1
    var size: Int64 = 32
  }

  private let entity: String
  private let stretch = Mutex(Stretch())
  // The store owns its sequences, and is gone after them.
  private unowned let store: Store
  private static let largest: Int64 = 8192

  init(entity: String, store: Store) {
    self.entity = entity
    self.store = store
  }

  /// Takes the next key, claiming a further stretch in the store where none is left.
  ///
  /// - Throws: ``StorageError`` when a further stretch can't be claimed.
  public func next() throws -> Int64 {
    try stretch.withLock { stretch in
      if stretch.next == stretch.end {
        stretch.next = try store.claimKeys(stretch.size, for: entity)
        stretch.end = stretch.next + stretch.size
        stretch.size = min(stretch.size * 4, Self.largest)
      }
      stretch.next += 1
      return stretch.next - 1
    }
  }

  /// Gives up what is left of the stretch.
  func drain() -> (entity: String, next: Int64, end: Int64)? {
    stretch.withLock { stretch in
      guard stretch.next < stretch.end else { return nil }
      defer { stretch = Stretch() }
      return (entity, stretch.next, stretch.end)
    }
  }
}
