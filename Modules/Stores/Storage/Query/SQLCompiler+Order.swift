import StrataQuery
import StrataSQLite
import StrataSchema

extension SQLCompiler {
  /// The terms of ORDER BY for a sort key.
  mutating func compile(_ key: Query.Sort) throws -> [SQL] {
    var direction: SQL = key.isAscending ? "" : " DESC"
    switch (key.nils, key.isAscending) {
    case (.first, false): direction += " NULLS FIRST"
    case (.last, true): direction += " NULLS LAST"
    // SQLite has NULL smaller than any value.
    case (nil, _), (.first, true), (.last, false): break
    }
    let value = try compile(value: key.expression)
    if key.expression.isUnsigned { return ["(\(value) < 0)\(direction)", "\(value)\(direction)"] }
    let collation = key.effectiveCollation
    let order: SQL = collation == .binary ? "" : " COLLATE \(collation.sqlName)"
    return ["\(value)\(order)\(direction)"]
  }
}
