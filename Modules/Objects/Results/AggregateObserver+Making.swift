public import Foundation
public import StrataBulk
public import StrataContexts
public import StrataModel
internal import StrataQuery

extension AggregateObserver {
  /// Observes the number of objects that match a descriptor.
  ///
  /// - Throws: as `ModelContext.fetchCount(_:)`.
  public convenience init<T: PersistentModel>(
    fetchCount descriptor: FetchDescriptor<T>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws where Value == Int {
    try self.init(of: T.self, in: modelContext, isolation, isSame: ==) { context in
      let graph = context.graph(of: T.self)
      let query = try descriptor.query(in: graph)
      let count = try graph.count(T.self, query, descriptor.pending(query))
      let dependencies = QueryDependencies(
        query, in: graph, countingPending: descriptor.includePendingChanges)
      return (count, dependencies)
    }
  }

  /// Observes aggregates over the objects of a class that match a predicate.
  ///
  /// - Throws: as `ModelContext.aggregate(of:where:_:)`.
  public convenience init<T: PersistentModel, each Result: Equatable>(
    of type: T.Type, where predicate: Predicate<T>? = nil,
    _ aggregates: repeat Aggregate<T, each Result>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws where Value == (repeat each Result) {
    func isSame(_ one: Value, _ other: Value) -> Bool {
      for (one, other) in repeat (each one, each other) {
        if one != other { return false }
      }
      return true
    }
    try self.init(of: T.self, in: modelContext, isolation, isSame: isSame) { context in
      let (values, query) = try context.aggregated(
        of: type, where: predicate, repeat each aggregates)
      return (values, QueryDependencies(query, in: context.graph(of: type)))
    }
  }

  /// Observes groups of the objects of a class, with aggregates over each group.
  ///
  /// The arguments are those of `ModelContext.groups`. To group by a related object, use its
  /// identifier: `\.owner?.persistentModelID`.
  ///
  /// - Throws: as `ModelContext.groups`.
  public convenience init<T: PersistentModel, each Key: Equatable, each Result: Equatable>(
    groupsOf type: T.Type, by keys: repeat KeyPath<T, each Key>,
    where predicate: Predicate<T>? = nil,
    aggregating aggregates: repeat Aggregate<T, each Result>,
    having condition: GroupCondition<T>? = nil, sortBy order: [GroupOrder<T>] = [],
    limit: Int? = nil, offset: Int = 0, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws where Value == [(key: (repeat each Key), values: (repeat each Result))] {
    func isSame(_ one: Value, _ other: Value) -> Bool {
      one.elementsEqual(other) { one, other in
        for (one, other) in repeat (each one.key, each other.key) {
          if one != other { return false }
        }
        for (one, other) in repeat (each one.values, each other.values) {
          if one != other { return false }
        }
        return true
      }
    }
    let selection = GroupSelection(predicate, condition, order, limit, offset)
    try self.init(of: T.self, in: modelContext, isolation, isSame: isSame) { context in
      let (groups, query) = try context.grouped(
        selection, by: repeat each keys, aggregating: repeat each aggregates)
      return (groups, QueryDependencies(query, in: context.graph(of: type)))
    }
  }
}
