public import StrataSchema

// Each of these runs a prepared statement from its first row on, and resets it when it is done, also
// where a body throws. A body may run the same text again: that is another statement.
extension Connection {
  /// Runs a body with a query's statement, bound and before its first row.
  @inlinable
  package func withStatement<Result>(
    _ query: SQLQuery, _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement = try statement(query.sql)
    try statement.bind(query.arguments)
    defer { statement.reset() }
    return try body(statement)
  }

  /// Gives each row of a query to a body, one after the other.
  package func forEachRow(_ query: SQLQuery, _ body: (Statement) throws -> Void) throws {
    try statement(query.sql).forEachRow(query.arguments, body)
  }

  /// What a body makes of the rows of a query; those of which it makes nil are left out.
  package func rows<Result>(
    _ query: SQLQuery, _ body: (Statement) throws -> Result?
  ) throws -> [Result] {
    var result: [Result] = []
    try forEachRow(query) { if let row = try body($0) { result.append(row) } }
    return result
  }

  /// What a body makes of the first row of a query of which it makes anything.
  package func first<Result>(
    _ query: SQLQuery, _ body: (Statement) throws(StorageError) -> Result?
  ) throws(StorageError) -> Result? {
    try statement(query.sql).first(query.arguments, body)
  }

  /// The first column of each row of a query, as numbers.
  package func integers(_ query: SQLQuery) throws -> [Int64] {
    try rows(query) { $0.integer(at: 0) }
  }

  /// The first two columns of each row of a query, as numbers.
  package func pairs(_ query: SQLQuery) throws -> [(Int64, Int64)] {
    try rows(query) { ($0.integer(at: 0), $0.integer(at: 1)) }
  }

  /// The first column of a query's first row; NULL when there is none.
  public func value(_ sql: String, _ arguments: ColumnValue...) throws(StorageError) -> ColumnValue
  {
    try statement(sql).first(arguments) { $0.value(at: 0) } ?? .null
  }

  /// The first column of a query's first row as a number; nil when there is none.
  public func integer(_ sql: String, _ arguments: ColumnValue...) throws(StorageError) -> Int64? {
    let value = try statement(sql).first(arguments) { $0.value(at: 0) }
    guard case .integer(let number)? = value else { return nil }
    return number
  }

  /// Runs one statement with arguments that gives no rows.
  public func run(_ sql: String, _ arguments: ColumnValue...) throws(StorageError) {
    try statement(sql).run(arguments)
  }
}
