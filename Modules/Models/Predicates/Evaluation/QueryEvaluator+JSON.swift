import Foundation
import StrataQuery
import StrataSchema

extension QueryEvaluator {
  /// Returns the value at a path in a JSON text.
  static func json(_ document: QueryExpression, _ steps: [JSONStep]) -> Value {
    let document = value(document)
    let keys = steps.map { step -> Value in
      switch step {
      case .key(let key): return { _ in .text(key) }
      case .index(let index): return { _ in .integer(Int64(index)) }
      case .computed(let key):
        let key = value(key)
        return { variables in
          let key = try key(variables)
          // A negative computed index doesn't count from the end.
          if case .integer(..<0) = key { return .null }
          return key
        }
      }
    }
    return { variables in
      guard case .text(let text) = try document(variables) else { return .null }
      var current = StoredJSON.read(text)
      for key in keys { current = current?.value(at: try key(variables)) }
      return current?.columnValue ?? .null
    }
  }

  /// Binds the variable to each element of a JSON text in turn.
  static func elements(_ elements: QueryElements) -> (Variables) throws -> [Variables] {
    let document = value(elements.document)
    let variable = elements.variable
    return { variables in
      guard case .text(let text) = try document(variables) else { return [] }
      return (StoredJSON.read(text)?.elements ?? []).map { element in
        variables.binding(
          variable, to: .element(key: element.key, value: element.value.columnValue))
      }
    }
  }
}
