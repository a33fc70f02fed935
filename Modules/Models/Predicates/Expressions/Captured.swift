public import Foundation

extension PredicateExpressions {
  /// A value of any type that a predicate was made with: also one that isn't `Codable`, such as a
  /// model or an enum.
  public struct Captured<Output>: UnarchivedExpression {
    /// The value.
    public let value: Output

    /// Holds a value.
    public init(_ value: Output) { self.value = value }

    /// The value.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output { value }
  }
}

// A predicate with a model in it belongs to the model's isolation, as the model does; the predicate
// itself never changes what it holds. Foundation's own node for captured values is as free.
extension PredicateExpressions.Captured: @unchecked Sendable {}

extension PredicateExpressions.Captured: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    PredicateTranslator.Subject(constant: value)
  }
}
