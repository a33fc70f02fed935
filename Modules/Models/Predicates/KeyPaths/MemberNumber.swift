public import Foundation
public import StrataModel

/// A number over related objects, on its way into a comparison: `(\Person.books).count > 3`.
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
  /// Objects whose number is a value.
  @_disfavoredOverload
  public static func == (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.equals(value) }
  }

  /// Objects whose number isn't a value.
  @_disfavoredOverload
  public static func != (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.differs(from: value) }
  }
}

extension MemberNumber where Output: Comparable {
  /// Objects whose number is less than a value.
  @_disfavoredOverload
  public static func < (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.compared(.lessThan, value) }
  }

  /// Objects whose number is a value or less.
  @_disfavoredOverload
  public static func <= (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.compared(.lessThanOrEqual, value) }
  }

  /// Objects whose number is greater than a value.
  @_disfavoredOverload
  public static func > (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.compared(.greaterThan, value) }
  }

  /// Objects whose number is a value or greater.
  @_disfavoredOverload
  public static func >= (number: Self, value: Output) -> Predicate<Root> {
    number.predicate { $0.compared(.greaterThanOrEqual, value) }
  }
}

// Over no members there may be no number, and no order with it.
extension MemberNumber {
  /// Objects whose number is less than a value.
  @_disfavoredOverload
  public static func < <Wrapped: Comparable>(number: Self, value: Wrapped) -> Predicate<Root>
  where Output == Wrapped? { number.predicate { $0.compared(.lessThan, value) } }

  /// Objects whose number is a value or less.
  @_disfavoredOverload
  public static func <= <Wrapped: Comparable>(number: Self, value: Wrapped) -> Predicate<Root>
  where Output == Wrapped? { number.predicate { $0.compared(.lessThanOrEqual, value) } }

  /// Objects whose number is greater than a value.
  @_disfavoredOverload
  public static func > <Wrapped: Comparable>(number: Self, value: Wrapped) -> Predicate<Root>
  where Output == Wrapped? { number.predicate { $0.compared(.greaterThan, value) } }

  /// Objects whose number is a value or greater.
  @_disfavoredOverload
  public static func >= <Wrapped: Comparable>(number: Self, value: Wrapped) -> Predicate<Root>
  where Output == Wrapped? { number.predicate { $0.compared(.greaterThanOrEqual, value) } }
}
