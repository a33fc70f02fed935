package import StrataQuery
package import StrataSQLite
package import StrataSchema

// The functions of queries. Those that begin with `strata_` are Swift's, and each connection registers them.
extension SQLDialect {
  /// The condition that a text meets a comparison, or NULL where one of them is NULL.
  package func condition(
    _ comparison: QueryExpression.TextComparison, _ lhs: SQL, _ rhs: SQL,
    _ options: QueryExpression.TextOptions
  ) -> SQL {
    switch self {
    case .sqlite:
      let name: SQL =
        switch comparison {
        case .equal: "strata_equal"
        case .contains: "strata_contains"
        case .beginsWith: "strata_begins"
        case .endsWith: "strata_ends"
        case .like: "strata_like"
        case .matches: "strata_matches"
        case .containsMatch: "strata_contains_match"
        }
      return "\(name)(\(lhs), \(rhs), \(options.rawValue))"
    }
  }

  /// The value of a function.
  package func call(_ function: QueryExpression.Function, _ arguments: [SQL]) -> SQL {
    let list = arguments.joined()
    switch self {
    case .sqlite:
      return switch function {
      case .negate: "(-\(list))"
      case .lowercase: "strata_lower(\(list))"
      case .uppercase: "strata_upper(\(list))"
      case .length: "strata_length(\(list))"
      case .absolute: "strata_absolute(\(list))"
      // SQLite's coalesce wants two values at least.
      case .coalesce where arguments.count < 2: arguments.first ?? "NULL"
      case .coalesce: "coalesce(\(list))"
      case .bitAnd: "(\(arguments.joined(" & ")))"
      case .bitOr: "(\(arguments.joined(" | ")))"
      // SQLite has no operator for it.
      case .bitXor: "strata_bit_xor(\(list))"
      case .bitNot: "(~\(list))"
      case .leftShift: "(\(arguments.joined(" << ")))"
      case .rightShift: "(\(arguments.joined(" >> ")))"
      case .now: "((julianday('now') - 2451910.5) * 86400.0)"
      case .real: "strata_real(\(list))"
      case .integer: "CAST(\(list) AS INTEGER)"
      case .byteCount: "length(\(list))"
      case .bitCount: "strata_bit_count(\(list))"
      case .uuidText: "strata_uuid_text(\(list))"
      case .unsignedOrder: "strata_unsigned_order(\(list))"
      case .decimalOrder: "strata_decimal_order(\(list))"
      case .unsigned(let operation): "strata_unsigned(\(list), \(literal: operation.rawValue))"
      case .decimal(let operation): "strata_decimal(\(list), \(literal: operation.rawValue))"
      }
    }
  }

  /// The sum of decimal numbers.
  package func decimalSum(_ value: SQL) -> SQL {
    switch self {
    case .sqlite: "strata_decimal_sum(\(value))"
    }
  }

  /// A number as a real.
  package func real(_ number: SQL) -> SQL {
    switch self {
    case .sqlite: "CAST(\(number) AS REAL)"
    }
  }

  /// A column with a number added to it.
  package func sum(of column: SQL, and number: ColumnValue, as kind: AggregateValue.Kind) -> SQL {
    switch self {
    case .sqlite:
      switch kind {
      case .decimal: "strata_decimal(\(column), \(bind: number), '+')"
      case .unsigned: "strata_unsigned(\(column), \(bind: number), '+')"
      case .integer, .real, .other: "(\(column) + \(bind: number))"
      }
    }
  }

  /// The condition that a sum doesn't fit its column, or nil if it always does.
  package func isOutOfRange(
    _ sum: SQL, as kind: AggregateValue.Kind, in range: ClosedRange<Int64>?
  ) -> SQL? {
    switch self {
    case .sqlite:
      switch kind {
      case .decimal, .unsigned: return "\(sum) IS NULL"
      // SQLite goes on with a real number where an integer is too large.
      case .integer:
        let range = range ?? .min ... .max
        return """
          (typeof(\(sum)) <> 'integer' \
          OR \(sum) NOT BETWEEN \(bind: range.lowerBound) AND \(bind: range.upperBound))
          """
      case .real, .other: return nil
      }
    }
  }
}
