import Foundation
import StrataQuery
import StrataSchema
import StrataSQLite

extension PredicateExpressions.Equal: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .value(
      try translator.equality(
        try translator.subject(lhs), try translator.subject(rhs), LHS.Output.self))
  }
}

extension PredicateExpressions.NotEqual: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let equality = try translator.equality(
      try translator.subject(lhs), try translator.subject(rhs), LHS.Output.self)
    guard case .comparison(.equal, let lhs, let rhs) = equality else {
      return .value(.not(equality))
    }
    return .value(.comparison(.notEqual, lhs, rhs))
  }
}

extension PredicateExpressions.Comparison: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let comparison: QueryExpression.Comparison =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw Untranslatable("an unknown comparison")
      }
    return .value(
      try translator.comparison(
        comparison, try translator.subject(lhs), try translator.subject(rhs), LHS.Output.self))
  }
}

extension PredicateExpressions.Range: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .range(
      TranslatedRange(
        lower: try translator.subject(lower), upper: try translator.subject(upper),
        includesUpper: false))
  }
}

extension PredicateExpressions.ClosedRange: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    .range(
      TranslatedRange(
        lower: try translator.subject(lower), upper: try translator.subject(upper),
        includesUpper: true))
  }
}

extension PredicateExpressions.RangeExpressionContains: QueryTranslatable {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject {
    let range = try translator.range(try translator.subject(range))
    return .value(
      try translator.contains(range, try translator.subject(element), Element.Output.self))
  }
}

extension PredicateTranslator {
  /// Returns the bounds of a range.
  func range(_ subject: Subject) throws -> TranslatedRange {
    switch subject {
    case .range(let range): return range
    case .constant(let range as any RangeValue):
      let bounds = range.bounds
      return TranslatedRange(
        lower: bounds.lower.map { Subject(constant: $0) },
        upper: bounds.upper.map { Subject(constant: $0) }, includesUpper: bounds.includesUpper)
    default: throw Untranslatable("a range of a kind that the store doesn't know")
    }
  }

  /// Tests that a value is in a range.
  ///
  /// The result is false if the bounds are in the wrong order.
  mutating func contains(
    _ range: TranslatedRange, _ element: Subject, _ type: any Any.Type
  ) throws -> QueryExpression {
    var terms: [QueryExpression] = []
    if let lower = range.lower {
      terms.append(try comparison(.greaterOrEqual, element, lower, type))
    }
    if let upper = range.upper {
      terms.append(try comparison(range.includesUpper ? .lessOrEqual : .less, element, upper, type))
    }
    return terms.count == 1 ? terms[0] : .and(terms)
  }
}
