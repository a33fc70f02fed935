import StrataSchema
import Testing

@testable import StrataSQLite

/// Reads a value, of whatever type the closure asks for, from the columns `value` of a row of SQL
/// values that is not checked by a table's types.
func reading<Value>(
  _ columns: String, _ body: (inout Row) throws -> Value
) throws -> Value {
  let connection = try Connection(path: ":memory:")
  let statement = try connection.statement("SELECT 7 AS strata_key, \(columns)")
  #expect(try statement.step())
  var row = Row(statement, table: "Sample", from: 1)
  return try body(&row)
}

/// Expects that a value can't be read, for a reason, from the column `value`.
func expectInvalid<Value>(
  _ sql: String, _ reason: String, column: String = "value",
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (inout Row) throws -> Value
) {
  #expect(
    throws: StorageError.invalidValue(
      .init(table: "Sample", key: 7, column: column, reason: reason)),
    sourceLocation: sourceLocation
  ) { _ = try reading(sql, body) }
}
