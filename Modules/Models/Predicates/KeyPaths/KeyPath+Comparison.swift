public import Foundation
public import StrataModel

// Each of these operators is declared once, for both kinds of operands. Every further declaration
// of `==` or `<` that returns a predicate makes the compiler slower where it looks for an error in a
// condition that has nothing to do with models. An operand that lacks the conformance is refused
// at once, which a parameter of type `KeyPath` isn't.

/// The left side of a comparison that makes a predicate: a key path of a model, or an aggregate of
/// its members.
public protocol _PredicateOperand<Root, Value> {
  /// The model that the predicate is about.
  associatedtype Root: PersistentModel
  /// The type of the values to compare with.
  associatedtype Value

  /// Makes a predicate of a condition on the operand's value.
  func _predicate(
    _ condition: (any StandardPredicateExpression<Value>) -> any StandardPredicateExpression<Bool>
  ) -> Predicate<Root>
}

extension KeyPath: _PredicateOperand where Root: PersistentModel {
  /// Makes a predicate of a condition on the property.
  public func _predicate(
    _ condition: (any StandardPredicateExpression<Value>) -> any StandardPredicateExpression<Bool>
  ) -> Predicate<Root> {
    predicate { condition($0) }
  }
}

extension _PredicateOperand where Value: Equatable {
  /// Returns a predicate that is met if the property or aggregate equals a value.
  ///
  /// Nil equals only nil.
  @_disfavoredOverload
  public static func == (operand: Self, value: Value) -> Predicate<Root> {
    operand._predicate { $0.equals(value) }
  }

  /// Returns a predicate that is met if the property or aggregate differs from a value.
  ///
  /// Nil differs from any value.
  @_disfavoredOverload
  public static func != (operand: Self, value: Value) -> Predicate<Root> {
    operand._predicate { $0.differs(from: value) }
  }
}

extension _PredicateOperand where Value: Comparable {
  /// Returns a predicate that is met if the property or aggregate is less than a value.
  @_disfavoredOverload
  public static func < (operand: Self, value: Value) -> Predicate<Root> {
    operand._predicate { $0.compared(.lessThan, value) }
  }

  /// Returns a predicate that is met if the property or aggregate is less than or equal to a value.
  @_disfavoredOverload
  public static func <= (operand: Self, value: Value) -> Predicate<Root> {
    operand._predicate { $0.compared(.lessThanOrEqual, value) }
  }

  /// Returns a predicate that is met if the property or aggregate is greater than a value.
  @_disfavoredOverload
  public static func > (operand: Self, value: Value) -> Predicate<Root> {
    operand._predicate { $0.compared(.greaterThan, value) }
  }

  /// Returns a predicate that is met if the property or aggregate is greater than or equal to a value.
  @_disfavoredOverload
  public static func >= (operand: Self, value: Value) -> Predicate<Root> {
    operand._predicate { $0.compared(.greaterThanOrEqual, value) }
  }
}

// A property or aggregate that is nil is neither less nor greater than a value.
extension _PredicateOperand {
  /// Returns a predicate that is met if the property or aggregate is less than a value.
  ///
  /// It is false for nil.
  @_disfavoredOverload
  public static func < <Wrapped: Comparable>(
    operand: Self, value: Wrapped
  ) -> Predicate<Root> where Value == Wrapped? {
    operand._predicate { $0.compared(.lessThan, value) }
  }

  /// Returns a predicate that is met if the property or aggregate is less than or equal to a value.
  ///
  /// It is false for nil.
  @_disfavoredOverload
  public static func <= <Wrapped: Comparable>(
    operand: Self, value: Wrapped
  ) -> Predicate<Root> where Value == Wrapped? {
    operand._predicate { $0.compared(.lessThanOrEqual, value) }
  }

  /// Returns a predicate that is met if the property or aggregate is greater than a value.
  ///
  /// It is false for nil.
  @_disfavoredOverload
  public static func > <Wrapped: Comparable>(
    operand: Self, value: Wrapped
  ) -> Predicate<Root> where Value == Wrapped? {
    operand._predicate { $0.compared(.greaterThan, value) }
  }

  /// Returns a predicate that is met if the property or aggregate is greater than or equal to a value.
  ///
  /// It is false for nil.
  @_disfavoredOverload
  public static func >= <Wrapped: Comparable>(
    operand: Self, value: Wrapped
  ) -> Predicate<Root> where Value == Wrapped? {
    operand._predicate { $0.compared(.greaterThanOrEqual, value) }
  }
}

/// Returns a predicate that is met if the property is false.
@_disfavoredOverload
public prefix func ! <Root: PersistentModel>(keyPath: KeyPath<Root, Bool>) -> Predicate<Root> {
  keyPath == false
}

extension StandardPredicateExpression where Output: Equatable {
  fileprivate func equals(_ value: Output) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.Equal(lhs: self, rhs: PredicateExpressions.Captured(value))
  }

  fileprivate func differs(from value: Output) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.NotEqual(lhs: self, rhs: PredicateExpressions.Captured(value))
  }
}
