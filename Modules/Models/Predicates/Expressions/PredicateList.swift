public import Foundation
internal import StrataQuery
internal import StrataSchema

extension PredicateExpressions {
  /// Several predicates about the same values, of which all or any must be met.
  public struct PredicateList<each Input>: _UnarchivedExpression {
    /// True if the predicates are met.
    public typealias Output = Bool
    /// True if all predicates must be met, false if one is enough.
    public let needsAll: Bool
    /// The predicates.
    public let predicates: [Predicate<repeat each Input>]
    let inputs: (repeat PredicateExpressions.Variable<each Input>)

    init(
      needsAll: Bool, _ predicates: [Predicate<repeat each Input>],
      _ inputs: repeat PredicateExpressions.Variable<each Input>
    ) {
      self.needsAll = needsAll
      self.predicates = predicates
      self.inputs = (repeat each inputs)
    }

    /// Returns true if all predicates, or any of them, are met.
    ///
    /// For an empty list the result is ``needsAll``.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      for predicate in predicates
      where try predicate.evaluate(repeat (each inputs).evaluate(bindings)) != needsAll {
        return !needsAll
      }
      return needsAll
    }
  }
}

// Predicates are `Sendable`, and variables are only identifiers.
extension PredicateExpressions.PredicateList: @unchecked Sendable {}

extension PredicateExpressions.PredicateList: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    var terms: [QueryExpression] = []
    for predicate in predicates {
      for (inner, outer) in repeat (each predicate.variable, each inputs) {
        translator.variables[inner.key] = try translator.subject(outer)
      }
      terms.append(try translator.condition(predicate.expression))
    }
    return .value(needsAll ? .and(terms) : .or(terms))
  }
}
