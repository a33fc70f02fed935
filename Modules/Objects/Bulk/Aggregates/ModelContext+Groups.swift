public import Foundation
public import StrataContexts
public import StrataModel
package import StrataQuery
internal import StrataSchema

extension ModelContext {
  /// Groups the objects of a class by keys, and computes aggregates over each group in one
  /// statement.
  ///
  /// ```swift
  /// for (category, (count, total)) in try context.groups(
  ///   of: Item.self, by: \.category, aggregating: .count, .sum(\.amount),
  ///   having: .sum(\.amount) > 100, sortBy: [.by(.sum(\.amount), .reverse)], limit: 10)
  /// { … }
  /// ```
  ///
  /// No object is loaded. Objects whose key is nil form a group too. Unsaved changes are included,
  /// as in a fetch. While there are some, Swift evaluates conditions on groups, their order and
  /// their limit, which takes O(number of groups).
  ///
  /// - Parameters:
  ///   - keys: The properties to group by, also through to-one relationships, and identifiers of
  ///     related objects, such as `\.owner?.persistentModelID`.
  ///   - predicate: The predicate that objects match, or nil for all.
  ///   - condition: The condition that returned groups meet, or nil for all.
  ///   - order: The order of groups. Equal groups are ordered by their keys.
  ///   - limit: The maximum number of groups, or nil for all.
  ///   - offset: The number of groups to skip.
  /// - Throws: `StackError.unsupportedAggregate` and
  ///   `PredicateTranslationError.unsupportedPredicate` if SQL can't express an aggregate or the
  ///   predicate, `StackError.sumTooLarge`, `StorageError`.
  public func groups<T: PersistentModel, each Key, each Value>(
    of type: T.Type = T.self, by keys: repeat KeyPath<T, each Key>,
    where predicate: Predicate<T>? = nil, aggregating aggregates: repeat Aggregate<T, each Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: (repeat each Key), values: (repeat each Value))] {
    try grouped(
      GroupSelection(predicate, condition, order, limit, offset), by: repeat each keys,
      aggregating: repeat each aggregates
    ).groups
  }

  /// Groups objects, and also returns the query, from which observers derive their dependencies.
  package func grouped<T: PersistentModel, each Key, each Value>(
    _ selection: GroupSelection<T>, by keys: repeat KeyPath<T, each Key>,
    aggregating aggregates: repeat Aggregate<T, each Value>
  ) throws -> (
    groups: [(key: (repeat each Key), values: (repeat each Value))], query: GroupedQuery
  ) {
    let graph = self.graph(of: T.self)
    var reader = GroupReader<T>(graph)
    let groupKeys = (repeat try reader.key(each keys, as: (each Key).self))
    let wanted = (repeat try reader.result(of: each aggregates))
    let (found, query) = try groups(reader, graph, selection)
    let groups = try found.map { group in
      (
        key: (repeat try reader.value(of: each groupKeys, in: group)),
        values: (repeat try reader.value(of: each wanted, in: group))
      )
    }
    return (groups, query)
  }

  /// Groups the objects of a class by the target of a to-one relationship.
  ///
  /// The key is the target's identifier, or nil for objects without one.
  ///
  /// - Throws: as ``groups(of:by:where:aggregating:having:sortBy:limit:offset:)``.
  public func groups<T: PersistentModel, Related: PersistentModel, each Value>(
    of type: T.Type = T.self, by relationship: KeyPath<T, Related?>,
    where predicate: Predicate<T>? = nil, aggregating aggregates: repeat Aggregate<T, each Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: PersistentIdentifier?, values: (repeat each Value))] {
    try groups(
      byOne: relationship, as: PersistentIdentifier?.self,
      GroupSelection(predicate, condition, order, limit, offset), repeat each aggregates)
  }

  /// Groups the objects of a class by the target of a to-one relationship.
  ///
  /// The key is the target's identifier.
  ///
  /// - Throws: as ``groups(of:by:where:aggregating:having:sortBy:limit:offset:)``.
  public func groups<T: PersistentModel, Related: PersistentModel, each Value>(
    of type: T.Type = T.self, by relationship: KeyPath<T, Related>,
    where predicate: Predicate<T>? = nil, aggregating aggregates: repeat Aggregate<T, each Value>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws -> [(key: PersistentIdentifier, values: (repeat each Value))] {
    try groups(
      byOne: relationship, as: PersistentIdentifier.self,
      GroupSelection(predicate, condition, order, limit, offset), repeat each aggregates)
  }

  /// Groups objects by one key.
  func groups<T: PersistentModel, Key, each Value>(
    byOne key: PartialKeyPath<T>, as type: Key.Type, _ selection: GroupSelection<T>,
    _ aggregates: repeat Aggregate<T, each Value>
  ) throws -> [(key: Key, values: (repeat each Value))] {
    let graph = self.graph(of: T.self)
    var reader = GroupReader<T>(graph)
    let groupKey = try reader.key(key, as: type)
    let wanted = (repeat try reader.result(of: each aggregates))
    return try groups(reader, graph, selection).groups.map { group in
      (
        key: try reader.value(of: groupKey, in: group),
        values: (repeat try reader.value(of: each wanted, in: group))
      )
    }
  }

  private func groups<T: PersistentModel>(
    _ reader: GroupReader<T>, _ graph: ObjectGraph, _ selection: GroupSelection<T>
  ) throws -> (groups: [ObjectGraph.Group], query: GroupedQuery) {
    var descriptor = FetchDescriptor(predicate: selection.predicate)
    descriptor.fetchLimit = selection.limit
    descriptor.fetchOffset = selection.offset
    let query = try reader.query(
      try descriptor.query(in: graph), having: selection.condition, sortBy: selection.order)
    return (try graph.groups(T.self, query, descriptor.pending(query.query)), query)
  }
}

/// The objects to group, and the condition, order and range of the groups.
package struct GroupSelection<T: PersistentModel> {
  let predicate: Predicate<T>?
  let condition: GroupCondition<T>?
  let order: [GroupOrder<T>]
  let limit: Int?
  let offset: Int

  package init(
    _ predicate: Predicate<T>?, _ condition: GroupCondition<T>?, _ order: [GroupOrder<T>],
    _ limit: Int?, _ offset: Int
  ) {
    self.predicate = predicate
    self.condition = condition
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}

/// A sort order of groups: `.by(.sum(\.amount), .reverse)`, `.key()`.
public struct GroupOrder<Model: PersistentModel> {
  let make: () throws -> GroupedQuery.Sort

  /// Sorts by an aggregate. Nil is smaller than any value.
  public static func by<Value>(
    _ aggregate: Aggregate<Model, Value>, _ order: SortOrder = .forward
  ) -> GroupOrder {
    GroupOrder {
      GroupedQuery.Sort(.aggregate(try aggregate.resolved().query), isAscending: order == .forward)
    }
  }

  /// Sorts by the key at an index. Nil is smaller than any value.
  public static func key(_ index: Int = 0, _ order: SortOrder = .forward) -> GroupOrder {
    GroupOrder { GroupedQuery.Sort(.key(index), isAscending: order == .forward) }
  }
}
