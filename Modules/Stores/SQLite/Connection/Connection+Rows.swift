public import StrataSchema

// Each of these runs a prepared statement from its first row on, and resets it afterwards, also where a body throws:
// a statement that is left between two rows keeps its transaction open. A body may run the same text again: that is
// another statement.
extension Connection {
  /// Prepares a query's statement and binds its values.
  @usableFromInline
  func bound(_ query: SQL) throws(StorageError) -> Statement {
    let statement = try statement(query)
    statement.bind(query.parameters)
    return statement
  }

  /// Calls a body with a query's statement, bound and before its first row.
  @inlinable
  package func withStatement<Result>(
    _ query: SQL, _ body: (Statement) throws -> Result
  ) throws -> Result {
    let statement = try bound(query)
    do {
      let result = try body(statement)
      try statement.finish()
      return result
    } catch {
      statement.reset()
      throw error
    }
  }

  /// Calls a body with each row of a query, one after the other.
  package func forEachRow(_ query: SQL, _ body: (Statement) throws -> Void) throws {
    try bound(query).forEachRow(body)
  }

  /// Returns the results of a body for the rows of a query, without those that are nil.
  package func rows<Result>(_ query: SQL, _ body: (Statement) throws -> Result?) throws -> [Result]
  {
    var result: [Result] = []
    try forEachRow(query) { if let row = try body($0) { result.append(row) } }
    return result
  }

  /// Returns the first result of a body that isn't nil; no row behind that one is read.
  package func first<Result>(
    _ query: SQL, _ body: (Statement) throws(StorageError) -> Result?
  ) throws(StorageError) -> Result? {
    try bound(query).first(body)
  }

  /// The first column of each row of a query, as numbers.
  package func integers(_ query: SQL) throws -> [Int64] {
    try rows(query) { $0.integer(at: 0) }
  }

  /// The first two columns of each row of a query, as numbers.
  package func pairs(_ query: SQL) throws -> [(Int64, Int64)] {
    try rows(query) { ($0.integer(at: 0), $0.integer(at: 1)) }
  }

  /// The first column of a query's first row, or NULL if there is no row.
  public func value(_ query: SQL) throws(StorageError) -> ColumnValue {
    try first(query) { $0.value(at: 0) } ?? .null
  }

  /// The first column of a query's first row as a number, or nil if there is no row, or no number in it.
  public func integer(_ query: SQL) throws(StorageError) -> Int64? {
    if case .integer(let number) = try value(query) { number } else { nil }
  }

  /// Runs one statement to its end.
  public func run(_ statement: SQL) throws(StorageError) { try bound(statement).run() }
}

// Statements that are texts with `?` for their values.
extension Connection {
  /// The first column of a query's first row, or NULL if there is no row.
  public func value(
    _ sql: String, _ first: ColumnValue, _ others: ColumnValue...
  ) throws(StorageError) -> ColumnValue {
    try value(SQL(sql, arguments: [first] + others))
  }

  /// The first column of a query's first row as a number, or nil if there is no row, or no number in it.
  public func integer(
    _ sql: String, _ first: ColumnValue, _ others: ColumnValue...
  ) throws(StorageError) -> Int64? {
    try integer(SQL(sql, arguments: [first] + others))
  }

  /// Runs one statement to its end.
  public func run(
    _ sql: String, _ first: ColumnValue, _ others: ColumnValue...
  ) throws(StorageError) {
    try run(SQL(sql, arguments: [first] + others))
  }
}
