import StrataQuery
import StrataSQLite
import StrataSchema

// An expression is compiled to a condition or to a value, whichever it is. Where the other is needed, it is converted
// explicitly. A condition may be NULL where Swift has false; a value that comes of a condition never is.
extension SQLCompiler {
  /// Compiles an expression to the condition that it is true.
  mutating func compile(condition expression: QueryExpression) throws -> SQL {
    if case .column(let path, let column) = expression,
      let condition = dialect.condition(
        "\(try alias(path).alias).\(name: column.name)", of: column.description)
    {
      return condition
    }
    if expression.isCondition { return try compile(expression) }
    return dialect.condition(ofValue: try compile(value: expression, as: .number))
  }

  /// Compiles an expression to its value: 1 or 0 for a condition.
  ///
  /// - Parameter kind: The type to which a JSON value is converted. Nil for its JSON text.
  mutating func compile(value expression: QueryExpression, as kind: JSONKind? = nil) throws -> SQL {
    if isJSON(expression) {
      return kind == nil || !expression.hasKindsOfItsOwn
        ? dialect.value(ofJSON: try compile(expression), as: kind)
        : try compile(expression, as: kind)
    }
    let sql = try compile(expression, as: kind)
    guard expression.isCondition else { return sql }
    return dialect.value(ofCondition: sql, mayBeNull: expression.mayBeNull)
  }

  /// Compiles a value inside a JSON text to the engine's type for JSON.
  mutating func compile(json expression: QueryExpression) throws -> SQL {
    try compile(expression)
  }

