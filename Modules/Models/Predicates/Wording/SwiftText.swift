import Foundation
import StrataModel

/// Descriptions of predicate nodes as Swift source, for error messages.
enum SwiftText {
  static func of<Expression>(_ expression: Expression) -> String {
    guard !PredicateTranslator.worded.isEmpty, let node = expression as? any SwiftTextConvertible
    else {
      // The node's generic arguments would be unreadable.
      return "\(type(of: expression))".prefix { $0 != "<" } + "(…)"
    }
    let text = node.swiftText
    return text.hasPrefix("(") && text.hasSuffix(")") && isOneGroup(text)
      ? String(text.dropFirst().dropLast()) : text
  }

  // Returns true if the first parenthesis is closed by the last.
  private static func isOneGroup(_ text: String) -> Bool {
    var depth = 0
    for (offset, character) in text.enumerated() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return offset == text.count - 1 }
    }
    return false
  }

  static func operand<Expression>(_ expression: Expression) -> String {
    (expression as? any SwiftTextConvertible)?.swiftText ?? of(expression)
  }

  static func value(_ value: Any) -> String {
    switch PredicateTranslator.Subject(constant: value) {
    case .null: "nil"
    case .constant(let text as String): text.debugDescription
    case .constant(let model as any PersistentModel): "\(model.persistentModelID)"
    case .constant(let value): "\(value)"
    default: "…"
    }
  }

  /// Returns the name of a key path's property, as it is written after a dot.
  static func name(_ keyPath: AnyKeyPath) -> String {
    if let entity = (type(of: keyPath).rootType as? any PersistentModel.Type)?._$entity,
      let name = entity.property(at: keyPath)?.name ?? entity.computedProperty(at: keyPath)
    {
      return name
    }
    let text = "\(keyPath)".drop { $0 != "." }.dropFirst()
    return text.isEmpty || text.contains("<") ? "<\(type(of: keyPath).valueType)>" : String(text)
  }
}

/// A predicate node that can be described as Swift source.
protocol SwiftTextConvertible: SendableMetatype {
  var swiftText: String { get }
}

extension PredicateExpressions.Variable: SwiftTextConvertible {
  var swiftText: String { "$0" }
}

extension PredicateExpressions.Value: SwiftTextConvertible {
  var swiftText: String { SwiftText.value(value) }
}

extension PredicateExpressions.NilLiteral: SwiftTextConvertible {
  var swiftText: String { "nil" }
}

extension PredicateExpressions.KeyPath: SwiftTextConvertible {
  var swiftText: String {
    let name =
      switch kind {
      case .collectionCount: "count"
      case .collectionIsEmpty: "isEmpty"
      case .collectionFirst: "first"
      case .bidirectionalCollectionLast: "last"
      default: CollectionProperty(keyPath).map { "\($0)" } ?? SwiftText.name(keyPath)
      }
    return "\(SwiftText.operand(root)).\(name)"
  }
}

extension PredicateExpressions.Equal: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lhs)) == \(SwiftText.operand(rhs)))" }
}

extension PredicateExpressions.NotEqual: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lhs)) != \(SwiftText.operand(rhs)))" }
}

extension PredicateExpressions.Conjunction: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lhs)) && \(SwiftText.operand(rhs)))" }
}

extension PredicateExpressions.Disjunction: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lhs)) || \(SwiftText.operand(rhs)))" }
}

extension PredicateExpressions.IntDivision: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lhs)) / \(SwiftText.operand(rhs)))" }
}

extension PredicateExpressions.FloatDivision: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lhs)) / \(SwiftText.operand(rhs)))" }
}

extension PredicateExpressions.IntRemainder: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lhs)) % \(SwiftText.operand(rhs)))" }
}

extension PredicateExpressions.NilCoalesce: SwiftTextConvertible {
  var swiftText: String { "(\(SwiftText.operand(lhs)) ?? \(SwiftText.operand(rhs)))" }
}

extension PredicateExpressions.Comparison: SwiftTextConvertible {
  var swiftText: String {
    let sign =
      switch op {
      case .lessThan: "<"
      case .lessThanOrEqual: "<="
      case .greaterThan: ">"
      case .greaterThanOrEqual: ">="
      @unknown default: "?"
      }
    return "(\(SwiftText.operand(lhs)) \(sign) \(SwiftText.operand(rhs)))"
  }
}

extension PredicateExpressions.Arithmetic: SwiftTextConvertible {
  var swiftText: String {
    let sign =
      switch op {
      case .add: "+"
      case .subtract: "-"
      case .multiply: "*"
      @unknown default: "?"
      }
    return "(\(SwiftText.operand(lhs)) \(sign) \(SwiftText.operand(rhs)))"
  }
}

extension PredicateExpressions.UnaryMinus: SwiftTextConvertible {
  var swiftText: String { "-\(SwiftText.operand(wrapped))" }
}

extension PredicateExpressions.Negation: SwiftTextConvertible {
  var swiftText: String { "!\(SwiftText.operand(wrapped))" }
}

extension PredicateExpressions.ForcedUnwrap: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(inner))!" }
}

extension PredicateExpressions.ModelProperty: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(root)).\(SwiftText.name(keyPath))" }
}

extension PredicateExpressions.SearchMatch: SwiftTextConvertible {
  var swiftText: String { "\(SwiftText.operand(root)).matches(\(SwiftText.of(search)))" }
}

extension PredicateExpressions.FunctionCall: SwiftTextConvertible {
  var swiftText: String {
    var words: [String] = []
    for argument in repeat each arguments { words.append(SwiftText.of(argument)) }
    return "\(name).call(\(words.joined(separator: ", ")))"
  }
}

extension PredicateExpressions.Captured: SwiftTextConvertible {
  var swiftText: String { SwiftText.value(value) }
}
