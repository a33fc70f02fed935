import StrataQuery
import StrataSQLite
import StrataSchema

extension SQLCompiler {
  /// The value at the end of some steps into a JSON text.
  mutating func json(_ document: QueryExpression, _ steps: [JSONStep]) throws -> SQL {
    guard let last = steps.last else { return dialect.json(try source(document)) }
    if case .computed(let key) = last {
      let source = try json(source: document, steps.dropLast())
      // A number or a text, as it stands there.
      let step: SQL =
        isJSON(key)
        ? "(\(try compile(json: key)) #>> '{}')" : try compile(value: key, as: kind(of: key))
      return dialect.json(source, key: step)
    }
    var path: [String] = []
    var rest = steps[...]
    while let step = rest.last, let text = dialect.path(step) {
      path.insert(text, at: 0)
      rest.removeLast()
    }
    if path.isEmpty, case .key(let key) = last {
      return dialect.json(try json(source: document, steps.dropLast()), key: "\(bind: key)")
    }
    return dialect.json(try json(source: document, rest), at: path)
  }

  private mutating func json(
    source document: QueryExpression, _ steps: ArraySlice<JSONStep>
  ) throws -> SQL {
    try steps.isEmpty ? source(document) : json(document, Array(steps))
  }

  private mutating func source(_ document: QueryExpression) throws -> SQL {
    try isJSON(document) ? compile(json: document) : compile(value: document)
  }

  /// A sub-query over the elements of a JSON text: a row for each, or one value over them.
  ///
  /// - Parameter kind: The type to which a JSON value is converted.
  mutating func elements(
    _ elements: QueryElements, _ aggregate: QueryExpression.Aggregate? = nil,
    of value: QueryExpression? = nil, where condition: QueryExpression?, as kind: JSONKind? = nil
  ) throws -> SQL {
    let alias = declare(element: elements.variable)
    let isJSON = value.map { self.isJSON($0) } ?? false
    let isExtreme = aggregate == .minimum || aggregate == .maximum
    let kind = isExtreme ? kind : .number
    let selected: SQL =
      if let value {
        isJSON && isExtreme && kind == nil
          ? try compile(json: value) : try compile(value: value, as: kind)
      } else {
        aggregate == nil ? "1" : "*"
      }
    let document = try source(elements.document)
    var source: SQL = "FROM \(dialect.elements(of: document)) AS \(alias)"
    if let condition, condition != .alwaysTrue {
      source += " WHERE \(try compile(condition: condition))"
    }
    guard let aggregate else { return "SELECT \(selected) \(source)" }
    guard isJSON, isExtreme, kind == nil else {
      return "SELECT \(aggregate.sql)(\(selected)) \(source)"
    }
    // A value of the type json has no order.
    let direction: SQL = aggregate == .minimum ? "ASC" : "DESC"
    let terms = [JSONKind.number, .text].map { kind -> SQL in
      "\(dialect.value(ofJSON: selected, as: kind)) \(direction) NULLS LAST"
    }
    return "SELECT \(selected) \(source) ORDER BY \(terms.joined()) LIMIT 1"
  }
}

// The types of values inside JSON texts, for an engine that wants one for each expression.
extension SQLCompiler {
  /// Returns true if an expression's SQL is of the engine's type for JSON.
  func isJSON(_ expression: QueryExpression) -> Bool {
    guard dialect == .postgreSQL else { return false }
    switch expression {
    case .json, .element, .elementKey: return true
    case .aggregateElements(.minimum, _, _, let value?),
      .aggregateElements(.maximum, _, _, let value?):
      return isJSON(value)
    case .function(.coalesce, let values):
      return values.contains(where: isJSON) && kind(of: expression) == nil
    case .conditional(_, let yes, let no):
      return (isJSON(yes) || isJSON(no)) && kind(of: expression) == nil
    default: return false
    }
  }

  /// The type to which a JSON value is converted that is compared with an expression. Nil for NULL and JSON values.
  func kind(of expression: QueryExpression) -> JSONKind? {
    switch expression {
    case .literal(let value): return value.storageClass.map { JSONKind($0) }
    case .column(_, let column): return JSONKind(column.description.storageClass)
    case .key, .isEntity, .comparison, .and, .or, .not, .membership, .text, .search, .searchRank,
      .exists,
      .existsElement, .arithmetic:
      return .number
    case .function(.coalesce, let values):
      return values.lazy.compactMap { kind(of: $0) }.first
    case .function(let function, _): return kind(of: function)
    case .conditional(_, let yes, let no): return kind(of: yes) ?? kind(of: no)
    case .aggregate(.count, _, _, _), .aggregate(.sum, _, _, _), .aggregate(.average, _, _, _),
      .aggregateElements(.count, _, _, _), .aggregateElements(.sum, _, _, _),
      .aggregateElements(.average, _, _, _):
      return .number
    case .aggregate(_, _, _, let value), .aggregateElements(_, _, _, let value):
      return value.flatMap { kind(of: $0) }
    case .json, .element, .elementKey: return nil
    }
  }

  private func kind(of function: QueryExpression.Function) -> JSONKind? {
    switch function {
    case .lowercase, .uppercase, .uuidText, .decimal: .text
    case .bucket(.decimal): .text
    case .program(let function): JSONKind(function.result.storageClass)
    case .coalesce: nil
    default: .number
    }
  }

  /// The type to which a function's JSON arguments are converted. Nil for functions that take any type.
  func kind(ofArgumentsOf function: QueryExpression.Function) -> JSONKind? {
    switch function {
    case .lowercase, .uppercase, .length, .integer: .text
    case .bitAnd, .bitOr, .bitXor, .bitNot, .leftShift, .rightShift, .bitCount, .unsigned,
      .unsignedOrder, .negate:
      .integer
    case .absolute, .decimalOrder, .decimal: .number
    case .bucket(.integer), .bucket(.unsigned): .integer
    case .bucket(.decimal): .text
    case .real, .dateStart, .datePart, .bucket(.real): .real
    case .coalesce, .now, .byteCount, .uuidText, .program: nil
    }
  }
}
