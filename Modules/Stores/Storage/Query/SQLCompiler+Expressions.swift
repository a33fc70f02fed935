import Foundation
import StrataQuery
import StrataSQLite
import StrataSchema

// An expression is compiled to a condition or to a value, whichever it is. Where the other is needed, it is converted
// explicitly. A condition may be NULL where Swift has false; a value that comes of a condition never is.
extension SQLCompiler {
  /// Compiles an expression to the condition that it is true.
  mutating func compile(condition expression: QueryExpression) throws -> SQL {
    // SQLite takes any value for a condition: false for NULL and zero.
    try compile(expression)
  }

  /// Compiles an expression to its value: 1 or 0 for a condition.
  mutating func compile(value expression: QueryExpression) throws -> SQL {
    let sql = try compile(expression)
    return expression.mayBeUnknown ? "((\(sql)) IS TRUE)" : sql
  }

  private mutating func compile(_ expression: QueryExpression) throws -> SQL {
    switch expression {
    case .literal(let value): return "\(bind: value)"
    case .column(let path, let column): return "\(try alias(path).alias).\(name: column.name)"
    case .key(let path): return try key(path)
    case .isEntity(let path, let names): return try compile(isEntity: path, names)
    case .comparison(let comparison, let lhs, let rhs):
      return try compile(comparison, lhs, rhs)
    case .and(let terms): return try join(terms, " AND ", empty: "1")
    case .or(let terms): return try join(terms, " OR ", empty: "0")
    case .not(let term): return "(\(try compile(condition: term)) IS NOT TRUE)"
    case .membership(let value, let list): return try compile(membership: value, list)
    case .text(let comparison, let lhs, let rhs, let options):
      return try compile(comparison, lhs, rhs, options)
    case .arithmetic(let operation, let lhs, let rhs):
      return "(\(try compile(value: lhs)) \(SQL(operation.rawValue)) \(try compile(value: rhs)))"
    case .function(let function, let arguments): return try compile(function, arguments)
    case .conditional(let condition, let yes, let no):
      return """
        CASE WHEN \(try compile(condition: condition)) THEN \(try compile(value: yes)) \
        ELSE \(try compile(value: no)) END
        """
    case .exists(let collection, let condition):
      return "EXISTS (\(try members(collection, where: condition)))"
    case .aggregate(.count, let collection, let condition, _):
      return "(\(try members(collection, .count, where: condition)))"
    case .aggregate(let aggregate, let collection, let condition, let value):
      return "(\(try members(collection, aggregate, of: value, where: condition)))"
    case .json(let document, let steps): return try json(document, steps)
    case .element(let variable): return "\(try element(variable)).value"
    case .elementKey(let variable): return "\(try element(variable)).key"
    case .existsElement(let elements, let condition):
      return "EXISTS (\(try self.elements(elements, where: condition)))"
    case .aggregateElements(let aggregate, let elements, let condition, let value):
      return "(\(try self.elements(elements, aggregate, of: value, where: condition)))"
    }
  }

  private mutating func join(
    _ terms: [QueryExpression], _ separator: String, empty: SQL
  ) throws -> SQL {
    guard let first = terms.first else { return empty }
    if terms.count == 1 { return try compile(condition: first) }
    var parts: [SQL] = []
    for term in terms { parts.append(try compile(condition: term)) }
    return "(\(parts.joined(separator)))"
  }

  private mutating func compile(
    _ comparison: QueryExpression.Comparison, _ lhs: QueryExpression, _ rhs: QueryExpression
  ) throws -> SQL {
    // `x = 3` is all that `x IS 3` is, where NULL counts as false; and indexes like it better.
    let neverNull = lhs.isNonNullLiteral || rhs.isNonNullLiteral
    let sql: SQL =
      switch comparison {
      case .equal: neverNull ? "=" : "IS"
      case .notEqual: "IS NOT"
      default: SQL(comparison.rawValue)
      }
    // NULL is written into the text: for a parameter SQLite doesn't know that an index without the rows of NULL serves.
    if case .literal(.null) = rhs, comparison == .equal || comparison == .notEqual {
      return "\(try compile(value: lhs)) \(sql) NULL"
    }
    return "\(try compile(value: lhs)) \(sql) \(try compile(value: rhs))"
  }

  private mutating func compile(
    membership value: QueryExpression, _ list: [ColumnValue]
  ) throws -> SQL {
    let values = list.filter { !$0.isNull }
    var parts: [SQL] = []
    if !values.isEmpty {
      let lhs = try compile(value: value)
      let list = try values.asList ?? values.map { "\(bind: $0)" }.joined()
      parts.append("\(lhs) IN (\(list))")
    }
    if values.count < list.count { parts.append("\(try compile(value: value)) IS NULL") }
    return parts.isEmpty ? "0" : "(\(parts.joined(" OR ")))"
  }

