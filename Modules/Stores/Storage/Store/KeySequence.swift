internal import StrataSQLite
internal import StrataSchema
internal import Synchronization

/// The generator of the keys of an entity's new objects. No process gets a key twice.
///
/// It claims a range of keys in the store at a time, so that a key is known before its row exists. The
/// first ranges of all entities share a transaction. Ranges grow with their use.
package final class KeySequence: Sendable {
  private struct Stretch {
    var next: Int64 = 1
    var end: Int64 = 1
    var size: Int64 = firstSize
    var isFirst = true

    mutating func take() -> Int64? {
      guard next < end else { return nil }
      next += 1
      return next - 1
    }
  }

  let entity: String
  private let stretch = Mutex(Stretch())
  // The store owns its sequences.
  private weak let store: Store?
  // Large enough for most programs to claim once. The sequence returns unused keys.
  private static let firstSize: Int64 = 1024
  private static let largest: Int64 = 8192
  /// The range that a new store claims.
  static let first = 1..<1 + firstSize
  /// The number after the last key.
  static let end = EntityTable.keys.upperBound + 1

  init(entity: String, store: Store) {
    self.entity = entity
    self.store = store
  }

  /// Takes the next key, and claims another range in the store if the current one is used up.
  ///
  /// - Throws: `StorageError` if no range can be claimed, as inside a save.
  package func next() throws -> Int64 {
    if let key = nextClaimed() { return key }
    guard let store else { throw StorageError.noKeyLeft(entity: entity) }
    // A save holds the writer and may take keys. So take the writer first here too: a thread that held
    // the range and waited for the writer would block that save.
    return try store.withWriter { _ in
      // Another thread may have claimed while this one waited.
      if let key = nextClaimed() { return key }
      return try store.claimKey(for: self)
    }
  }

  /// Takes the next key of the claimed range, or nil if it is used up. Never waits.
  package func nextClaimed() -> Int64? { stretch.withLock { $0.take() } }

  /// The size of the next range, and whether it is the first.
  var claim: (size: Int64, isFirst: Bool) { stretch.withLock { ($0.size, $0.isFirst) } }

  /// Adds claimed keys.
  func add(_ keys: Range<Int64>) {
    stretch.withLock {
      $0 = Stretch(
        next: keys.lowerBound, end: keys.upperBound, size: min($0.size * 8, Self.largest),
        isFirst: false)
    }
  }

  /// Drops the rest of the range, since another program has written rows with its keys.
  func giveUp() { stretch.withLock { $0.next = $0.end } }

  /// Returns the rest of the range.
  func drain() -> (entity: String, next: Int64, end: Int64)? {
    stretch.withLock { stretch in
      guard stretch.next < stretch.end else { return nil }
      defer { stretch.next = stretch.end }
      return (entity, stretch.next, stretch.end)
    }
  }
}
