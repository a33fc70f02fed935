public import Foundation
public import StrataContexts
public import StrataModel
package import StrataQuery
internal import StrataSchema

// The store computes aggregates without loading objects. Unsaved changes of the context are
// included: Swift evaluates the objects that have some, and one SQL statement all others. As in a
// fetch, unsaved changes of related objects are not.
extension ModelContext {
  /// The number of objects of a class, or of those that match a predicate.
  ///
  /// - Throws: `PredicateTranslationError.unsupportedPredicate` if SQL can't express the predicate,
  ///   `StorageError`.
  public func count<T: PersistentModel>(
    of type: T.Type, where predicate: Predicate<T>? = nil
  ) throws -> Int {
    try fetchCount(FetchDescriptor(predicate: predicate))
  }

  /// The number of distinct values of a property, or of distinct targets of a to-one relationship.
  ///
  /// Nil isn't counted.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func countDistinct<T: PersistentModel, Value>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Int {
    try aggregate(of: T.self, where: predicate, .countDistinct(keyPath))
  }

  /// The sum of a property's values, or 0 if there are none. Exact for integers and `Decimal`.
  ///
  /// - Throws: `StackError.sumTooLarge` if the property's type can't represent the sum. Otherwise
  ///   as ``aggregate(of:where:_:)``.
  public func sum<T: PersistentModel, Value: Numeric>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value {
    try aggregate(of: T.self, where: predicate, .sum(keyPath))
  }

  /// The sum of a property's values that aren't nil, or 0 if there are none.
  ///
  /// - Throws: as ``sum(of:where:)-(KeyPath<T,Value>,_)``.
  public func sum<T: PersistentModel, Value: Numeric>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value {
    try aggregate(of: T.self, where: predicate, .sum(keyPath))
  }

  /// The average of a property's values, or nil if there are none.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func average<T: PersistentModel, Value: Numeric>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Double? {
    try aggregate(of: T.self, where: predicate, .average(keyPath))
  }

  /// The average of a property's values that aren't nil, or nil if there are none.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func average<T: PersistentModel, Value: Numeric>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Double? {
    try aggregate(of: T.self, where: predicate, .average(keyPath))
  }

  /// Computes several aggregates over the objects that match a predicate, in one statement.
  ///
  /// ```swift
  /// let (count, total) = try context.aggregate(of: Item.self, .count, .sum(\.amount))
  /// ```
  ///
  /// - Throws: `StackError.unsupportedAggregate` and
  ///   `PredicateTranslationError.unsupportedPredicate` if SQL can't express an aggregate or the
  ///   predicate, `StackError.sumTooLarge`, `StorageError`.
  public func aggregate<T: PersistentModel, each Value>(
    of type: T.Type, where predicate: Predicate<T>? = nil,
    _ aggregates: repeat Aggregate<T, each Value>
  ) throws -> (repeat each Value) {
    try aggregated(of: type, where: predicate, repeat each aggregates).values
  }

  /// Computes aggregates, and also returns the query, from which observers derive their
  /// dependencies.
  package func aggregated<T: PersistentModel, each Value>(
    of type: T.Type, where predicate: Predicate<T>?,
    _ aggregates: repeat Aggregate<T, each Value>
  ) throws -> (values: (repeat each Value), query: GroupedQuery) {
    let graph = self.graph(of: type)
    var reader = GroupReader<T>(graph)
    let wanted = (repeat try reader.result(of: each aggregates))
    let descriptor = FetchDescriptor(predicate: predicate)
    let query = try reader.query(try descriptor.query(in: graph))
    let groups = try graph.groups(type, query, descriptor.pending(query.query))
    // Without keys there is always one group, even if it is empty.
    return ((repeat try reader.value(of: each wanted, in: groups[0])), query)
  }
}
