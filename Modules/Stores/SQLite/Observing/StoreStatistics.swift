internal import Synchronization

/// The counts of a store's fetches, saves and waits since it was opened, and of its connections.
///
/// The numbers are counted whether or not there is an observer. Each is right by itself, but other threads may count
/// between two of them.
public struct StoreStatistics: Sendable, Hashable {
  /// Fetches, counts and aggregates.
  public internal(set) var fetches = 0
  /// Reads of objects that a relationship or an identifier led to. Many of them for one fetch are a sign that it should
  /// prefetch a relationship.
  public internal(set) var loads = 0
  /// Saves, batch updates and batch deletes, also those that failed.
  public internal(set) var saves = 0
  /// The rows that were read from the tables of classes and relationships.
  public internal(set) var rowsRead = 0
  /// The objects that were inserted, updated or deleted.
  public internal(set) var rowsWritten = 0
  /// The number of round trips to a server. 0 for a file.
  public internal(set) var roundTrips = 0
  /// The statements that were run. Nil without an observer or `slowStatements`, since they aren't counted then.
  public internal(set) var statements: Int?
  /// The number of waits for a lock or for a connection.
  public internal(set) var waits = 0
  /// The time that threads waited for locks and connections.
  public internal(set) var timeWaited = Duration.zero
  /// The connections that are open now.
  public internal(set) var openConnections = 0
  /// The connections that readers have now.
  public internal(set) var lentConnections = 0

  /// Adds the numbers of two stores.
  public static func + (one: StoreStatistics, other: StoreStatistics) -> StoreStatistics {
    var sum = one
    sum.fetches += other.fetches
    sum.loads += other.loads
    sum.saves += other.saves
    sum.rowsRead += other.rowsRead
    sum.rowsWritten += other.rowsWritten
    sum.roundTrips += other.roundTrips
    if let more = other.statements { sum.statements = (one.statements ?? 0) + more }
    sum.waits += other.waits
    sum.timeWaited += other.timeWaited
    sum.openConnections += other.openConnections
    sum.lentConnections += other.lentConnections
    return sum
  }
}

/// The counters behind ``StoreStatistics``.
final class StoreCounters: Sendable {
  let fetches = Atomic(0)
  let loads = Atomic(0)
  let saves = Atomic(0)
  let rowsRead = Atomic(0)
  let rowsWritten = Atomic(0)
  let roundTrips = Atomic(0)
  let statements = Atomic(0)
  let waits = Atomic(0)
  let nanosecondsWaited = Atomic<Int64>(0)
  let openConnections = Atomic(0)
  let lentConnections = Atomic(0)

  func count(_ kind: StoreOperation.Kind) {
    switch kind {
    case .fetch, .count, .aggregate: fetches.add(1, ordering: .relaxed)
    case .load: loads.add(1, ordering: .relaxed)
    case .save, .batchUpdate, .batchDelete: saves.add(1, ordering: .relaxed)
    case .open, .merge, .migration, .checkpoint, .lockWait, .leaseWait: break
    }
  }

  func countWait(_ duration: Duration) {
    waits.add(1, ordering: .relaxed)
    let (seconds, attoseconds) = duration.components
    nanosecondsWaited.add(
      seconds * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .relaxed)
  }
}
