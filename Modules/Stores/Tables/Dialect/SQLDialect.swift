package import StrataQuery
package import StrataSQLite
package import StrataSchema

/// The SQL of one database engine, wherever it differs from that of others.
///
/// An engine that is added is a case here, and the compiler then names each method that needs its words.
public enum SQLDialect: Sendable, Hashable {
  /// SQLite, whose conditions are numbers and whose columns have a type only in STRICT tables.
  case sqlite
  /// PostgreSQL, whose conditions aren't values, and which knows the type of each expression.
  case postgreSQL
}

// Conditions and values.
extension SQLDialect {
  /// A condition that is always true, or always false.
  package func condition(_ isTrue: Bool) -> SQL {
    switch self {
    case .sqlite: isTrue ? "1" : "0"
    case .postgreSQL: isTrue ? "true" : "false"
    }
  }

  /// The condition that another one is false or NULL.
  package func negation(of condition: SQL) -> SQL {
    switch self {
    case .sqlite: "(\(condition) IS NOT TRUE)"
    // There `a IS NOT DISTINCT FROM b IS NOT TRUE` is no condition.
    case .postgreSQL: "((\(condition)) IS NOT TRUE)"
    }
  }

  /// The condition that a value is true.
  package func condition(ofValue value: SQL) -> SQL {
    switch self {
    // Any value serves as a condition: zero and NULL are false.
    case .sqlite: value
    case .postgreSQL: "(\(value) <> 0)"
    }
  }

  /// The value of a condition: 1 or 0.
  ///
  /// - Parameter mayBeNull: True if the condition may be NULL, which counts as false.
  package func value(ofCondition condition: SQL, mayBeNull: Bool) -> SQL {
    switch self {
    case .sqlite: mayBeNull ? "((\(condition)) IS TRUE)" : condition
    case .postgreSQL: "(CASE WHEN \(condition) THEN 1 ELSE 0 END)::bigint"
    }
  }

  /// The condition that two values are the same, where NULL is the same as NULL.
  package func isSame(_ lhs: SQL, _ rhs: SQL) -> SQL {
    switch self {
    case .sqlite: "\(lhs) IS \(rhs)"
    case .postgreSQL: "\(lhs) IS NOT DISTINCT FROM \(rhs)"
    }
  }

  /// The condition that two values differ, where NULL differs from every other value.
  package func isDifferent(_ lhs: SQL, _ rhs: SQL) -> SQL {
    switch self {
    case .sqlite: "\(lhs) IS NOT \(rhs)"
    case .postgreSQL: "\(lhs) IS DISTINCT FROM \(rhs)"
    }
  }

  /// The condition that a value is an integer. The columns of other programs' tables may hold anything.
  package func isInteger(_ value: SQL) -> SQL {
    switch self {
    case .sqlite: "typeof(\(value)) = 'integer'"
    // A column has values of its type alone.
    case .postgreSQL: "\(value) IS NOT NULL"
    }
  }

  /// The condition that a value is no text.
  package func isNoText(_ value: SQL) -> SQL {
    switch self {
    case .sqlite: "typeof(\(value)) <> 'text'"
    case .postgreSQL: "\(value) IS NULL"
    }
  }

  /// The condition that a column has a value which is no key.
  package func isNoKey(_ column: SQL) -> SQL {
    "\(column) IS NOT NULL AND NOT (\(isInteger(column)) AND \(column) > 0)"
  }
}

// Columns and the values that they are compared with.
extension SQLDialect {
  /// A column as a value of its storage class.
  package func value(_ column: SQL, of description: ColumnDescription) -> SQL {
    switch self {
    case .sqlite: column
    case .postgreSQL:
      switch nativeType(description) {
      case .boolean: "\(column)::integer::bigint"
      case .uuid: "uuid_send(\(column))"
      case .numeric: "trim_scale(\(column))::text"
      case nil: column
      }
    }
  }

  /// A column as a condition, or nil if its values have to be compared.
  package func condition(_ column: SQL, of description: ColumnDescription) -> SQL? {
    switch self {
    case .sqlite: nil
    case .postgreSQL: nativeType(description) == .boolean ? column : nil
    }
  }

  /// A parameter with a value for a column, or for a comparison with it.
  package func parameter(_ value: SQL, for description: ColumnDescription) -> SQL {
    switch self {
    case .sqlite: value
    case .postgreSQL: nativeType(description).map { "\(value)::\($0.name)" } ?? value
    }
  }

  /// A type of a column that isn't the one of its storage class.
  package enum NativeType: String {
    case boolean, uuid, numeric

    var name: SQL { SQL(rawValue) }
  }

