public import Foundation
public import StrataModel

/// An aggregate over the members of a relationship, to compare with a value: `(\Person.books).count
/// > 3`.
public struct MemberNumber<Root: PersistentModel, Output>: _PredicateOperand {
  /// The type of the aggregate.
  public typealias Value = Output

  private let build:
    (PredicateExpressions.Variable<Root>) -> any StandardPredicateExpression<Output>

  init(
    _ build:
      @escaping (PredicateExpressions.Variable<Root>) -> any StandardPredicateExpression<
        Output
      >
  ) { self.build = build }

  /// Makes a predicate of a condition on the aggregate.
  public func _predicate(
    _ condition: (any StandardPredicateExpression<Output>) -> any StandardPredicateExpression<Bool>
  ) -> Predicate<Root> {
    Predicate<Root>({ (root: PredicateExpressions.Variable<Root>) in condition(build(root)) })
  }
}
