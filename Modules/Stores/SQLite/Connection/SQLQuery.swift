public import StrataSchema

/// SQL with the values to bind to its parameters, in order.
public struct SQLQuery: Sendable, Hashable {
  /// The text, with `?` for each value.
  public var sql: String
  /// The values.
  public var arguments: [ColumnValue]

  /// Puts a text together with its values.
  package init(_ sql: String, _ arguments: ColumnValue...) {
    self.init(sql, arguments: arguments)
  }

  /// The same where they are gathered already.
  package init(_ sql: String, arguments: [ColumnValue]) {
    self.sql = sql
    self.arguments = arguments
  }
}
