internal import Synchronization

/// The places in a store's history that this program knows, and the server's line of changes that they are in.
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

  /// How often another server has taken the store's place.
  var failoverCount: Int { failovers.load(ordering: .acquiring) }

  func recordSaved(_ number: Int64) {
    saved.max(number, ordering: .releasing)
    recordSeen(number)
  }

  func recordSeen(_ number: Int64) { seen.max(number, ordering: .acquiringAndReleasing) }

  /// Forgets the numbers if a server's line of changes isn't the one before.
  ///
  /// - Parameter found: The line of a new connection, or nil if the server doesn't tell.
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
