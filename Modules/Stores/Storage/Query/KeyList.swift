import StrataSQLite
import StrataSchema

/// Keys as one parameter, so that one text, and one prepared statement, serves any number of them.
struct KeyList {
  /// The keys as a table with a column `value`, for a FROM clause.
  let values: SQL

  init(_ keys: some Collection<Int64>) {
    let list = ColumnValue.text("[\(keys.map(String.init).joined(separator: ","))]")
    values = "json_each(\(bind: list))"
  }

  /// The condition that a term is one of the keys.
  func contains(_ term: SQL) -> SQL { "\(term) IN (SELECT value FROM \(values))" }

  /// The condition that a term is none of the keys.
  func excludes(_ term: SQL) -> SQL { "\(term) NOT IN (SELECT value FROM \(values))" }

  /// The condition that two columns are one of some pairs of keys.
  static func contains(_ pairs: [(Int64, Int64)], _ columns: SQL) -> SQL {
    let list = pairs.map { "[\($0),\($1)]" }.joined(separator: ",")
    return """
      (\(columns)) IN \
      (SELECT value ->> 0, value ->> 1 FROM json_each(\(bind: .text("[\(list)]"))))
      """
  }
}
