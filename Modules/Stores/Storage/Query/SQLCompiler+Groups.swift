import StrataQuery
import StrataSQLite
import StrataSchema

// What an aggregate is worked out from, as columns of a grouped SELECT. Sums of integers are kept as the
// sums of their upper and lower 32 bits, so that no sum of 64-bit numbers is too large on the way.
extension SQLCompiler {
  /// The SQL of a value whose order, and whose being equal, are those of what it means.
  mutating func ordered(_ value: GroupedQuery.Value) throws -> String {
    let sql = try compile(operand: value.expression)
    switch value.kind {
    case .unsigned:
      // Exclusive or with the upper bit, which SQLite has no operator for.
      let again = try compile(operand: value.expression)
      return "((\(sql) | \(Int64.min.sql)) - (\(again) & \(Int64.min.sql)))"
    case .decimal: return "(\(sql)\(Self.decimalOrder))"
    case .integer, .real, .other: return sql
    }
  }

  /// The columns of an aggregate: what ``AggregateTotal/add(part:)`` takes.
  mutating func columns(of aggregate: GroupedQuery.Aggregate) throws -> [String] {
    guard let value = aggregate.value else { return ["count(*)"] }
    switch aggregate.function {
    case .count: return ["count(\(try compile(operand: value.expression)))"]
    case .countDistinct: return ["count(DISTINCT \(try ordered(value)))"]
    case .minimum: return ["min(\(try ordered(value)))"]
    case .maximum: return ["max(\(try ordered(value)))"]
    case .sum, .average: break
    }
    let sum: [String]
    switch value.kind {
    case .integer:
      sum = [
        "sum(\(try compile(operand: value.expression)) >> 32)",
        "sum(\(try compile(operand: value.expression)) & \(Self.lowBits))",
      ]
    case .unsigned:
      sum = [
        "sum((\(try compile(operand: value.expression)) >> 32) & \(Self.lowBits))",
        "sum(\(try compile(operand: value.expression)) & \(Self.lowBits))",
      ]
    case .decimal: sum = ["strata_decimal_sum(\(try compile(operand: value.expression)))"]
    case .real, .other: sum = ["sum(\(try compile(operand: value.expression)))"]
    }
    return sum + ["count(\(try compile(operand: value.expression)))"]
  }

  private static let lowBits = "4294967295"
  private static let decimalOrder = " COLLATE \(TextCollation.decimal.sqlName)"

  /// A condition on a group whose measures' columns have these names.
  mutating func compile(
    _ condition: GroupedQuery.Condition, _ measures: [GroupedQuery.Aggregate: [String]]
  ) throws -> String {
    switch condition {
    case .and(let terms):
      let parts = try terms.map { try compile($0, measures) }
      return parts.isEmpty ? "1" : "(\(parts.joined(separator: " AND ")))"
    case .or(let terms):
      let parts = try terms.map { try compile($0, measures) }
      return parts.isEmpty ? "0" : "(\(parts.joined(separator: " OR ")))"
    case .not(let term): return "((\(try compile(term, measures))) IS NOT TRUE)"
    case .comparison(let aggregate, let comparison, let value):
      let terms = Self.result(of: aggregate, measures[aggregate] ?? [])
      let parameters = try Self.constants(value, for: aggregate).map { bind($0) }
      if terms.count > 1 {
        let (lhs, rhs) = (terms.joined(separator: ", "), parameters.joined(separator: ", "))
        return "(\(lhs)) \(comparison.rawValue) (\(rhs))"
      }
      // A smallest value or an average that isn't there differs from every value.
      let sql = comparison == .notEqual ? "IS NOT" : comparison.rawValue
      return "\(terms[0]) \(sql) \(parameters[0])"
    }
  }

  /// The values, first ones first, that results of an aggregate are ordered by.
  static func result(of aggregate: GroupedQuery.Aggregate, _ columns: [String]) -> [String] {
    let kind = aggregate.value?.kind
    let isInteger = [.integer, .unsigned].contains(kind)
    switch aggregate.function {
    case .count, .countDistinct: return [columns[0]]
    case .minimum, .maximum: return [columns[0] + (kind == .decimal ? decimalOrder : "")]
    case .sum where isInteger:
      return [
        "(coalesce(\(columns[0]), 0) + (coalesce(\(columns[1]), 0) >> 32))",
        "(coalesce(\(columns[1]), 0) & \(lowBits))",
      ]
    case .sum where kind == .decimal: return [columns[0] + decimalOrder]
    // A sum that is no number is NULL too, and no zero.
    case .sum: return ["coalesce(\(columns[0]), CASE \(columns[1]) WHEN 0 THEN 0.0 END)"]
    case .average where isInteger:
      let high = "(\(columns[0]) + (\(columns[1]) >> 32)) * 4294967296.0"
      return ["((\(high) + (\(columns[1]) & \(lowBits))) / \(columns[2]))"]
    // Nothing has no average: the division by a count of zero is NULL.
    case .average: return ["(CAST(\(columns[0]) AS REAL) / \(columns[1]))"]
    }
  }

  private static func constants(
    _ constant: ColumnValue, for aggregate: GroupedQuery.Aggregate
  ) throws -> [ColumnValue] {
    let value = try AggregateValue(constant, aggregate.kind)
    switch (aggregate.function, value) {
    case (.sum, .integer(let number)):
      return [.integer(Int64(clamping: number >> 32)), .integer(Int64(number & 0xffff_ffff))]
    case (.minimum, _), (.maximum, _): return [value.orderedColumn(aggregate.kind)]
    default: return [value.column(aggregate.kind) ?? .null]
    }
  }
}

extension Int64 {
  /// The number as SQL, where the smallest one can't be written as the negative of another.
  fileprivate var sql: String { self == .min ? "(-9223372036854775807 - 1)" : "\(self)" }
}
