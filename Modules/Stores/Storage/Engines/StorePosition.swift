internal import Synchronization

/// The positions in a store's history that this program has reached, and the server's timeline that they belong to.
///
/// After a failover the new primary may lack saves that the old one has acknowledged, and may have given their numbers to
/// others.
final class StorePosition: Sendable {
  private let saved = Atomic<Int64>(0)
  private let seen = Atomic<Int64>(0)
  private let failovers = Atomic<Int>(0)
  private let timeline = Mutex<String?>(nil)

  /// The number of the last transaction that was saved through the store, 0 before the first.
  var lastSaved: Int64 { saved.load(ordering: .acquiring) }

  /// The number of the last transaction that was saved or read.
  var lastSeen: Int64 { seen.load(ordering: .acquiring) }

  /// The number of failovers.
  var failoverCount: Int { failovers.load(ordering: .acquiring) }

  func recordSaved(_ number: Int64) {
    saved.max(number, ordering: .releasing)
    recordSeen(number)
  }

  func recordSeen(_ number: Int64) { seen.max(number, ordering: .acquiringAndReleasing) }

  /// Resets the numbers and counts a failover if the server's timeline has changed.
  ///
  /// - Parameter found: The timeline of a new connection, or nil if the server doesn't report one.
  func recordTimeline(_ found: String?) {
    guard let found else { return }
    timeline.withLock { known in
      defer { known = found }
      guard let known, known != found else { return }
      saved.store(0, ordering: .releasing)
      seen.store(0, ordering: .releasing)
      failovers.add(1, ordering: .acquiringAndReleasing)
    }
  }
}
