package import StrataSQLite

/// The rows, duration and round trips of one run of a query.
public struct QueryExecution: Sendable, Hashable {
  /// The number of rows that it returned.
  public let rows: Int
  /// The number of round trips to a server. 0 for a file.
  ///
  /// The first run on a connection waits once more, for the statement to be prepared.
  public let roundTrips: Int
  /// The time until the last row was read.
  public let duration: Duration
}

extension StoreReader {
  /// Runs a query as a fetch does, without making objects.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: That of the query.
  package func execution(of query: SQLQuery) throws -> QueryExecution {
    let start = ContinuousClock.now
    var rows = 0
    func run() throws { try read { try $0.forEachRow(query) { _ in rows += 1 } } }
    let end = try historyEnd()
    let roundTrips = try store.observation.roundTrips {
      try snapshot {
        // A fetch looks whether others have saved, on a server together with its query.
        guard store.isOnServer else {
          _ = try version()
          return try run()
        }
        try expect(end)
        do {
          try run()
        } catch {
          guard try hasInterruptedQuery() else { throw error }
          try run()
        }
      }
    }
    return QueryExecution(
      rows: rows, roundTrips: roundTrips, duration: ContinuousClock.now - start)
  }
}
