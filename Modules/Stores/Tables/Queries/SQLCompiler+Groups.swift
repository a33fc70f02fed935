import StrataQuery
import StrataSQLite
import StrataSchema

// Aggregates as columns of a grouped SELECT. The upper and the lower 32 bits of integers are summed separately, so that
// no sum of 64-bit numbers overflows.
extension SQLCompiler {
  /// Compiles a value to SQL whose order and equality are those of the value's meaning.
  package mutating func ordered(_ value: GroupedQuery.Value) throws -> SQL {
    let sql = try column(value)
    switch value.kind {
    case .unsigned: return dialect.unsignedOrder(sql)
    case .decimal: return "(\(dialect.ordered(sql, .decimal, of: value.expression)))"
    case .integer, .real, .other: return sql
    }
  }

  /// Compiles a value, with the type that a column of it has.
  mutating func column(_ value: GroupedQuery.Value) throws -> SQL {
    let kind: JSONKind =
      switch value.kind {
      case .integer, .unsigned: .integer
      case .real: .real
      case .decimal: .number
      case .other: .text
      }
    let sql = try compile(value: value.expression, as: kind)
    switch value.kind {
    case .integer, .unsigned: return dialect.integer(sql, of: value.expression)
    case .real, .decimal, .other: return sql
    }
  }

  /// The columns of an aggregate, as ``AggregateTotal/add(part:)`` expects them.
  package mutating func columns(of aggregate: GroupedQuery.Aggregate) throws -> [SQL] {
    guard let value = aggregate.value else { return ["count(*)"] }
    let sql = try column(value)
    switch aggregate.function {
    case .count: return ["count(\(sql))"]
    case .countDistinct: return ["count(DISTINCT \(try ordered(value)))"]
    case .minimum: return ["min(\(try ordered(value)))"]
    case .maximum: return ["max(\(try ordered(value)))"]
    case .sum, .average: break
    }
    let sum: [SQL]
    switch value.kind {
    case .integer:
      sum = ["\(sql) >> 32", "\(sql) & \(Self.lowBits)"].map { dialect.integerSum($0) }
    case .unsigned:
      sum = ["(\(sql) >> 32) & \(Self.lowBits)", "\(sql) & \(Self.lowBits)"].map {
        dialect.integerSum($0)
      }
    case .decimal: sum = [dialect.decimalSum(sql)]
    case .real, .other: sum = [dialect.realSum(sql)]
    }
    return sum + ["count(\(sql))"]
  }

  private static let lowBits: SQL = "4294967295"

  /// Compiles a condition on groups, over the names of the measures' columns.
  package func compile(
    _ condition: GroupedQuery.Condition, _ measures: [GroupedQuery.Aggregate: [SQL]]
  ) throws -> SQL {
    switch condition {
    case .and(let terms):
      let parts = try terms.map { try compile($0, measures) }
      return parts.isEmpty ? dialect.condition(true) : "(\(parts.joined(" AND ")))"
    case .or(let terms):
      let parts = try terms.map { try compile($0, measures) }
      return parts.isEmpty ? dialect.condition(false) : "(\(parts.joined(" OR ")))"
    case .not(let term): return "((\(try compile(term, measures))) IS NOT TRUE)"
    case .comparison(let aggregate, let comparison, let value):
      let terms = result(of: aggregate, measures[aggregate] ?? [])
      let values: [SQL] = try Self.constants(value, for: aggregate).map {
        dialect.constant($0, as: aggregate.value?.kind)
      }
      let sql = SQL(comparison.rawValue)
      if terms.count > 1 { return "(\(terms.joined())) \(sql) (\(values.joined()))" }
      // A smallest value or an average that isn't there differs from every value.
      guard comparison != .notEqual else { return dialect.isDifferent(terms[0], values[0]) }
      return "\(terms[0]) \(sql) \(values[0])"
    }
  }

  /// The terms by which results of an aggregate are ordered, the most significant first.
  package func result(of aggregate: GroupedQuery.Aggregate, _ columns: [SQL]) -> [SQL] {
    let kind = aggregate.value?.kind
    let lowBits = Self.lowBits
    let isInteger = [.integer, .unsigned].contains(kind)
    switch aggregate.function {
    case .count, .countDistinct: return [columns[0]]
    case .minimum, .maximum:
      return ["\(columns[0])\(dialect.order(kind == .decimal ? .decimal : .binary))"]
    case .sum where isInteger:
      return [
        "(coalesce(\(columns[0]), 0) + (coalesce(\(columns[1]), 0) >> 32))",
        "(coalesce(\(columns[1]), 0) & \(lowBits))",
      ]
    case .sum where kind == .decimal: return ["\(columns[0])\(dialect.order(.decimal))"]
    // The sum of no rows is zero; of rows whose sum is not a number it is NULL too, and stays so.
    case .sum: return ["coalesce(\(columns[0]), CASE \(columns[1]) WHEN 0 THEN 0.0 END)"]
    case .average where isInteger:
      let high: SQL = "(\(columns[0]) + (\(columns[1]) >> 32)) * 4294967296.0"
      return ["((\(high) + (\(columns[1]) & \(lowBits))) / \(columns[2]))"]
    // The average of no rows is NULL: a division by a count of zero.
    case .average: return ["(\(dialect.real(columns[0])) / \(columns[1]))"]
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
