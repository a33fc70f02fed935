import StrataQuery
import StrataSQLite
import StrataSchema

extension SQLCompiler {
  /// The value at the end of some steps into a JSON text.
  mutating func json(_ document: QueryExpression, _ steps: [JSONStep]) throws -> SQL {
    guard let last = steps.last else {
      return try dialect.json(try compile(value: document))
    }
    if case .computed(let key) = last {
      let source = try json(source: document, steps.dropLast())
      return try dialect.json(source, key: try compile(value: key))
    }
    var path = ""
    var rest = steps[...]
    while let step = rest.last, let text = try dialect.path(step) {
      path = text + path
      rest.removeLast()
    }
    if path.isEmpty, case .key(let key) = last {
      return try dialect.json(try json(source: document, steps.dropLast()), key: "\(bind: key)")
    }
    return try dialect.json(try json(source: document, rest), at: path)
  }

  private mutating func json(
    source document: QueryExpression, _ steps: ArraySlice<JSONStep>
  ) throws -> SQL {
    try steps.isEmpty ? compile(value: document) : json(document, Array(steps))
  }

  /// A sub-query over the elements of a JSON text: a row for each, or one value over them.
  mutating func elements(
    _ elements: QueryElements, _ aggregate: QueryExpression.Aggregate? = nil,
    of value: QueryExpression? = nil, where condition: QueryExpression?
  ) throws -> SQL {
    let alias = declare(element: elements.variable)
    let selected = try value.map { try compile(value: $0) } ?? (aggregate == nil ? "1" : "*")
    let document = try compile(value: elements.document)
    var source: SQL = "FROM \(try dialect.elements(of: document)) AS \(alias)"
    if let condition, condition != .alwaysTrue {
      source += " WHERE \(try compile(condition: condition))"
    }
    guard let aggregate else { return "SELECT \(selected) \(source)" }
    return "SELECT \(aggregate.sql)(\(selected)) \(source)"
  }
}
