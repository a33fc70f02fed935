import Foundation
import StrataSchema

extension QueryEvaluator {
  /// What a JSON text holds at the end of some steps.
  static func json(
    _ document: QueryExpression, _ steps: [JSONStep], _ variables: Variables
  ) throws -> ColumnValue {
    guard case .text(let text) = try value(document, variables) else { return .null }
    var current = JSONValue.read(text)
    for step in steps {
      let key: ColumnValue =
        switch step {
        case .key(let key): .text(key)
        case .index(let index): .integer(Int64(index))
        case .computed(let key): try value(key, variables)
        }
      // A place that is worked out isn't counted from the end.
      if case .computed = step, case .integer(..<0) = key { return .null }
      current = current?.value(at: key)
    }
    return current?.columnValue ?? .null
  }

  /// The variables with each element of a JSON text in turn.
  static func elements(_ elements: QueryElements, _ variables: Variables) throws -> [Variables] {
    guard case .text(let text) = try value(elements.document, variables) else { return [] }
    return (JSONValue.read(text)?.elements ?? []).map { element in
      var inner = variables
      inner.elements[elements.variable] = (element.key, element.value.columnValue)
      return inner
    }
  }

  /// What is made of numbers that SQLite has no functions for.
  static func applyNumbers(
    _ function: QueryExpression.Function, _ first: ColumnValue, _ second: ColumnValue
  ) -> ColumnValue {
    switch (function, first, second) {
    case (.real, .text(let text), _): Double(text).map { .real($0) } ?? .null
    case (.real, let value, _): value.number.map { .real($0) } ?? .null
    case (.integer, .text(let text), _): .integer(Int64(text) ?? 0)
    case (.integer, .integer, _): first
    case (.byteCount, .blob(let data), _): .integer(Int64(data.count))
    case (.bitCount, .integer(let bits), _): .integer(Int64(bits.nonzeroBitCount))
    case (.uuidText, .blob(let data), _): data.uuidText.map { .text($0) } ?? .null
    case (.unsignedOrder, .integer(let number), _): .integer(number.unsignedOrder)
    case (.decimalOrder, .text(let text), _): text.decimalOrder.map { .text($0) } ?? .null
    case (.unsigned(let operation), .integer(let lhs), .integer(let rhs)):
      lhs.unsigned(operation, rhs).map { .integer($0) } ?? .null
    case (.decimal(let operation), .text(let lhs), .text(let rhs)):
      lhs.decimal(operation, rhs).map { .text($0) } ?? .null
    default: .null
    }
  }
}
