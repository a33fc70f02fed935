import StrataSchema

/// Keys as one value of a query, so that one text, and one prepared statement, serves any number of
/// them: a JSON array.
enum KeyList {
  /// What a query is from that goes through the keys.
  static let values = "json_each(?)"
  /// What is true of a term that is one of the keys, put behind it.
  static let contains = "IN (SELECT value FROM \(values))"

  /// What is bound.
  static func argument(_ keys: some Collection<Int64>) -> ColumnValue {
    .text("[\(keys.map(String.init).joined(separator: ","))]")
  }
}