  private mutating func compile(isEntity path: QueryPath, _ names: [String]) throws -> SQL {
    let (alias, entity) = try alias(path)
    var wanted: Set<String> = []
    for name in names { wanted.formUnion(try tables.table(name).kinds.map(\.entity.name)) }
    let table = try tables.table(entity)
    let kinds = table.kinds.map(\.entity.name).filter { wanted.contains($0) }
    guard !kinds.isEmpty else { return "0" }
    guard table.isShared else { return "\(alias).\(.key) IS NOT NULL" }
    return "\(alias).\(.entity) IN (\(literals: kinds))"
  }

  private mutating func compile(
    _ comparison: QueryExpression.TextComparison, _ lhs: QueryExpression,
    _ rhs: QueryExpression, _ options: QueryExpression.TextOptions
  ) throws -> SQL {
    if comparison == .equal, options.isEmpty { return try compile(.equal, lhs, rhs) }
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
    let (lhs, rhs) = (try compile(value: lhs), try compile(value: rhs))
    return "\(name)(\(lhs), \(rhs), \(options.rawValue))"
  }

  private mutating func compile(
    _ function: QueryExpression.Function, _ arguments: [QueryExpression]
  ) throws -> SQL {
    var parts: [SQL] = []
    for argument in arguments { parts.append(try compile(value: argument)) }
    let list = parts.joined()
    return switch function {
    case .negate: "(-\(list))"
    case .lowercase: "strata_lower(\(list))"
    case .uppercase: "strata_upper(\(list))"
    case .length: "strata_length(\(list))"
    case .absolute: "strata_absolute(\(list))"
    // SQLite's coalesce wants two values at least.
    case .coalesce where parts.count < 2: parts.first ?? "NULL"
    case .coalesce: "coalesce(\(list))"
    case .bitAnd: "(\(parts.joined(" & ")))"
    case .bitOr: "(\(parts.joined(" | ")))"
    // SQLite has no operator for it.
    case .bitXor: "strata_bit_xor(\(list))"
    case .bitNot: "(~\(list))"
    case .leftShift: "(\(parts.joined(" << ")))"
    case .rightShift: "(\(parts.joined(" >> ")))"
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

extension [ColumnValue] {
  /// A query for the values in one parameter, since a statement has 32,766 at most; nil for up to 100 values, and for
  /// values of several kinds.
  fileprivate var asList: SQL? {
    get throws {
      guard count > 100, let kind = first?.storageClass,
        allSatisfy({ $0.storageClass == kind })
      else { return nil }
      // Reals and bytes become texts, which our own functions read exactly. So do texts with a zero byte, where SQLite
      // ends a text that it reads from JSON.
      let hasZeroBytes = kind == .text && contains(where: \.hasZeroByte)
      let value: SQL =
        switch kind {
        case .real: "strata_real(value)"
        case .blob: "strata_blob(value)"
        case .text where hasZeroBytes: "strata_text(value)"
        case .integer, .text: "value"
        }
      let list = try JSONColumn.encode(map { hasZeroBytes ? $0.listedBytes : $0.listed })
      return "SELECT \(value) FROM json_each(\(bind: list))"
    }
  }
}

extension QueryExpression {
  var isNonNullLiteral: Bool {
    if case .literal(let value) = self { return !value.isNull && !value.isNaN }
    return false
  }

  /// True if this is a condition that may be NULL in SQL where it is false in Swift.
  fileprivate var mayBeUnknown: Bool {
    switch self {
    case .comparison, .and, .or, .membership, .text, .isEntity: true
    case .not, .exists, .existsElement, .conditional, .literal, .column, .key, .arithmetic,
      .function, .aggregate, .aggregateElements, .json, .element, .elementKey:
      false
    }
  }
}

extension ColumnValue {
  fileprivate var hasZeroByte: Bool {
    if case .text(let text) = self { text.utf8.contains(0) } else { false }
  }

  /// A text's bytes.
  fileprivate var listedBytes: Listed {
    guard case .text(let text) = self else { return listed }
    return .text(Data(text.utf8).base64EncodedString())
  }

  fileprivate var listed: Listed {
    switch self {
    case .integer(let value): .integer(value)
    case .real(let value): .text("\(value)")
    case .text(let value): .text(value)
    case .blob(let value): .text(value.base64EncodedString())
    case .null: .text("")
    }
  }
}

/// An element of a list that is bound as JSON.
private enum Listed: Encodable {
  case integer(Int64)
  case text(String)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .integer(let value): try value.encode(to: encoder)
    case .text(let value): try value.encode(to: encoder)
    }
  }
}
