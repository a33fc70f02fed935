#if Server
internal import Foundation
import StrataSQLite
internal import Synchronization

/// The standby that answers a store's reads while it has the transactions that they must show.
final class ServerReplica: Sendable {
  private let pool: ServerPool
  /// The primary's position in its log when the store was opened or migrated, until the standby has it. Nil if the primary
  /// doesn't report it.
  private let opening: Mutex<String?>
  /// True if the last wait for the standby ended before it had the read's transaction.
  private let isLate = Atomic<Bool>(false)

  /// The longest time to wait for the standby.
  private static let patience = Duration.seconds(1)
  private static let interval = 0.005

  /// - Parameter opening: The primary's position in its log, from which on the standby has the tables that were opened.
  init(_ pool: ServerPool, since opening: String?) {
    self.pool = pool
    self.opening = Mutex(opening)
  }

  /// Lends a connection to the standby if it has a transaction.
  ///
  /// Waits up to a second for it. If the standby was late before, it isn't waited for until it has caught up.
  ///
  /// - Returns: Nil if the standby doesn't have the transaction.
  /// - Throws: `StorageError`, as the pool does.
  func take(with number: Int64) throws(StorageError) -> Connection? {
    let connection = try pool.take()
    do throws(StorageError) {
      let deadline =
        ContinuousClock.now + (isLate.load(ordering: .acquiring) ? .zero : Self.patience)
      while try !has(number, connection) {
        guard ContinuousClock.now < deadline else {
          isLate.store(true, ordering: .releasing)
          _ = pool.giveBack(connection)
          return nil
        }
        Thread.sleep(forTimeInterval: Self.interval)
      }
      isLate.store(false, ordering: .releasing)
      return connection
    } catch {
      _ = pool.giveBack(connection)
      throw error
    }
  }

  /// Returns true if the standby has a transaction, and the tables that were opened.
  private func has(_ number: Int64, _ connection: Connection) throws(StorageError) -> Bool {
    if let position = opening.withLock(\.self) {
      // A server that has become a primary has all that it will ever have of the old one.
      let question: SQL = """
        SELECT (NOT pg_is_in_recovery()
          OR pg_wal_lsn_diff(pg_last_wal_replay_lsn(), \(literal: position)::pg_lsn) >= 0)::integer::bigint
        """
      guard try connection.integer(question) == 1 else { return false }
      opening.withLock { $0 = nil }
    }
    if connection.lastVersion >= number { return true }
    return try connection.dataVersion() >= number
  }

  /// Takes a connection back. Returns false if it isn't one of the standby's.
  func giveBack(_ connection: Connection) -> Bool { pool.giveBack(connection) }

  /// Closes the connections.
  func close() { pool.close() }
}
#endif
