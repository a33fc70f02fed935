internal import StrataSchema
internal import Synchronization

/// Hands out the keys of new objects, so that a key is known before its row is written and is never
/// given twice, also not by another process.
///
/// A stretch of keys is claimed in the store at a time; stretches grow while they are used up.
final class KeySequence: Sendable {
  private struct Stretch {
    var next: Int64 = 1
    var end: Int64 = 1
    var size: Int64 = 32
  }

  private let stretches: Mutex<[String: Stretch]> = Mutex([:])
  private static let largest: Int64 = 8192

  /// Takes the next key, claiming a further stretch through `claim` where none is left.
  func next(
    for entity: String, claim: (_ count: Int64) throws -> Int64
  ) throws -> Int64 {
    try stretches.withLock { stretches in
      var stretch = stretches[entity] ?? Stretch()
      if stretch.next == stretch.end {
        stretch.next = try claim(stretch.size)
        stretch.end = stretch.next + stretch.size
        stretch.size = min(stretch.size * 4, Self.largest)
      }
      defer { stretches[entity] = stretch }
      stretch.next += 1
      return stretch.next - 1
    }
  }

  /// Gives up what is left of all stretches.
  func drain() -> [(entity: String, next: Int64, end: Int64)] {
    stretches.withLock { stretches in
      let left = stretches.filter { $0.value.next < $0.value.end }
      stretches.removeAll()
      return left.map { ($0.key, $0.value.next, $0.value.end) }
    }
  }
}
