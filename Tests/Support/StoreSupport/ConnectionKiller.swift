package import Foundation
internal import StrataSQLite
internal import Synchronization

/// Ends connections of some name to a server, now and then, until it is stopped.
package final class ConnectionKiller: Sendable {
  private let isDone = Atomic(false)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let kills = Atomic(0)

  /// Begins to end connections.
  ///
  /// - Parameters:
  ///   - name: The connections' `application_name`.
  ///   - interval: The time between two attempts, each of which ends about two of five connections.
  package init(of name: String, at store: URL, every interval: TimeInterval) throws {
    // Only the thread uses the connection.
    nonisolated(unsafe) let connection = try Connection.toTables(of: store)
    Thread.detachNewThread { [self] in
      while !isDone.load(ordering: .relaxed) {
        // A server that is gone has no connections.
        let ended = try? connection.integers(
          """
          SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
          WHERE application_name = \(literal: name) AND random() < 0.4
          """)
        kills.add(Int(ended?.first ?? 0), ordering: .relaxed)
        Thread.sleep(forTimeInterval: interval)
      }
      connection.close()
      hasEnded.signal()
    }
  }

  /// Ends nothing more, and returns the number of ended connections.
  package func stop() -> Int {
    isDone.store(true, ordering: .relaxed)
    hasEnded.wait()
    return kills.load(ordering: .relaxed)
  }
}
