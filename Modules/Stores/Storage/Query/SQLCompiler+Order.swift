import StrataQuery
import StrataSQLite
import StrataSchema

extension SQLCompiler {
  /// The terms of ORDER BY for a sort key.
  mutating func compile(_ key: Query.Sort) throws -> [SQL] {
    let direction = dialect.direction(isAscending: key.isAscending, nils: key.nils)
    let value = try compile(value: key.expression)
    if key.expression.isUnsigned { return ["(\(value) < 0)\(direction)", "\(value)\(direction)"] }
    return ["\(value)\(dialect.order(key.effectiveCollation))\(direction)"]
  }
}
