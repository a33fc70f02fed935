import Foundation
import StrataModel

/// The predicate node of a model's key path.
typealias ModelPath<Root, Value> = PredicateExpressions.ModelProperty<
  PredicateExpressions.Variable<Root>, Value
>

extension KeyPath where Root: PersistentModel {
  /// Builds a predicate about the key path's value.
  func predicate(
    _ build: (ModelPath<Root, Value>) -> any StandardPredicateExpression<Bool>
  ) -> Predicate<Root> {
    Predicate<Root>({ (root: PredicateExpressions.Variable<Root>) in
      build(PredicateExpressions.ModelProperty(root: root, keyPath: self))
    })
  }

  func compared(
    _ comparison: PredicateExpressions.ComparisonOperator, _ value: Value
  ) -> Predicate<Root> where Value: Comparable {
    predicate { $0.compared(comparison, value) }
  }

  func compared<Wrapped: Comparable>(
    _ comparison: PredicateExpressions.ComparisonOperator, _ value: Wrapped
  ) -> Predicate<Root> where Value == Wrapped? {
    predicate { $0.compared(comparison, value) }
  }
}

extension StandardPredicateExpression {
  func compared(
    _ comparison: PredicateExpressions.ComparisonOperator, _ value: Output
  ) -> any StandardPredicateExpression<Bool> where Output: Comparable {
    PredicateExpressions.Comparison(
      lhs: self, rhs: PredicateExpressions.Captured(value), op: comparison)
  }

  /// Builds an ordering comparison that is false for nil.
  func compared<Wrapped: Comparable>(
    _ comparison: PredicateExpressions.ComparisonOperator, _ value: Wrapped
  ) -> any StandardPredicateExpression<Bool> where Output == Wrapped? {
    let order = PredicateExpressions.Comparison(
      lhs: PredicateExpressions.ForcedUnwrap(self), rhs: PredicateExpressions.Captured(value),
      op: comparison)
    let isThere = PredicateExpressions.NotEqual(
      lhs: self, rhs: PredicateExpressions.Captured(Wrapped?.none))
    return PredicateExpressions.Conjunction(lhs: isThere, rhs: order)
  }
}
