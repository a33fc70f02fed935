package import StrataQuery
package import StrataSQLite
import StrataSchema

/// The SQL of one database engine, wherever it differs from that of others.
///
/// An engine that is added is a case here, and the compiler then names each method that needs its words.
public enum SQLDialect: Sendable, Hashable {
  /// SQLite, whose conditions are numbers and whose columns have a type only in STRICT tables.
  case sqlite
}

// Conditions and values.
extension SQLDialect {
  /// A condition that is always true, or always false.
  package func condition(_ isTrue: Bool) -> SQL {
    switch self {
    case .sqlite: isTrue ? "1" : "0"
    }
  }

  /// The condition that a value is true.
  package func condition(ofValue value: SQL) -> SQL {
    switch self {
    // Any value serves as a condition: zero and NULL are false.
    case .sqlite: value
    }
  }

  /// The value of a condition: 1 or 0.
  ///
  /// - Parameter mayBeNull: True if the condition may be NULL, which counts as false.
  package func value(ofCondition condition: SQL, mayBeNull: Bool) -> SQL {
    switch self {
    case .sqlite: mayBeNull ? "((\(condition)) IS TRUE)" : condition
    }
  }

  /// The condition that two values are the same, where NULL is the same as NULL.
  package func isSame(_ lhs: SQL, _ rhs: SQL) -> SQL {
    switch self {
    case .sqlite: "\(lhs) IS \(rhs)"
    }
  }

  /// The condition that two values differ, where NULL differs from every other value.
  package func isDifferent(_ lhs: SQL, _ rhs: SQL) -> SQL {
    switch self {
    case .sqlite: "\(lhs) IS NOT \(rhs)"
    }
  }

  /// The condition that a value is an integer. The columns of other programs' tables may hold anything.
  package func isInteger(_ value: SQL) -> SQL {
    switch self {
    case .sqlite: "typeof(\(value)) = 'integer'"
    }
  }

  /// The condition that a value is no text.
  package func isNoText(_ value: SQL) -> SQL {
    switch self {
    case .sqlite: "typeof(\(value)) <> 'text'"
    }
  }

  /// The condition that a column has a value which is no key.
  package func isNoKey(_ column: SQL) -> SQL {
    "\(column) IS NOT NULL AND NOT (\(isInteger(column)) AND \(column) > 0)"
  }
}

// Limits, joins and hints of queries.
extension SQLDialect {
  /// The LIMIT clause.
  package func page(limit: Int?, offset: Int) -> SQL {
    switch self {
    // OFFSET needs a limit.
    case .sqlite: "LIMIT \(bind: Int64(limit ?? -1)) OFFSET \(bind: Int64(offset))"
    }
  }

  /// A condition by which no index is searched: something else in the query finds the rows.
  package func unsearched(_ condition: SQL) -> SQL {
    switch self {
    case .sqlite: "+\(condition)"
    }
  }

  /// A condition that is true of a good part of the rows, so that other indexes are better.
  package func oftenTrue(_ condition: SQL) -> SQL {
    switch self {
    case .sqlite: "likelihood(\(condition), 0.25)"
    }
  }

  /// The join of two tables whose rows are found in this order, by the condition behind `ON`.
  package var orderedJoin: SQL {
    switch self {
    case .sqlite: "CROSS JOIN"
    }
  }

  /// The column with the position of a link among all links of its table.
  package var linkPosition: SQL {
    switch self {
    case .sqlite: "rowid"
    }
  }

  /// The COLLATE clause for texts, with a space before it, or empty for the order of columns.
  package func order(_ collation: TextCollation) -> SQL {
    switch self {
    case .sqlite: collation == .binary ? "" : " COLLATE \(collation.sqlName)"
    }
  }

  /// The direction of a sort key, with a space before it.
  package func direction(isAscending: Bool, nils: Query.NilPlacement?) -> SQL {
    let direction: SQL = isAscending ? "" : " DESC"
    switch self {
    case .sqlite:
      // SQLite has NULL smaller than any value.
      return switch (nils, isAscending) {
      case (.first, false): "\(direction) NULLS FIRST"
      case (.last, true): "\(direction) NULLS LAST"
      case (nil, _), (.first, true), (.last, false): direction
      }
    }
  }

  /// A number whose order as a signed integer is that of an unsigned one.
  package func unsignedOrder(_ number: SQL) -> SQL {
    switch self {
    // Exclusive or with the upper bit, which SQLite has no operator for. The smallest number can't be written as the
    // negative of another.
    case .sqlite:
      "((\(number) | (-9223372036854775807 - 1)) - (\(number) & (-9223372036854775807 - 1)))"
    }
  }
}
