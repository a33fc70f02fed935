import StrataQuery
import StrataSQLite
import StrataSchema

extension SQLCompiler {
  /// The value at the end of some steps into a JSON text.
  mutating func json(_ document: QueryExpression, _ steps: [JSONStep]) throws -> SQL {
    guard let last = steps.last else {
      return "json_extract(\(try compile(value: document)), '$')"
    }
    if case .computed(let key) = last {
      let source = try json(source: document, steps.dropLast())
      return member(named: try compile(value: key), of: source)
    }
    var path = ""
    var rest = steps[...]
    while let step = rest.last, let text = Self.path(step) {
      path = text + path
      rest.removeLast()
    }
    if path.isEmpty, case .key(let key) = last {
      return member(named: "\(bind: key)", of: try json(source: document, steps.dropLast()))
    }
    return "json_extract(\(try json(source: document, rest)), \(bind: "$" + path))"
  }

  private func member(named key: SQL, of source: SQL) -> SQL {
    "(SELECT value FROM json_each(\(source)) WHERE key = \(key))"
  }

  private mutating func json(
    source document: QueryExpression, _ steps: ArraySlice<JSONStep>
  ) throws -> SQL {
    try steps.isEmpty ? compile(value: document) : json(document, Array(steps))
  }

  /// A step as a part of a path; nil for a key that no path can have, since paths have no escapes.
  private static func path(_ step: JSONStep) -> String? {
    switch step {
    case .index(let index): index < 0 ? "[#\(index)]" : "[\(index)]"
    case .key(let key):
      key.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 }
        ? ".\"\(key)\"" : nil
    case .computed: nil
    }
  }

  /// A sub-query over the elements of a JSON text: a row for each, or one value over them.
  mutating func elements(
    _ elements: QueryElements, _ aggregate: QueryExpression.Aggregate? = nil,
    of value: QueryExpression? = nil, where condition: QueryExpression?
  ) throws -> SQL {
    let alias = declare(element: elements.variable)
    let selected = try value.map { try compile(value: $0) } ?? (aggregate == nil ? "1" : "*")
    var source: SQL = "FROM json_each(\(try compile(value: elements.document))) AS \(alias)"
    if let condition, condition != .alwaysTrue {
      source += " WHERE \(try compile(condition: condition))"
    }
    guard let aggregate else { return "SELECT \(selected) \(source)" }
    return "SELECT \(aggregate.sql)(\(selected)) \(source)"
  }
}
