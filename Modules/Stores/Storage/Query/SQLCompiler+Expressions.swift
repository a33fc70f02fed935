import Foundation
import StrataQuery
import StrataSQLite
import StrataSchema

extension SQLCompiler {
  /// The SQL of an expression. As a condition it may be NULL where Swift says false; `not` and
  /// ``compile(operand:)`` mind the difference.
  mutating func compile(_ expression: QueryExpression) throws -> String {
    switch expression {
    case .literal(let value): return bind(value)
    case .column(let path, let column): return try alias(path).alias + "." + quoted(column.name)
    case .key(let path): return try key(path)
    case .isEntity(let path, let names): return try compile(isEntity: path, names)
    case .comparison(let comparison, let lhs, let rhs):
      return try compile(comparison, lhs, rhs)
    case .and(let terms): return try join(terms, " AND ", empty: "1")
    case .or(let terms): return try join(terms, " OR ", empty: "0")
    case .not(let term): return "(\(try compile(term)) IS NOT TRUE)"
    case .membership(let value, let list): return try compile(membership: value, list)
    case .text(let comparison, let lhs, let rhs, let options):
      return try compile(comparison, lhs, rhs, options)
    case .arithmetic(let operation, let lhs, let rhs):
      return
        "(\(try compile(operand: lhs)) \(operation.rawValue) \(try compile(operand: rhs)))"
    case .function(let function, let arguments): return try compile(function, arguments)
    case .conditional(let condition, let yes, let no):
      return "CASE WHEN \(try compile(condition)) THEN \(try compile(operand: yes)) "
        + "ELSE \(try compile(operand: no)) END"
    case .exists(let collection, let condition):
      return "EXISTS (\(try members(collection, where: condition)))"
    case .aggregate(.count, let collection, let condition, _):
      return "(\(try members(collection, .count, where: condition)))"
    case .aggregate(let aggregate, let collection, let condition, let value):
      return "(\(try members(collection, aggregate, of: value, where: condition)))"
    case .json(let document, let steps): return try json(document, steps)
    case .element(let variable): return try element(variable) + ".value"
    case .elementKey(let variable): return try element(variable) + ".key"
    case .existsElement(let elements, let condition):
      return "EXISTS (\(try self.elements(elements, where: condition)))"
    case .aggregateElements(let aggregate, let elements, let condition, let value):
      return "(\(try self.elements(elements, aggregate, of: value, where: condition)))"
    }
  }

  /// The SQL of an expression whose value is used: a condition is 1 or 0, as true or false is in
  /// Swift, and stands by itself.
  mutating func compile(operand expression: QueryExpression) throws -> String {
    let sql = try compile(expression)
    return expression.mayBeUnknown ? "((\(sql)) IS TRUE)" : sql
  }

  private mutating func join(
    _ terms: [QueryExpression], _ separator: String, empty: String
  ) throws -> String {
    guard let first = terms.first else { return empty }
    if terms.count == 1 { return try compile(first) }
    var parts: [String] = []
    for term in terms { parts.append(try compile(term)) }
    return "(\(parts.joined(separator: separator)))"
  }

  private mutating func compile(
    _ comparison: QueryExpression.Comparison, _ lhs: QueryExpression, _ rhs: QueryExpression
  ) throws -> String {
    // `x = 3` is all that `x IS 3` is, where NULL counts as false; and indexes like it better.
    let neverNull = lhs.isNonNullLiteral || rhs.isNonNullLiteral
    let sql =
      switch comparison {
      case .equal: neverNull ? "=" : "IS"
      case .notEqual: "IS NOT"
      default: comparison.rawValue
      }
    // Written out: of an argument SQLite doesn't know that an index has the rows without a NULL in a row.
    if case .literal(.null) = rhs, comparison == .equal || comparison == .notEqual {
      return "\(try compile(operand: lhs)) \(sql) NULL"
    }
    return "\(try compile(operand: lhs)) \(sql) \(try compile(operand: rhs))"
  }

  private mutating func compile(
    membership value: QueryExpression, _ list: [ColumnValue]
  ) throws -> String {
    let values = list.filter { !$0.isNull }
    var parts: [String] = []
    if !values.isEmpty {
      let lhs = try compile(operand: value)
      let list =
        try bind(manyOf: values) ?? values.map { bind($0) }.joined(separator: ", ")
      parts.append("\(lhs) IN (\(list))")
    }
    if values.count < list.count { parts.append("\(try compile(operand: value)) IS NULL") }
    return parts.isEmpty ? "0" : "(\(parts.joined(separator: " OR ")))"
  }

