import StrataQuery
import StrataSchema

extension SQLCompiler {
  /// What a JSON text holds at the end of some steps.
  mutating func json(_ document: QueryExpression, _ steps: [JSONStep]) throws -> String {
    var rest = steps[...]
    // What is selected out of stands last in the text; so do its arguments.
    guard let last = rest.popLast() else {
      return "json_extract(\(try compile(operand: document)), '$')"
    }
    if case .computed(let key) = last {
      let source = try json(source: document, Array(rest))
      return "(SELECT value FROM json_each(\(source)) WHERE key = \(try compile(operand: key)))"
    }
    var path = ""
    var plain = steps[...]
    while let step = plain.last, let text = Self.path(step) {
      path = text + path
      plain.removeLast()
    }
    if path.isEmpty, case .key(let key) = last {
      let source = try json(source: document, Array(rest))
      return "(SELECT value FROM json_each(\(source)) WHERE key = \(bind(.text(key))))"
    }
    let source = try json(source: document, Array(plain))
    return "json_extract(\(source), \(bind(.text("$" + path))))"
  }

  private mutating func json(
    source document: QueryExpression, _ steps: [JSONStep]
  ) throws -> String {
    try steps.isEmpty ? compile(operand: document) : json(document, steps)
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
  ) throws -> String {
    let alias = declare(element: elements.variable)
    let selected = try value.map { try compile(operand: $0) } ?? (aggregate == nil ? "1" : "*")
    var sql = "FROM json_each(\(try compile(operand: elements.document))) AS \(alias)"
    if let condition, condition != .alwaysTrue { sql += " WHERE \(try compile(condition))" }
    guard let aggregate else { return "SELECT \(selected) \(sql)" }
    return "SELECT \(aggregate.rawValue)(\(selected)) \(sql)"
  }
}
