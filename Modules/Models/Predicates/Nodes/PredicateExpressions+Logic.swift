import Foundation
import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateExpressions.Conjunction: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let left = try translator.subject(constantOr: lhs)
    if case .constant(false as Bool) = left { return .constant(false) }
    let rhs = try translator.condition(rhs)
    if case .constant = left { return .value(rhs) }
    return .value(.and([try translator.condition(lhs), rhs]))
  }
}

extension PredicateExpressions.Disjunction: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let left = try translator.subject(constantOr: lhs)
    if case .constant(true as Bool) = left { return .constant(true) }
    let rhs = try translator.condition(rhs)
    if case .constant = left { return .value(rhs) }
    return .value(.or([try translator.condition(lhs), rhs]))
  }
}

extension PredicateExpressions.Negation: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(.not(try translator.condition(wrapped)))
  }
}

extension PredicateExpressions.Conditional: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    switch try translator.subject(constantOr: test) {
    case .constant(true as Bool): return try translator.subject(trueBranch)
    case .constant(false as Bool): return try translator.subject(falseBranch)
    default: break
    }
    let test = try translator.condition(test)
    // Each branch has its own guards, since only the branch that is taken unwraps its values.
    if If.Output.self == Bool.self {
      return .value(
        .conditional(
          test, try translator.condition(trueBranch), try translator.condition(falseBranch)))
    }
    let (yes, no) = (try translator.branch(trueBranch), try translator.branch(falseBranch))
    let unified = try translator.unify([yes, no], If.Output.self)
    return unified.subject(.conditional(test, unified.values[0], unified.values[1]))
  }
}

extension PredicateTranslator {
  /// Evaluates a condition that depends only on captured values, or returns `.null` for any other.
  ///
  /// A constant condition isn't sent to the store. If it decides the result, as in `search.isEmpty
  /// || …`, the other operand needn't be translatable.
  func subject<Condition: PredicateExpression>(
    constantOr condition: Condition
  ) throws -> Subject where Condition.Output == Bool {
    constant(of: condition) ?? .null
  }

  /// Translates an expression that is evaluated only if a condition holds, without adding its
  /// guards to the outer condition.
  mutating func branch<Expression>(_ expression: Expression) throws -> Subject {
    let outer = guards
    defer { guards = outer }
    return try subject(expression)
  }
}
