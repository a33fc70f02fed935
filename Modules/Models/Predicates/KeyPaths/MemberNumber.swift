public import Foundation
public import StrataModel

/// An aggregate over the members of a relationship, to compare with a value: `(\Person.books).count
/// > 3`.
public struct MemberNumber<Root: PersistentModel, Output> {
  private let build:
    (PredicateExpressions.Variable<Root>) -> any StandardPredicateExpression<Output>

  init(
    _ build:
      @escaping (PredicateExpressions.Variable<Root>) -> any StandardPredicateExpression<
        Output
      >
  ) { self.build = build }

  fileprivate func predicate(
    _ condition: (any StandardPredicateExpression<Output>) -> any StandardPredicateExpression<Bool>
  ) -> Predicate<Root> {
    Predicate<Root>({ (root: PredicateExpressions.Variable<Root>) in condition(build(root)) })
  }
}

extension StandardPredicateExpression where Output: Equatable {
  fileprivate func equals(_ value: Output) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.Equal(lhs: self, rhs: PredicateExpressions.Captured(value))
  }

  fileprivate func differs(from value: Output) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.NotEqual(lhs: self, rhs: PredicateExpressions.Captured(value))
  }
}

extension MemberNumber where Output: Equatable {
  /// Returns a predicate that is met if the aggregate equals a value.
  @_disfavoredOverload
  public static func == (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.equals(value) }
  }

  /// Returns a predicate that is met if the aggregate differs from a value.
  @_disfavoredOverload
  public static func != (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.differs(from: value) }
  }
}

extension MemberNumber where Output: Comparable {
  /// Returns a predicate that is met if the aggregate is less than a value.
  @_disfavoredOverload
  public static func < (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.compared(.lessThan, value) }
  }

  /// Returns a predicate that is met if the aggregate is less than or equal to a value.
  @_disfavoredOverload
  public static func <= (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.compared(.lessThanOrEqual, value) }
  }

  /// Returns a predicate that is met if the aggregate is greater than a value.
  @_disfavoredOverload
  public static func > (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.compared(.greaterThan, value) }
  }

  /// Returns a predicate that is met if the aggregate is greater than or equal to a value.
  @_disfavoredOverload
  public static func >= (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.compared(.greaterThanOrEqual, value) }
  }
}

// Without members an optional aggregate is nil, and any ordering comparison with it is false.
extension MemberNumber {
  /// Returns a predicate that is met if the aggregate is less than a value.
  @_disfavoredOverload
  public static func < <Wrapped: Comparable>(number: Self, value: Wrapped) -> Predicate<Root>
  where Output == Wrapped? { number.predicate { $0.compared(.lessThan, value) } }

  /// Returns a predicate that is met if the aggregate is less than or equal to a value.
  @_disfavoredOverload
  public static func <= <Wrapped: Comparable>(number: Self, value: Wrapped) -> Predicate<Root>
  where Output == Wrapped? { number.predicate { $0.compared(.lessThanOrEqual, value) } }

  /// Returns a predicate that is met if the aggregate is greater than a value.
  @_disfavoredOverload
  public static func > <Wrapped: Comparable>(number: Self, value: Wrapped) -> Predicate<Root>
  where Output == Wrapped? { number.predicate { $0.compared(.greaterThan, value) } }

  /// Returns a predicate that is met if the aggregate is greater than or equal to a value.
  @_disfavoredOverload
  public static func >= <Wrapped: Comparable>(number: Self, value: Wrapped) -> Predicate<Root>
  where Output == Wrapped? { number.predicate { $0.compared(.greaterThanOrEqual, value) } }
}
