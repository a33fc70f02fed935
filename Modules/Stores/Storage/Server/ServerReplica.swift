#if Server
internal import Foundation
import StrataSQLite
internal import Synchronization

/// The standby that answers a store's reads while it has the transactions that they must show.
final class ServerReplica: Sendable {
  private let pool: ServerPool
  /// True if the last wait for the standby ended before it had the read's transaction.
  private let isLate = Atomic<Bool>(false)

  /// The longest time to wait for the standby.
  private static let patience = Duration.seconds(1)
  private static let interval = 0.005

  init(_ pool: ServerPool) { self.pool = pool }

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
      while connection.lastVersion < number, try connection.dataVersion() < number {
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

  /// Takes a connection back. Returns false if it isn't one of the standby's.
  func giveBack(_ connection: Connection) -> Bool { pool.giveBack(connection) }

  /// Closes the connections.
  func close() { pool.close() }
}
#endif