  private mutating func compile(
    _ expression: QueryExpression, as kind: JSONKind? = nil
  ) throws -> SQL {
    switch expression {
    case .literal(let value): return "\(bind: value)"
    case .column(let path, let column):
      return dialect.value(
        "\(try alias(path).alias).\(name: column.name)", of: column.description)
    case .key(let path): return try key(path)
    case .isEntity(let path, let names): return try compile(isEntity: path, names)
    case .comparison(let comparison, let lhs, let rhs):
      return try compile(comparison, lhs, rhs)
    case .and(let terms): return try join(terms, " AND ", empty: dialect.condition(true))
    case .or(let terms): return try join(terms, " OR ", empty: dialect.condition(false))
    case .not(let term): return dialect.negation(of: try compile(condition: term))
    case .membership(let value, let list): return try compile(membership: value, list)
    case .text(let comparison, let lhs, let rhs, let options):
      return try compile(comparison, lhs, rhs, options)
    case .search(let path, let search): return try compile(search, at: path)
    case .searchRank(let path, let search): return try compile(rankIn: search, at: path)
    case .arithmetic(let operation, let lhs, let rhs):
      return dialect.call(
        operation, try compile(value: lhs, as: .integer), try compile(value: rhs, as: .integer),
        isWhole: lhs.isWhole && rhs.isWhole)
    case .function(.coalesce, let values) where isJSON(expression) && kind == nil:
      return try dialect.call(.coalesce, values.map { try compile(jsonOrNull: $0) })
    case .function(let function, let arguments):
      return try compile(function, arguments, as: kind ?? self.kind(of: expression))
    case .conditional(let condition, let yes, let no) where isJSON(expression) && kind == nil:
      return """
        CASE WHEN \(try compile(condition: condition)) THEN \(try compile(jsonOrNull: yes)) \
        ELSE \(try compile(jsonOrNull: no)) END
        """
    case .conditional(let condition, let yes, let no):
      let kind = kind ?? self.kind(of: expression)
      return """
        CASE WHEN \(try compile(condition: condition)) THEN \(try compile(value: yes, as: kind)) \
        ELSE \(try compile(value: no, as: kind)) END
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
      return "(\(try self.elements(elements, aggregate, of: value, where: condition, as: kind)))"
    }
  }

  // NULL has every type.
  private mutating func compile(jsonOrNull expression: QueryExpression) throws -> SQL {
    isJSON(expression) ? try compile(json: expression) : "NULL"
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
    // Values inside JSON texts are compared as such if nothing else says their type.
    if isJSON(lhs), isJSON(rhs) {
      let (left, right) = (try compile(json: lhs), try compile(json: rhs))
      switch comparison {
      case .equal: return dialect.isSame("(\(left))::jsonb", "(\(right))::jsonb")
      case .notEqual: return dialect.isDifferent("(\(left))::jsonb", "(\(right))::jsonb")
      default:
        // Numbers are in their order, and texts in that of their bytes.
        let terms = [JSONKind.number, .text].map { kind -> SQL in
          """
          \(dialect.value(ofJSON: left, as: kind)) \(SQL(comparison.rawValue)) \
          \(dialect.value(ofJSON: right, as: kind))
          """
        }
        return "coalesce(\(terms.joined()))"
      }
    }
    let left = try compile(lhs, comparedWith: rhs)
    // NULL is written into the text: for a parameter SQLite doesn't know that an index without the rows of NULL serves.
    let isNull = rhs == .literal(.null) && (comparison == .equal || comparison == .notEqual)
    let right = isNull ? "NULL" : try compile(rhs, comparedWith: lhs)
    switch comparison {
    // `x = 3` is all that `x IS 3` is, where NULL counts as false; and indexes like it better.
    case .equal where lhs.isNonNullLiteral || rhs.isNonNullLiteral: return "\(left) = \(right)"
    case .equal: return dialect.isSame(left, right)
    case .notEqual: return dialect.isDifferent(left, right)
    default: return "\(left) \(SQL(comparison.rawValue)) \(right)"
    }
  }

  /// Compiles a value that is compared with another. A literal gets the type of a column, so that an index of the
  /// column serves.
  private mutating func compile(
    _ expression: QueryExpression, comparedWith other: QueryExpression
  ) throws -> SQL {
    switch (expression, other) {
    case (.column(let path, let column), .literal):
      return "\(try alias(path).alias).\(name: column.name)"
    // A text has characters if it has bytes, whatever a character is.
    case (.function(.length, let text), .literal(.integer(0))) where dialect == .postgreSQL,
      (.function(.length, let text), .literal(.null)) where dialect == .postgreSQL:
      let text = try text.map { try compile(value: $0, as: .text) }
      return "octet_length(\(text.joined()))::bigint"
    // A column of integers is compared with a number that has a fraction, or is none of theirs, as `numeric`.
    case (.literal(.real(let number)), .column(_, let column))
    where dialect == .postgreSQL && column.description.storageClass == .integer:
      if let integer = Int64(exactly: number) { return "\(bind: .integer(integer), as: .integer)" }
      return "\(bind: .real(number), as: .real)::text::numeric"
    case (.literal(let value), .column(_, let column)):
      return dialect.parameter(
        "\(bind: value, as: column.description.storageClass)", for: column.description)
    default: return try compile(value: expression, as: kind(of: other))
    }
  }

  private mutating func compile(
    membership value: QueryExpression, _ list: [ColumnValue]
  ) throws -> SQL {
    let values = list.filter { !$0.isNull }
    var parts: [SQL] = []
    if !values.isEmpty {
      let lhs = try compile(value, comparedWith: .literal(values[0]))
      let list =
        if let list = try dialect.list(values, for: value) {
          list
        } else {
          try values.map { try compile(.literal($0), comparedWith: value) }.joined()
        }
      parts.append("\(lhs) IN (\(list))")
    }
    if values.count < list.count { parts.append("\(try compile(value: value)) IS NULL") }
    return parts.isEmpty ? dialect.condition(false) : "(\(parts.joined(" OR ")))"
  }

  private mutating func compile(isEntity path: QueryPath, _ names: [String]) throws -> SQL {
    let (alias, entity) = try alias(path)
    var wanted: Set<String> = []
    for name in names { wanted.formUnion(try tables.table(name).kinds.map(\.entity.name)) }
    let table = try tables.table(entity)
    let kinds = table.kinds.map(\.entity.name).filter { wanted.contains($0) }
    guard !kinds.isEmpty else { return dialect.condition(false) }
    guard table.isShared else { return "\(alias).\(.key) IS NOT NULL" }
    return "\(alias).\(.entity) IN (\(literals: kinds))"
  }

  private mutating func compile(
    _ comparison: QueryExpression.TextComparison, _ lhs: QueryExpression,
    _ rhs: QueryExpression, _ options: QueryExpression.TextOptions
  ) throws -> SQL {
    if comparison == .equal, options.isEmpty { return try compile(.equal, lhs, rhs) }
    return try dialect.condition(
      comparison, try compile(value: lhs, as: .text), try compile(value: rhs, as: .text), options)
  }

  private mutating func compile(
    _ function: QueryExpression.Function, _ arguments: [QueryExpression], as kind: JSONKind?
  ) throws -> SQL {
    if function == .decimalOrder, case .literal(let value)? = arguments.first {
      return dialect.decimalOrder(of: value)
    }
    let kinds: [JSONKind?] =
      if case .program(let function) = function {
        function.arguments.map { $0 == .integer ? .integer : JSONKind($0) }
      } else {
        arguments.map { _ in function == .coalesce ? kind : self.kind(ofArgumentsOf: function) }
      }
    let values = try zip(arguments, kinds).map { argument, kind in
      let value = try compile(value: argument, as: kind)
      // On a server, arithmetic on integers gives `numeric`, which these functions don't take.
      return kind == .integer && function != .negate
        ? dialect.integer(value, of: argument) : value
    }
    return try dialect.call(function, values)
  }
}

extension QueryExpression.Function {
  fileprivate var isBitwise: Bool {
    switch self {
    case .bitAnd, .bitOr, .bitXor, .bitNot, .leftShift, .rightShift, .bitCount: true
    default: false
    }
  }
}

extension QueryExpression {
  /// True if the value is an integer, or a value inside a JSON text that is taken for one.
  fileprivate var isWhole: Bool {
    switch self {
    case .literal(.integer), .key, .json, .element, .elementKey: true
    case .column(_, let column): column.description.storageClass == .integer
    case .arithmetic(_, let lhs, let rhs), .conditional(_, let lhs, let rhs):
      lhs.isWhole && rhs.isWhole
    case .function(.coalesce, let values), .function(.negate, let values),
      .function(.absolute, let values):
      values.allSatisfy(\.isWhole)
    case .function(.length, _), .function(.byteCount, _), .function(.integer, _),
      .function(.unsigned, _), .function(.datePart, _):
      true
    case .function(let function, _): function.isBitwise
    case .aggregate(let aggregate, _, _, let value),
      .aggregateElements(let aggregate, _, _, let value):
      aggregate != .average && value?.isWhole != false
    default: false
    }
  }

  var isNonNullLiteral: Bool {
    if case .literal(let value) = self { return !value.isNull && !value.isNaN }
    return false
  }

  /// True if a value inside JSON texts is typed in the parts of the expression.
  fileprivate var hasKindsOfItsOwn: Bool {
    switch self {
    case .function, .conditional, .aggregateElements: true
    default: false
    }
  }

  /// True if this compiles to a condition rather than a value.
  fileprivate var isCondition: Bool {
    switch self {
    case .comparison, .and, .or, .not, .membership, .text, .search, .isEntity, .exists,
      .existsElement:
      true
    case .literal, .column, .key, .searchRank, .arithmetic, .function, .conditional, .aggregate,
      .json, .element,
      .elementKey, .aggregateElements:
      false
    }
  }

  /// True if the condition may be NULL in SQL where it is false in Swift.
  fileprivate var mayBeNull: Bool {
    switch self {
    case .not, .exists, .existsElement: false
    default: isCondition
    }
  }
}

extension SQLCompiler {
  /// The terms of ORDER BY for a sort key.
  mutating func compile(_ key: Query.Sort) throws -> [SQL] {
    let direction = dialect.direction(
      isAscending: key.isAscending, nils: key.nils, isRequired: isRequired(key.expression))
    if isJSON(key.expression) {
      let value = try compile(json: key.expression)
      return [JSONKind.number, .text].map { kind in
        let typed = dialect.value(ofJSON: value, as: kind)
        return "\(typed)\(kind == .text ? dialect.order(key.effectiveCollation) : "")\(direction)"
      }
    }
    let value = try compile(value: key.expression)
    if key.expression.isUnsigned { return ["(\(value) < 0)\(direction)", "\(value)\(direction)"] }
    let ordered = dialect.ordered(value, key.effectiveCollation, of: key.expression)
    return ["\(ordered)\(direction)"]
  }

  /// True if no row lacks the value: it is a required column, or the key, of the row that the query finds.
  func isRequired(_ expression: QueryExpression) -> Bool {
    switch expression {
    case .column(let path, let column): path.steps.isEmpty && !column.description.isOptional
    case .key(let path): path.steps.isEmpty
    default: false
    }
  }
}
