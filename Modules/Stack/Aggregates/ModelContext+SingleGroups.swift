public import Foundation
internal import StrataSchema

// One key, or one aggregate, by itself. The compiler takes a pack of one for a value of its own only
// once an expression is done, so that `groups(…).map { Total(of: $0.key, $0.values) }` wouldn't do.
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
    let graph = self.graph(of: type)
    var builder = AggregateBuilder<T>(graph)
    let groupKey = try builder.key(key, as: Key.self)
    let wanted = (repeat try builder.result(of: each aggregates))
    let groups = try groups(&builder, predicate, condition, order, limit, offset)
    return try groups.map { group in
      (
        key: try groupKey.value(in: group.keys, count: builder.keys.count, graph),
        values: (repeat try (each wanted).value(in: group.results))
      )
    }
  }

  /// Groups the objects of a class by one property, and works one thing out.
  ///
  /// - Throws: as ``groups(of:by:where:aggregating:having:sortBy:limit:offset:)``.
  public func groups<T: PersistentModel, Key, Value>(
    of type: T.Type = T.self, by key: KeyPath<T, Key>,
    where predicate: Predicate<T>? = nil, aggregating aggregate: Aggregate<T, Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: Key, values: Value)] {
    let graph = self.graph(of: type)
    var builder = AggregateBuilder<T>(graph)
    let groupKey = try builder.key(key, as: Key.self)
    let wanted = try builder.result(of: aggregate)
    let groups = try groups(&builder, predicate, condition, order, limit, offset)
    return try groups.map { group in
      (
        key: try groupKey.value(in: group.keys, count: builder.keys.count, graph),
        values: try wanted.value(in: group.results)
      )
    }
  }

  /// Groups the objects of a class by the object that a to-one relationship leads to, and works one
  /// thing out.
  ///
  /// - Throws: as ``groups(of:by:where:aggregating:having:sortBy:limit:offset:)``.
  public func groups<T: PersistentModel, Related: PersistentModel, Value>(
    of type: T.Type = T.self, by relationship: KeyPath<T, Related?>,
    where predicate: Predicate<T>? = nil, aggregating aggregate: Aggregate<T, Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: PersistentIdentifier?, values: Value)] {
    let graph = self.graph(of: type)
    var builder = AggregateBuilder<T>(graph)
    let groupKey = try builder.key(relationship, as: PersistentIdentifier?.self)
    let wanted = try builder.result(of: aggregate)
    let groups = try groups(&builder, predicate, condition, order, limit, offset)
    return try groups.map { group in
      (
        key: try groupKey.value(in: group.keys, count: builder.keys.count, graph),
        values: try wanted.value(in: group.results)
      )
    }
  }

  /// Groups the objects of a class by the object that a to-one relationship leads to, and works one
  /// thing out.
  ///
  /// - Throws: as ``groups(of:by:where:aggregating:having:sortBy:limit:offset:)``.
  public func groups<T: PersistentModel, Related: PersistentModel, Value>(
    of type: T.Type = T.self, by relationship: KeyPath<T, Related>,
    where predicate: Predicate<T>? = nil, aggregating aggregate: Aggregate<T, Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: PersistentIdentifier, values: Value)] {
    let graph = self.graph(of: type)
    var builder = AggregateBuilder<T>(graph)
    let groupKey = try builder.key(relationship, as: PersistentIdentifier.self)
    let wanted = try builder.result(of: aggregate)
    let groups = try groups(&builder, predicate, condition, order, limit, offset)
    return try groups.map { group in
      (
        key: try groupKey.value(in: group.keys, count: builder.keys.count, graph),
        values: try wanted.value(in: group.results)
      )
    }
  }
}
