public import Foundation
public import StrataModel
package import StrataQuery
internal import StrataSchema
public import StrataStack

// What the store works out over many objects, none of which is loaded for it. Unsaved changes of the
// context count: the objects that have some are left to Swift, and all others to one statement of
// SQL. As with fetching, a related object that has unsaved changes counts as it was saved.
extension ModelContext {
  /// How many objects of a class there are, or how many meet a predicate.
  ///
  /// - Throws: `PredicateTranslationError.unsupportedPredicate` for what SQL can't say, `StorageError`.
  public func count<T: PersistentModel>(
    of type: T.Type, where predicate: Predicate<T>? = nil
  ) throws -> Int {
    try fetchCount(FetchDescriptor(predicate: predicate))
  }

  /// How many different values a property has; for a to-one relationship, how many objects it leads
  /// to. nil is none.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func countDistinct<T: PersistentModel, Value>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Int {
    try aggregate(of: T.self, where: predicate, .countDistinct(keyPath))
  }

  /// The sum of a property's values, 0 without any. Exact for integers and `Decimal`.
  ///
  /// - Throws: `StackError.sumTooLarge` when the property's type can't hold it;
  ///   otherwise as ``aggregate(of:where:_:)``.
  public func sum<T: PersistentModel, Value: Numeric>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Value {
    try aggregate(of: T.self, where: predicate, .sum(keyPath))
  }

  /// The sum of a property's values that aren't nil, 0 without any.
  ///
  /// - Throws: as ``sum(of:where:)-(KeyPath<T,Value>,_)``.
  public func sum<T: PersistentModel, Value: Numeric>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Value {
    try aggregate(of: T.self, where: predicate, .sum(keyPath))
  }

  /// The average of a property's values; nil without any.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func average<T: PersistentModel, Value: Numeric>(
    of keyPath: KeyPath<T, Value>, where predicate: Predicate<T>? = nil
  ) throws -> Double? {
    try aggregate(of: T.self, where: predicate, .average(keyPath))
  }

  /// The average of a property's values that aren't nil; nil without any.
  ///
  /// - Throws: as ``aggregate(of:where:_:)``.
  public func average<T: PersistentModel, Value: Numeric>(
    of keyPath: KeyPath<T, Value?>, where predicate: Predicate<T>? = nil
  ) throws -> Double? {
    try aggregate(of: T.self, where: predicate, .average(keyPath))
  }

  /// Several numbers and values over the objects of a class that meet a predicate, worked out in one
  /// statement:
  ///
  ///     let (count, total) = try context.aggregate(of: Item.self, .count, .sum(\.amount))
  ///
  /// - Throws: `StackError.unsupportedAggregate` and `PredicateTranslationError.unsupportedPredicate`
  ///   for what SQL can't say, `StackError.sumTooLarge`, `StorageError`.
  public func aggregate<T: PersistentModel, each Value>(
    of type: T.Type, where predicate: Predicate<T>? = nil,
    _ aggregates: repeat Aggregate<T, each Value>
  ) throws -> (repeat each Value) {
    try aggregated(of: type, where: predicate, repeat each aggregates).values
  }

  /// The same, with the query that was asked.
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
    // Without keys there is one group, also of nothing.
    return ((repeat try reader.value(of: each wanted, in: groups[0])), query)
  }
}
