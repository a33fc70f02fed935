internal import StrataSQLite
internal import StrataSchema
internal import Synchronization

/// Hands out the keys of an entity's new objects, so that a key is known before its row is written
/// and is never given twice, also not by another process.
///
/// A stretch of keys is claimed in the store at a time, the first ones of all entities in one
/// transaction; stretches grow while they are used up.
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
  // Large enough for most programs to claim once; what is left is given back.
  private static let firstSize: Int64 = 1024
  private static let largest: Int64 = 8192
  /// The keys that are claimed when a store is made.
  static let first = 1..<1 + firstSize
  /// The keys that are handed out. What other programs write above them is in nobody's way.
  static let all: ClosedRange<Int64> = 1...Int64.max / 2
  /// The number after the last of them.
  static let end = all.upperBound + 1

  init(entity: String, store: Store) {
    self.entity = entity
    self.store = store
  }

  /// Takes the next key, claiming a further stretch in the store where none is left.
  ///
  /// - Throws: `StorageError` when a further stretch can't be claimed, which is also so inside a
  ///   save.
  package func next() throws -> Int64 {
    if let key = nextClaimed() { return key }
    guard let store else { throw StorageError.noKeyLeft(entity: entity) }
    // Whoever saves holds the writer and may take keys. So the writer comes first here too, and
    // nobody waits for it who keeps others from the stretch.
    return try store.withWriter { _ in
      // Another thread may have claimed while this one waited.
      if let key = nextClaimed() { return key }
      return try store.claimKey(for: self)
    }
  }

  /// Takes the next key of the stretch that is claimed; nil where none is left. Never waits.
  package func nextClaimed() -> Int64? { stretch.withLock { $0.take() } }

  /// How many keys the next stretch has, and whether it is the first.
  var claim: (size: Int64, isFirst: Bool) { stretch.withLock { ($0.size, $0.isFirst) } }

  /// Takes on keys that were claimed.
  func add(_ keys: Range<Int64>) {
    stretch.withLock {
      $0 = Stretch(
        next: keys.lowerBound, end: keys.upperBound, size: min($0.size * 8, Self.largest),
        isFirst: false)
    }
  }

  /// Drops what is left of the stretch, in which somebody else has written.
  func giveUp() { stretch.withLock { $0.next = $0.end } }

  /// Gives back what is left of the stretch.
  func drain() -> (entity: String, next: Int64, end: Int64)? {
    stretch.withLock { stretch in
      guard stretch.next < stretch.end else { return nil }
      defer { stretch.next = stretch.end }
      return (entity, stretch.next, stretch.end)
    }
  }
}