  /// The type that other programs expect of a column's values, where the engine has it.
  package func nativeType(_ description: ColumnDescription) -> NativeType? {
    switch self {
    case .sqlite: nil
    case .postgreSQL: description.serverType.flatMap { NativeType(rawValue: $0) }
    }
  }
}

// Limits, joins and hints of queries.
extension SQLDialect {
  /// The LIMIT clause.
  package func page(limit: Int?, offset: Int) -> SQL {
    switch self {
    // OFFSET needs a limit.
    case .sqlite: "LIMIT \(bind: Int64(limit ?? -1)) OFFSET \(bind: Int64(offset))"
    case .postgreSQL:
      "LIMIT \(bind: limit.map { Int64($0) }) OFFSET \(bind: Int64(offset))"
    }
  }

  /// A query for groups with a condition on them, by the names of their columns.
  package func groups(_ query: SQL, where condition: SQL?, _ rest: SQL) -> SQL {
    switch self {
    case .sqlite: "\(query)\(condition.map { " HAVING \($0)" } ?? "")\(rest)"
    // The names aren't known in the query that makes them.
    case .postgreSQL:
      "SELECT * FROM (\(query)) AS g\(condition.map { " WHERE \($0)" } ?? "")\(rest)"
    }
  }

  /// A condition by which no index is searched: something else in the query finds the rows.
  package func unsearched(_ condition: SQL) -> SQL {
    switch self {
    case .sqlite: "+\(condition)"
    // The server's planner knows how many rows have each value.
    case .postgreSQL: condition
    }
  }

  /// A condition that is true of a good part of the rows, so that other indexes are better.
  package func oftenTrue(_ condition: SQL) -> SQL {
    switch self {
    case .sqlite: "likelihood(\(condition), 0.25)"
    case .postgreSQL: condition
    }
  }

  /// The join of two tables whose rows are found in this order, by the condition behind `ON`.
  package var orderedJoin: SQL {
    switch self {
    case .sqlite: "CROSS JOIN"
    case .postgreSQL: "JOIN"
    }
  }

  /// The column with the position of a link among all links of its table.
  package var linkPosition: SQL {
    switch self {
    case .sqlite: "rowid"
    case .postgreSQL: "strata_position"
    }
  }

  /// A value in an order.
  package func ordered(
    _ value: SQL, _ collation: TextCollation, of expression: QueryExpression
  ) -> SQL {
    guard self == .postgreSQL else { return "\(value)\(order(collation))" }
    if collation == .decimal { return "(\(value))::numeric" }
    // SQLite ignores an order of texts for other values. A server refuses it.
    if case .column(_, let column) = expression, column.description.storageClass != .text {
      return value
    }
    return "\(value)\(order(collation))"
  }

  /// The COLLATE clause for texts, with a space before it, or empty for the order of columns.
  package func order(_ collation: TextCollation) -> SQL {
    switch self {
    case .sqlite: collation == .binary ? "" : " COLLATE \(collation.sqlName)"
    case .postgreSQL:
      switch collation {
      // Columns of texts have the order of bytes, and decimal numbers are numbers.
      case .binary, .decimal: ""
      case .localizedStandard: " COLLATE strata_localized_standard"
      case .localized: " COLLATE strata_localized"
      }
    }
  }

  /// The direction of a sort key, with a space before it.
  ///
  /// - Parameter isRequired: True if no row lacks the value. A server uses no index for an order that names another place
  ///   for NULL than the index has.
  package func direction(
    isAscending: Bool, nils: Query.NilPlacement?, isRequired: Bool = false
  ) -> SQL {
    let direction: SQL = isAscending ? "" : " DESC"
    switch self {
    case .sqlite:
      // SQLite has NULL smaller than any value.
      return switch (nils, isAscending) {
      case (.first, false): "\(direction) NULLS FIRST"
      case (.last, true): "\(direction) NULLS LAST"
      case (nil, _), (.first, true), (.last, false): direction
      }
    case .postgreSQL:
      guard !isRequired else { return direction }
      // There NULL is greater than any value.
      let isFirst = nils.map { $0 == .first } ?? isAscending
      return isFirst == isAscending ? "\(direction) NULLS \(isFirst ? "FIRST" : "LAST")" : direction
    }
  }

  /// A number whose order as a signed integer is that of an unsigned one.
  package func unsignedOrder(_ number: SQL) -> SQL {
    switch self {
    // Exclusive or with the upper bit, which SQLite has no operator for. The smallest number can't be written as the
    // negative of another.
    case .sqlite:
      "((\(number) | (-9223372036854775807 - 1)) - (\(number) & (-9223372036854775807 - 1)))"
    case .postgreSQL: "(\(number) # (-9223372036854775807 - 1))"
    }
  }
}
