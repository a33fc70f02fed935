import StrataSQLite
import StrataTestSupport
import Testing

@Suite struct CancellableStatements {
  /// Goes on for hours.
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
  /// Takes some thousand checks, and ends.
  private static let long: SQL =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT count(*) FROM n"

  @Test(.timeLimit(.scaledMinutes(5)))
  func endWhenTheirTaskIsCancelled() async throws {
    let task = Task {
      let connection = try Connection(path: ":memory:")
      try connection.execute("CREATE TABLE t (i)")
      let error = await #expect(throws: StorageError.self) {
        try await withCancellableStatements {
          try connection.transaction {
            try connection.execute("INSERT INTO t VALUES (1)")
            try connection.execute("INSERT INTO t " + Self.endless)
          }
        }
      }
      #expect(error == .interrupted(path: ":memory:"))
      // The transaction was taken back, and the connection goes on.
      return try connection.integer("SELECT count(*) FROM t")
    }
    task.cancel()
    #expect(try await task.value == 0)
  }

  @Test func goOnInACancelledTaskWhereNobodyAskedForIt() async throws {
    let task = Task {
      try Connection(path: ":memory:").integer(Self.long)
    }
    task.cancel()
    #expect(try await task.value == 1_000_000)
  }

  @Test func goOnInATaskThatIsNotCancelled() async throws {
    let count = try await withCancellableStatements {
      try Connection(path: ":memory:").integer(Self.long)
    }
    #expect(count == 1_000_000)
  }
}
