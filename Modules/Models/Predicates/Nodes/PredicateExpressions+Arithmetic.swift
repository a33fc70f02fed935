import Foundation
import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateExpressions.Arithmetic: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let operation: QueryExpression.Arithmetic =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw Untranslatable("an unknown operation")
      }
    return .value(
      try translator.arithmetic(
        operation, try translator.subject(lhs), try translator.subject(rhs), LHS.Output.self))
  }
}

extension PredicateExpressions.IntDivision: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(
      try translator.arithmetic(
        .divide, try translator.subject(lhs), try translator.subject(rhs), LHS.Output.self))
  }
}

extension PredicateExpressions.IntRemainder: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(
      try translator.arithmetic(
        .remainder, try translator.subject(lhs), try translator.subject(rhs), LHS.Output.self))
  }
}

extension PredicateExpressions.FloatDivision: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(
      try translator.arithmetic(
        .divide, try translator.subject(lhs), try translator.subject(rhs), LHS.Output.self))
  }
}

extension PredicateExpressions.UnaryMinus: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let subject = try translator.subject(wrapped)
    guard case .decimal = ValueForm(Wrapped.Output.self) else {
      return .value(.function(.negate, [try translator.column(subject, Wrapped.Output.self)]))
    }
    return .value(
      try translator.arithmetic(.subtract, .constant(Decimal(0)), subject, Wrapped.Output.self))
  }
}

extension PredicateTranslator {
  /// Translates an arithmetic operation.
  ///
  /// An integer result beyond 64 bits becomes a floating-point number, and a division by zero is
  /// nil, where Swift would trap. A `Float` is computed as a `Double`.
  func arithmetic(
    _ operation: QueryExpression.Arithmetic, _ lhs: Subject, _ rhs: Subject, _ type: any Any.Type
  ) throws -> QueryExpression {
    let unified = try unify([lhs, rhs], type)
    switch (unified.form, unified.isJSON) {
    case (.plain, _), (.floating, _), (.float, false):
      return .arithmetic(operation, unified.values[0], unified.values[1])
    case (.unsigned, false): return .function(.unsigned(operation), unified.values)
    case (.decimal, false): return .function(.decimal(operation), unified.values)
    default: throw Untranslatable("the store can't reckon with values of \(type) in JSON")
    }
  }
}
