import StrataQuery
import StrataSQLite
import StrataSchema

extension SQLCompiler {
  /// The terms of ORDER BY that a sort key becomes.
  mutating func compile(_ key: Query.Sort) throws -> [String] {
    var direction = key.isAscending ? "" : " DESC"
    switch (key.nils, key.isAscending) {
    case (.first, false): direction += " NULLS FIRST"
    case (.last, true): direction += " NULLS LAST"
    // SQLite has NULL smaller than any value.
    case (nil, _), (.first, true), (.last, false): break
    }
    let value = try compile(operand: key.expression)
    if key.expression.isUnsigned { return ["(\(value) < 0)\(direction)", value + direction] }
    let collation = key.effectiveCollation
    let name = collation == .binary ? "" : " COLLATE \(collation.sqlName)"
    return [value + name + direction]
  }
}
