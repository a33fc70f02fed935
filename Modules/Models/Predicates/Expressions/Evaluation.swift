public import Foundation
internal import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// Another predicate, held against a value of this one.
  public struct Evaluation<Input: PredicateExpression>: UnarchivedExpression {
    /// Whether the value meets the predicate.
    public typealias Output = Bool
    /// The other predicate.
    public let predicate: Predicate<Input.Output>
    /// The value.
    public let input: Input

    /// Holds a predicate against a value.
    public init(_ predicate: Predicate<Input.Output>, _ input: Input) {
      self.predicate = predicate
      self.input = input
    }

    /// Whether the value meets the predicate.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try predicate.evaluate(try input.evaluate(bindings))
    }
  }

  /// What `#Predicate` makes of `predicate.evaluate(value)`.
  public static func build_evaluate<Input: PredicateExpression>(
    _ predicate: Predicate<Input.Output>, _ input: Input
  ) -> Evaluation<Input> { .init(predicate, input) }

  /// What `#Predicate` makes of `expression.evaluate(value)`, with an `#Expression` from outside.
  public static func build_evaluate<each Input: PredicateExpression, Output>(
    _ expression: Expression<repeat (each Input).Output, Output>, _ input: repeat each Input
  ) -> ExpressionEvaluate<
    Captured<Expression<repeat (each Input).Output, Output>>, repeat each Input, Output
  > { build_evaluate(Captured(expression), repeat each input) }
}

// Predicates are Sendable; the input is a variable or a path from one.
extension PredicateExpressions.Evaluation: @unchecked Sendable {}

extension PredicateExpressions.Evaluation: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(try translator.condition(predicate, of: try translator.subject(input)))
  }
}

extension PredicateTranslator {
  /// Another predicate about something that has been reached.
  mutating func condition<Input>(
    _ predicate: Predicate<Input>, of subject: Subject
  ) throws -> QueryExpression {
    let key = predicate.variable.key
    // The same predicate may be asked of several things, also of one inside the other.
    let outer = variables.updateValue(subject, forKey: key)
    defer { variables[key] = outer }
    return try condition(predicate.expression)
  }
}
