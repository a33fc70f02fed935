public import Foundation
internal import StrataQuery

extension PredicateExpressions {
  /// A call of a function of the program.
  public struct FunctionCall<Output, each Argument: PredicateExpression>: PredicateExpression {
    let name: String
    let arguments: (repeat each Argument)
    fileprivate let query: QueryFunction
    fileprivate let refusal: String?
    private let body: @Sendable (repeat (each Argument).Output) throws -> Output

    fileprivate init<each Parameter>(
      _ function: PredicateFunction<repeat each Parameter, Output>,
      _ arguments: repeat each Argument
    ) where repeat (each Argument).Output == each Parameter {
      name = function.name
      query = function.query
      refusal = function.refusal
      body = function.body
      self.arguments = (repeat each arguments)
    }

    /// Calls the function.
    public func evaluate(_ bindings: PredicateBindings) throws -> Output {
      try body(repeat (each arguments).evaluate(bindings))
    }
  }

  /// Builds the node that `#Predicate` makes of `call(_:)`.
  public static func build_call<each Parameter, Output, each Argument: PredicateExpression>(
    _ function: Value<PredicateFunction<repeat each Parameter, Output>>,
    _ arguments: repeat each Argument
  ) -> FunctionCall<Output, repeat each Argument>
  where repeat (each Argument).Output == each Parameter {
    FunctionCall(function.value, repeat each arguments)
  }
}

extension PredicateExpressions.FunctionCall: StandardPredicateExpression, _UnarchivedExpression,
  Sendable, Codable
where repeat each Argument: StandardPredicateExpression {}

extension PredicateExpressions.FunctionCall: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    if let refusal { throw Untranslatable(refusal) }
    var values: [QueryExpression] = []
    for argument in repeat each arguments { values.append(try translator.value(argument)) }
    return .value(.function(.program(query), values))
  }
}
