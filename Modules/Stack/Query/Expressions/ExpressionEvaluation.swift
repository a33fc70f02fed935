public import Foundation
internal import StrataSchema

extension PredicateExpressions {
  /// An expression, worked out for a value of a predicate.
  ///
  /// Foundation's own node takes expressions only where they can be archived.
  public struct ExpressionEvaluation<
    Input: PredicateExpression, Output
  >: UnarchivedExpression {
    /// The expression.
    public let expression: Expression<Input.Output, Output>
    /// The value.
    public let input: Input

    /// Works an expression out for a value.
    public init(_ expression: Expression<Input.Output, Output>, _ input: Input) {
      self.expression = expression
      self.input = input
    }

    /// The expression's result.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try expression.evaluate(try input.evaluate(bindings))
    }
  }

  /// What `#Predicate` makes of `expression.evaluate(value)`.
  public static func build_evaluate<Input: PredicateExpression, Output>(
    _ expression: Expression<Input.Output, Output>, _ input: Input
  ) -> ExpressionEvaluation<Input, Output> { .init(expression, input) }
}

// Expressions are Sendable; the input is a variable or a path from one.
extension PredicateExpressions.ExpressionEvaluation: @unchecked Sendable {}

extension PredicateExpressions.ExpressionEvaluation: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(input)
    let key = expression.variable.key
    // The same expression may be asked of several things, also of one inside the other.
    let outer = translator.variables[key]
    defer { translator.variables[key] = outer }
    translator.bind(expression.variable, to: subject)
    return try translator.subject(expression.expression)
  }
}

extension PredicateExpressions.ExpressionEvaluation: SwiftTextConvertible {
  var swiftText: String { "(an expression).evaluate(\(SwiftText.of(input)))" }
}
