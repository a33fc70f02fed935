internal import Foundation
public import StrataSchema

/// A row of the result of your own SQL statement.
///
/// ```swift
/// for row in try context.rows("SELECT title, count(*) AS visits FROM Place GROUP BY title") {
///   print(try row.value("title", as: String.self), try row.value("visits", as: Int.self))
/// }
/// ```
public struct SQLRow: Sendable, Hashable {
  /// The names of the columns, in order.
  public let columns: [String]
  /// The values of the columns, in order.
  public let values: [ColumnValue]

  init(_ statement: Statement, _ columns: [String]) {
    self.columns = columns
    values = columns.indices.map { statement.value(at: $0) }
  }

  /// The value of a column as the store has it. If several have the name, the first one's.
  ///
  /// - Throws: ``StorageError/noColumn(_:columns:)``.
  public func value(_ column: String) throws(StorageError) -> ColumnValue {
    guard let index = columns.firstIndex(of: column) else {
      throw .noColumn(column, columns: columns)
    }
    return values[index]
  }

  /// The value of a column as a type with one column: a number, a text, a date, an optional.
  ///
  /// A date can also be in a text in the form of ISO 8601, as SQLite's `datetime()` and a server's `timestamptz` give it.
  ///
  /// - Throws: ``StorageError/noColumn(_:columns:)``, or ``StorageError/invalidValue(_:)`` for a value
  ///   that isn't one of the type.
  public func value<Value: ColumnRepresentable>(
    _ column: String, as type: Value.Type = Value.self
  ) throws -> Value {
    let stored = try value(column)
    let isDate = type == Date.self || type == Date?.self
    let value = isDate ? stored.writtenDate ?? stored : stored
    var row = Row([value], table: "result", present: PropertySet(0))
    guard type.columnCount == 1 else {
      throw row.invalid("isn't all of a \(type), which has \(type.columnCount) columns")
    }
    return try type.init(from: &row)
  }
}

extension Connection {
  /// The rows of a query with the names of their columns.
  package func sqlRows(_ query: SQL) throws -> [SQLRow] {
    try withStatement(query) { statement in
      var columns: [String]?
      var rows: [SQLRow] = []
      while try statement.step() {
        let names = columns ?? (0..<statement.columnCount).map { statement.columnName(at: $0) }
        columns = names
        rows.append(SQLRow(statement, names))
      }
      return rows
    }
  }
}
