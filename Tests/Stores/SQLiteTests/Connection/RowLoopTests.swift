import StrataSchema
import Testing

@testable import StrataSQLite

@Suite("Loops over rows")
struct RowLoopTests {
  private struct Stop: Error {}

  private let connection: Connection
  private let numbers = SQLQuery("SELECT n FROM T WHERE n > ? ORDER BY n", .integer(1))

  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE T (n INTEGER) STRICT; INSERT INTO T VALUES (1), (2), (3)")
  }

  @Test("A body that throws leaves no statement between two rows")
  func throwing() throws {
    let standing = try Statement(numbers, connection: connection)
    try standing.bind(numbers.arguments)
    #expect(try standing.step())
    // A table can't go while a statement stands in it.
    #expect(throws: StorageError.self) { try connection.execute("DROP TABLE T") }
    standing.reset()
    #expect(throws: Stop.self) {
      try connection.forEachRow(numbers) { _ in throw Stop() }
    }
    #expect(throws: Stop.self) {
      try connection.withStatement(numbers) { statement in
        _ = try statement.step()
        throw Stop()
      }
    }
    #expect(throws: StorageError.readOnly(path: "p")) {
      try connection.first(numbers) { row throws(StorageError) -> Int64? in
        throw StorageError.readOnly(path: "p")
      }
    }
    try connection.execute("DROP TABLE T")
  }

  @Test("A body may go through the same rows again")
  func nested() throws {
    let pairs = try connection.rows(numbers) { row in
      let inner = try connection.integers(numbers)
      return inner.map { [row.integer(at: 0), $0] }
    }
    #expect(pairs.flatMap(\.self) == [[2, 2], [2, 3], [3, 2], [3, 3]])
  }

  @Test("The first row is the first of which anything is made, and no other is read")
  func first() throws {
    var seen: [Int64] = []
    let found = try connection.first(SQLQuery("SELECT n FROM T ORDER BY n")) { row -> Int64? in
      seen.append(row.integer(at: 0))
      return row.integer(at: 0) > 1 ? row.integer(at: 0) : nil
    }
    #expect(found == 2)
    #expect(seen == [1, 2])
    #expect(try connection.first(numbers) { _ in nil as Int? } == nil)
    try connection.execute("DROP TABLE T")
  }

  @Test("Rows of which nothing is made are left out")
  func rows() throws {
    let odd = try connection.rows(SQLQuery("SELECT n FROM T ORDER BY n")) { row in
      row.integer(at: 0) % 2 == 1 ? row.integer(at: 0) : nil
    }
    #expect(odd == [1, 3])
  }
}