  private mutating func compile(isEntity path: QueryPath, _ names: [String]) throws -> String {
    let (alias, entity) = try alias(path)
    var wanted: Set<String> = []
    for name in names { wanted.formUnion(try tables.table(name).kinds.map(\.entity.name)) }
    let table = try tables.table(entity)
    let kinds = table.kinds.map(\.entity.name).filter { wanted.contains($0) }
    guard !kinds.isEmpty else { return "0" }
    guard table.isShared else { return "\(alias).\(EntityTable.key) IS NOT NULL" }
    return "\(alias).\(EntityTable.entityColumn) "
      + "IN (\(kinds.map(literal).joined(separator: ", ")))"
  }

  /// Many values of one kind as one argument: a statement may have 32,766 at most.
  private mutating func bind(manyOf values: [ColumnValue]) throws -> String? {
    guard values.count > 100 else { return nil }
    let kinds = Set(values.map(\.kind))
    guard kinds.count == 1, let kind = kinds.first else { return nil }
    // Reals and bytes go as texts, which our own functions read exactly. So do texts with a zero byte, where
    // SQLite ends a text that it reads of JSON.
    let hasZeroBytes = kind == .text && values.contains(where: \.hasZeroByte)
    let value =
      switch kind {
      case .real: "strata_real(value)"
      case .blob: "strata_blob(value)"
      case .text where hasZeroBytes: "strata_text(value)"
      case .integer, .text: "value"
      }
    let list = try JSONColumn.encode(values.map { hasZeroBytes ? $0.listedBytes : $0.listed })
    return "SELECT \(value) FROM json_each(\(bind(.text(list))))"
  }

  private mutating func compile(
    _ comparison: QueryExpression.TextComparison, _ lhs: QueryExpression,
    _ rhs: QueryExpression, _ options: QueryExpression.TextOptions
  ) throws -> String {
    let name =
      switch comparison {
      case .equal: "strata_equal"
      case .contains: "strata_contains"
      case .beginsWith: "strata_begins"
      case .endsWith: "strata_ends"
      case .like: "strata_like"
      case .matches: "strata_matches"
      case .containsMatch: "strata_contains_match"
      }
    if comparison == .equal, options.isEmpty { return try compile(.equal, lhs, rhs) }
    return
      "\(name)(\(try compile(operand: lhs)), \(try compile(operand: rhs)), \(options.rawValue))"
  }

  private mutating func compile(
    _ function: QueryExpression.Function, _ arguments: [QueryExpression]
  ) throws -> String {
    var parts: [String] = []
    for argument in arguments { parts.append(try compile(operand: argument)) }
    let list = parts.joined(separator: ", ")
    return switch function {
    case .negate: "(-\(list))"
    case .lowercase: "strata_lower(\(list))"
    case .uppercase: "strata_upper(\(list))"
    case .length: "strata_length(\(list))"
    case .absolute: "strata_absolute(\(list))"
    // SQLite's coalesce wants two values at least.
    case .coalesce where parts.count < 2: parts.first ?? "NULL"
    case .coalesce: "coalesce(\(list))"
    case .bitAnd: "(\(parts.joined(separator: " & ")))"
    case .bitOr: "(\(parts.joined(separator: " | ")))"
    // SQLite has no operator for it.
    case .bitXor: "strata_bit_xor(\(list))"
    case .bitNot: "(~\(list))"
    case .leftShift: "(\(parts.joined(separator: " << ")))"
    case .rightShift: "(\(parts.joined(separator: " >> ")))"
    case .now: "((julianday('now') - 2451910.5) * 86400.0)"
    case .real: "strata_real(\(list))"
    case .integer: "CAST(\(list) AS INTEGER)"
    case .byteCount: "length(\(list))"
    case .bitCount: "strata_bit_count(\(list))"
    case .uuidText: "strata_uuid_text(\(list))"
    case .unsignedOrder: "strata_unsigned_order(\(list))"
    case .decimalOrder: "strata_decimal_order(\(list))"
    case .unsigned(let operation): "strata_unsigned(\(list), '\(operation.rawValue)')"
    case .decimal(let operation): "strata_decimal(\(list), '\(operation.rawValue)')"
    }
  }
}

extension QueryExpression {
  var isNonNullLiteral: Bool {
    if case .literal(let value) = self { return !value.isNull && !value.isNaN }
    return false
  }

  /// Whether this is a condition that is NULL in SQL where it is false in Swift.
  fileprivate var mayBeUnknown: Bool {
    switch self {
    case .comparison, .and, .or, .membership, .text: true
    // A choice has its values compiled as operands.
    case .isEntity: true
    case .not, .exists, .existsElement, .conditional, .literal, .column, .key, .arithmetic,
      .function, .aggregate, .aggregateElements, .json, .element, .elementKey:
      false
    }
  }
}

extension ColumnValue {
  fileprivate var kind: StorageClass {
    switch self {
    case .integer, .null: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }

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
