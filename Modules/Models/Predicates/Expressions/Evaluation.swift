public import Foundation
internal import StrataQuery
import StrataSQLite
internal import StrataSchema

extension PredicateExpressions {
  /// The evaluation of another predicate for a value of this one.
  public struct Evaluation<Input: PredicateExpression>: _UnarchivedExpression {
    /// True if the value meets the predicate.
    public typealias Output = Bool
    /// The other predicate.
    public let predicate: Predicate<Input.Output>
    /// The value.
    public let input: Input

    /// Evaluates a predicate for a value.
    public init(_ predicate: Predicate<Input.Output>, _ input: Input) {
      self.predicate = predicate
      self.input = input
    }

    /// Returns true if the value meets the predicate.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try predicate.evaluate(try input.evaluate(bindings))
    }
  }

  /// Builds the node that `#Predicate` makes of `predicate.evaluate(value)`.
  public static func build_evaluate<Input: PredicateExpression>(
    _ predicate: Predicate<Input.Output>, _ input: Input
  ) -> Evaluation<Input> { .init(predicate, input) }

  /// Builds the node that `#Predicate` makes of `expression.evaluate(value)` for a captured
  /// `#Expression`.
  public static func build_evaluate<each Input: PredicateExpression, Output>(
    _ expression: Expression<repeat (each Input).Output, Output>, _ input: repeat each Input
  ) -> ExpressionEvaluate<
    Captured<Expression<repeat (each Input).Output, Output>>, repeat each Input, Output
  > { build_evaluate(Captured(expression), repeat each input) }
}

// Predicates are `Sendable`, and the input is a variable or a path from one.
extension PredicateExpressions.Evaluation: @unchecked Sendable {}

extension PredicateExpressions.Evaluation: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(try translator.condition(predicate, of: try translator.subject(input)))
  }
}

extension PredicateTranslator {
  /// Translates another predicate about a subject.
  mutating func condition<Input>(
    _ predicate: Predicate<Input>, of subject: Subject
  ) throws -> QueryExpression {
    let key = predicate.variable.key
    // The same predicate may be evaluated for several subjects, also nested, so that the outer
    // binding is restored.
    let outer = variables.updateValue(subject, forKey: key)
    defer { variables[key] = outer }
    return try condition(predicate.expression)
  }
}

extension PredicateExpressions.ExpressionEvaluate: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    guard
      case .constant(let value) = try translator.subject(self.expression),
      let evaluated = value as? Transformation.Output
    else { throw Untranslatable("an expression has to be captured") }
    for (variable, input) in repeat (each evaluated.variable, each input) {
      translator.bind(variable, to: try translator.subject(input))
    }
    return try translator.subject(evaluated.expression)
  }
}

/// A predicate node that can't be archived.
///
/// It holds key paths, other predicates or values of any type, which have no coded form. Foundation
/// requires that nodes be `Codable`, although it archives no predicates on Linux.
public protocol _UnarchivedExpression: StandardPredicateExpression {}

extension _UnarchivedExpression {
  /// Always throws, since the node can't be archived.
  ///
  /// - Throws: `DecodingError.dataCorrupted`.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "\(Self.self) can't be archived"))
  }

  /// Always throws, since the node can't be archived.
  ///
  /// - Throws: `EncodingError.invalidValue`.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: "\(Self.self) can't be archived"))
  }
}
