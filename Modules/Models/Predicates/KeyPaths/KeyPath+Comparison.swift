public import Foundation
public import StrataModel

// A comparison of a model's key path with a value is a predicate of the model. Left of the operator
// stands a key path of a model and nothing else, so that the compiler passes these operators over
// wherever else it looks for one.

/// Objects whose property equals a value; nil equals nil alone.
@_disfavoredOverload
public func == <Root: PersistentModel, Value: Equatable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> {
  keyPath.predicate {
    PredicateExpressions.Equal(lhs: $0, rhs: PredicateExpressions.Captured(value))
  }
}

/// Objects whose property differs from a value; nil differs from any value.
@_disfavoredOverload
public func != <Root: PersistentModel, Value: Equatable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> {
  keyPath.predicate {
    PredicateExpressions.NotEqual(lhs: $0, rhs: PredicateExpressions.Captured(value))
  }
}

/// Objects whose property is less than a value.
@_disfavoredOverload
public func < <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> { keyPath.compared(.lessThan, value) }

/// Objects whose property is less than a value; nil never is.
@_disfavoredOverload
public func < <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value?>, value: Value
) -> Predicate<Root> { keyPath.compared(.lessThan, value) }

/// Objects whose property is a value or less.
@_disfavoredOverload
public func <= <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> { keyPath.compared(.lessThanOrEqual, value) }

/// Objects whose property is a value or less; nil never is.
@_disfavoredOverload
public func <= <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value?>, value: Value
) -> Predicate<Root> { keyPath.compared(.lessThanOrEqual, value) }

/// Objects whose property is greater than a value.
@_disfavoredOverload
public func > <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> { keyPath.compared(.greaterThan, value) }

/// Objects whose property is greater than a value; nil never is.
@_disfavoredOverload
public func > <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value?>, value: Value
) -> Predicate<Root> { keyPath.compared(.greaterThan, value) }

/// Objects whose property is a value or greater.
@_disfavoredOverload
public func >= <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value>, value: Value
) -> Predicate<Root> { keyPath.compared(.greaterThanOrEqual, value) }

/// Objects whose property is a value or greater; nil never is.
@_disfavoredOverload
public func >= <Root: PersistentModel, Value: Comparable>(
  keyPath: KeyPath<Root, Value?>, value: Value
) -> Predicate<Root> { keyPath.compared(.greaterThanOrEqual, value) }

/// Objects whose property is false.
@_disfavoredOverload
public prefix func ! <Root: PersistentModel>(keyPath: KeyPath<Root, Bool>) -> Predicate<Root> {
  keyPath == false
}
