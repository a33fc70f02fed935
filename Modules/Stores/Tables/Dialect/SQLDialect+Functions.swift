package import StrataQuery
package import StrataSQLite
package import StrataSchema

// The functions of queries. Those that begin with `strata_` are Swift's, and each connection registers them.
extension SQLDialect {
  /// The condition that a text meets a comparison, or NULL where one of them is NULL.
  ///
  /// - Throws: ``Unsupported`` for a comparison that the engine hasn't.
  package func condition(
    _ comparison: QueryExpression.TextComparison, _ lhs: SQL, _ rhs: SQL,
    _ options: QueryExpression.TextOptions
  ) throws(Unsupported) -> SQL {
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
    case .postgreSQL:
      switch comparison {
      case .equal: return "strata_equal(\(lhs), \(rhs), \(options.rawValue))"
      case .contains: return "strata_contains(\(lhs), \(rhs), \(options.rawValue))"
      case .beginsWith: return "strata_begins(\(lhs), \(rhs), \(options.rawValue))"
      case .endsWith: return "strata_ends(\(lhs), \(rhs), \(options.rawValue))"
      case .like:
        // A constant pattern is written once for all rows, since the query of it names none.
        let pattern: SQL = "strata_fold(\(rhs), \(options.rawValue))"
        return """
          strata_like(\(lhs), (SELECT strata_pattern(\(pattern), false)), \
          (SELECT strata_pattern(\(pattern), true)), \(options.rawValue))
          """
      case .matches, .containsMatch: throw Unsupported("a regular expression")
      }
    }
  }

  /// The value of a function.
  ///
  /// - Throws: ``Unsupported`` for a function that the engine hasn't.
  package func call(
    _ function: QueryExpression.Function, _ arguments: [SQL]
  ) throws(Unsupported) -> SQL {
    let list = arguments.joined()
    if let call = call(dates: function, list) ?? call(buckets: function, list) { return call }
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
      case .program(let function): "\(SQL(function.name))(\(list))"
      case .dateStart, .datePart, .bucket: throw Unsupported("a date or a number")
      }
    case .postgreSQL:
      return switch function {
      case .negate: "strata_negate(\(list))"
      // An order that is named inside would be that of the result.
      case .lowercase: "(lower(\(list) COLLATE strata_text) COLLATE \"C\")"
      case .uppercase: "(upper(\(list) COLLATE strata_text) COLLATE \"C\")"
      case .length: "strata_length(\(list))"
      case .absolute: "strata_absolute(\(list))"
      case .coalesce: "coalesce(\(list))"
      case .bitAnd: "(\(arguments.joined(" & ")))"
      case .bitOr: "(\(arguments.joined(" | ")))"
      case .bitXor: "(\(arguments.joined(" # ")))"
      case .bitNot: "(~\(list))"
      case .leftShift: "strata_shift(\(list))"
      case .rightShift: "strata_shift(\(arguments[0]), -(\(arguments[1])))"
      case .now: "(extract(epoch FROM now())::double precision - 978307200.0)"
      case .real: "(\(list))::double precision"
      case .integer: "(\(list))::bigint"
      case .byteCount: "length(\(list))::bigint"
      case .bitCount: "bit_count((\(list))::bit(64))"
      case .uuidText: "upper(encode(\(list), 'hex')::uuid::text)"
      case .unsignedOrder: unsignedOrder(list)
      case .decimalOrder: "(\(list))::numeric"
      case .unsigned(let operation): "strata_unsigned(\(list), \(literal: operation.rawValue))"
      case .decimal(let operation):
        "trim_scale(\(call(operation, "(\(arguments[0]))::numeric", "(\(arguments[1]))::numeric")))::text"
      case .program(let function): serverCall(function, list)
      case .dateStart, .datePart, .bucket: throw Unsupported("a date or a number")
      }
    }
  }

  /// A decimal number's place in the order of decimal numbers.
  package func decimalOrder(of value: ColumnValue) -> SQL {
    switch self {
    case .sqlite:
      if case .text(let text) = value, let order = text.decimalOrder {
        "\(bind: .text(order))"
      } else {
        "\(bind: .null, as: .text)"
      }
    case .postgreSQL: "\(bind: value, as: .text)::numeric"
    }
  }

  /// The result of an arithmetic operation. It is NULL for a division by zero.
  ///
  /// - Parameter isWhole: Whether both are integers, so that their quotient is one.
  package func call(
    _ operation: QueryExpression.Arithmetic, _ lhs: SQL, _ rhs: SQL, isWhole: Bool = false
  ) -> SQL {
    switch self {
    case .sqlite: return "(\(lhs) \(SQL(operation.rawValue)) \(rhs))"
    case .postgreSQL:
      // Functions for each kind of number, since whole numbers may leave 64 bits.
      let name: SQL =
        switch operation {
        case .add: "strata_add"
        case .subtract: "strata_subtract"
        case .multiply: "strata_multiply"
        // The result of integers is `numeric`, as a Decimal is.
        case .divide where isWhole: "strata_quotient"
        case .divide: "strata_divide"
        case .remainder: "strata_remainder"
        }
      return "\(name)(\(lhs), \(rhs))"
    }
  }

  /// A constant of a group's aggregate, with the type of its kind.
  package func constant(_ value: ColumnValue, as kind: AggregateValue.Kind?) -> SQL {
    switch self {
    case .sqlite: "\(bind: value)"
    case .postgreSQL: kind == .decimal ? "\(bind: value)::numeric" : "\(bind: value)"
    }
  }

  /// An integer with the type of an integer column. NULL if it doesn't fit 64 bits.
  package func integer(_ sql: SQL, of expression: QueryExpression) -> SQL {
    switch (self, expression) {
    case (.postgreSQL, .arithmetic), (.postgreSQL, .function(.negate, _)),
      (.postgreSQL, .function(.absolute, _)):
      "strata_narrowed(\(sql))"
    default: sql
    }
  }

  /// The sum of floating-point numbers. NULL if it is no number.
  package func realSum(_ value: SQL) -> SQL {
    switch self {
    case .sqlite: "sum(\(value))"
    case .postgreSQL: "nullif(sum(\(value)), 'NaN')"
    }
  }

  /// The sum of integers, which fits 64 bits.
  package func integerSum(_ value: SQL) -> SQL {
    switch self {
    case .sqlite: "sum(\(value))"
    case .postgreSQL: "sum(\(value))::bigint"
    }
  }

  /// The sum of decimal numbers.
  package func decimalSum(_ value: SQL) -> SQL {
    switch self {
    case .sqlite: "strata_decimal_sum(\(value))"
    case .postgreSQL: "sum((\(value))::numeric)"
    }
  }

  /// A number as a real.
  package func real(_ number: SQL) -> SQL {
    switch self {
    case .sqlite: "CAST(\(number) AS REAL)"
    case .postgreSQL: "(\(number))::double precision"
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
    case .postgreSQL:
      switch kind {
      case .decimal: "(\(column) + \(bind: number)::numeric)"
      case .unsigned: "strata_unsigned(\(column), \(bind: number), '+')"
      case .integer: "strata_sum(\(column), \(bind: number))"
      case .real, .other: "(\(column) + \(bind: number))"
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
    case .postgreSQL:
      switch kind {
      case .unsigned: return "\(sum) IS NULL"
      // A sum that is too large for 64 bits is NULL.
      case .integer:
        let range = range ?? .min ... .max
        return """
          ((\(sum)) IS NULL \
          OR \(sum) NOT BETWEEN \(bind: range.lowerBound) AND \(bind: range.upperBound))
          """
      case .decimal, .real, .other: return nil
      }
    }
  }
}

/// A part of a query that an engine has no words for.
package struct Unsupported: Error, Sendable, Hashable, CustomStringConvertible {
  /// The part.
  package let part: String

  init(_ part: String) { self.part = part }

  package var description: String {
    "\(part) can't be part of a query on a PostgreSQL server; fetch with the rest of the predicate, and filter the "
      + "objects that were fetched"
  }
}
