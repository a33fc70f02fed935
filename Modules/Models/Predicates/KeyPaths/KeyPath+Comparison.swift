public import Foundation
public import StrataModel

// Operators that make a predicate of a model's key path and a value. The left operand is always a
// key path of a model, so that the compiler rules these operators out quickly in other expressions.

/// Returns a predicate that is met if the property equals a value.
///
/// Nil equals only nil.
@_disfavoredOverload
public func == <Root: PersistentModel, Value: Equatable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> {
  keyPath.predicate {
    PredicateExpressions.Equal(lhs: $0, rhs: PredicateExpressions.Captured(value))
  }
}

/// Returns a predicate that is met if the property differs from a value.
///
/// Nil differs from any value.
@_disfavoredOverload
public func != <Root: PersistentModel, Value: Equatable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> {
  keyPath.predicate {
    PredicateExpressions.NotEqual(lhs: $0, rhs: PredicateExpressions.Captured(value))
  }
}

/// Returns a predicate that is met if the property is less than a value.
@_disfavoredOverload
public func < <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> { keyPath.compared(.lessThan, value) }

/// Returns a predicate that is met if the property is less than a value.
///
/// It is false for nil.
@_disfavoredOverload
public func < <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value?>, value: Value
) -> Predicate<Root> { keyPath.compared(.lessThan, value) }

/// Returns a predicate that is met if the property is less than or equal to a value.
@_disfavoredOverload
public func <= <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> { keyPath.compared(.lessThanOrEqual, value) }

/// Returns a predicate that is met if the property is less than or equal to a value.
///
/// It is false for nil.
@_disfavoredOverload
public func <= <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value?>, value: Value
) -> Predicate<Root> { keyPath.compared(.lessThanOrEqual, value) }

/// Returns a predicate that is met if the property is greater than a value.
@_disfavoredOverload
public func > <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> { keyPath.compared(.greaterThan, value) }

/// Returns a predicate that is met if the property is greater than a value.
///
/// It is false for nil.
@_disfavoredOverload
public func > <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value?>, value: Value
) -> Predicate<Root> { keyPath.compared(.greaterThan, value) }

/// Returns a predicate that is met if the property is greater than or equal to a value.
@_disfavoredOverload
public func >= <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> { keyPath.compared(.greaterThanOrEqual, value) }

/// Returns a predicate that is met if the property is greater than or equal to a value.
///
/// It is false for nil.
@_disfavoredOverload
public func >= <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value?>, value: Value
) -> Predicate<Root> { keyPath.compared(.greaterThanOrEqual, value) }

/// Returns a predicate that is met if the property is false.
@_disfavoredOverload
public prefix func ! <Root: PersistentModel>(keyPath: KeyPath<Root, Bool>) -> Predicate<Root> {
  keyPath == false
}
