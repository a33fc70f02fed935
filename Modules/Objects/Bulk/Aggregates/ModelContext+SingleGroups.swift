public import Foundation
public import StrataContexts
public import StrataModel
internal import StrataSchema

// Overloads for one key or one aggregate. The compiler unwraps a pack of one element only when it
// has checked the whole expression, so that `groups(…).map { Total(of: $0.key, $0.values) }` would
// fail.
extension ModelContext {
  /// Groups the objects of a class by one property.
  ///
  /// - Throws: as ``groups(of:by:where:aggregating:having:sortBy:limit:offset:)``.
  public func groups<T: PersistentModel, Key, each Value>(
    of type: T.Type = T.self, by key: KeyPath<T, Key>,
    where predicate: Predicate<T>? = nil, aggregating aggregates: repeat Aggregate<T, each Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: Key, values: (repeat each Value))] {
    try groups(
      byOne: key, as: Key.self,
      GroupSelection(predicate, condition, order, limit, offset), repeat each aggregates)
  }

  /// Groups the objects of a class by one property, and computes one aggregate.
  ///
  /// - Throws: as ``groups(of:by:where:aggregating:having:sortBy:limit:offset:)``.
  public func groups<T: PersistentModel, Key, Value>(
    of type: T.Type = T.self, by key: KeyPath<T, Key>,
    where predicate: Predicate<T>? = nil, aggregating aggregate: Aggregate<T, Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: Key, values: Value)] {
    try groups(
      byOne: key, as: Key.self,
      GroupSelection(predicate, condition, order, limit, offset), aggregate)
  }

  /// Groups the objects of a class by the target of a to-one relationship, and computes one
  /// aggregate.
  ///
  /// - Throws: as ``groups(of:by:where:aggregating:having:sortBy:limit:offset:)``.
  public func groups<T: PersistentModel, Related: PersistentModel, Value>(
    of type: T.Type = T.self, by relationship: KeyPath<T, Related?>,
    where predicate: Predicate<T>? = nil, aggregating aggregate: Aggregate<T, Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: PersistentIdentifier?, values: Value)] {
    try groups(
      byOne: relationship, as: PersistentIdentifier?.self,
      GroupSelection(predicate, condition, order, limit, offset), aggregate)
  }

  /// Groups the objects of a class by the target of a to-one relationship, and computes one
  /// aggregate.
  ///
  /// - Throws: as ``groups(of:by:where:aggregating:having:sortBy:limit:offset:)``.
  public func groups<T: PersistentModel, Related: PersistentModel, Value>(
    of type: T.Type = T.self, by relationship: KeyPath<T, Related>,
    where predicate: Predicate<T>? = nil, aggregating aggregate: Aggregate<T, Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: PersistentIdentifier, values: Value)] {
    try groups(
      byOne: relationship, as: PersistentIdentifier.self,
      GroupSelection(predicate, condition, order, limit, offset), aggregate)
  }
}
