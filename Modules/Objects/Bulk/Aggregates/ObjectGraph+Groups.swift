internal import Foundation
internal import StrataModel
internal import StrataPredicates
package import StrataQuery
package import StrataSQLite
internal import StrataSchema
internal import StrataStorage
internal import StrataContexts

extension ObjectGraph {
  /// A group's keys, and one result for each of `GroupedQuery.measures`.
  struct Group {
    let keys: [ModelContext.QueryGroup.Key]
    let results: [AggregateValue]
  }

  /// Computes the groups of a query.
  ///
  /// The store alone computes them unless objects of the class have unsaved changes. Otherwise the
  /// store excludes those objects, Swift evaluates them, and both results are added.
  ///
  /// - Throws: `StackError.unsupportedAggregate` if the query can't be computed, `StorageError`.
  func groups<T: PersistentModel>(
    _ type: T.Type, _ query: GroupedQuery, _ pending: Pending<T>?
  ) throws -> [Group] {
    let whole = try WholeGroups(query, in: store)
    return try reading(.aggregate, of: query.query.entity) {
      try find(type, whole.query, pending)
    }.map { keys, results in
      Group(keys: whole.keys(of: keys), results: results)
    }
  }

  /// The SQL of a grouped query.
  package func sql(_ query: GroupedQuery) throws -> SQLQuery {
    try SQLQuery(groups: query, in: store)
  }

  private typealias Found = StoreReader.FoundGroup

  private func find<T: PersistentModel>(
    _ type: T.Type, _ query: GroupedQuery, _ pending: Pending<T>?
  ) throws -> [Found] {
    let candidates = pending == nil ? [] : try pendingObjects(type)
    guard let pending, !candidates.isEmpty else { return try reader.groups(query) }
    let measures = query.measures
    let empty = measures.map { AggregateTotal($0) }
    var totals: [[AggregateValue]: [AggregateTotal]] = query.keys.isEmpty ? [[]: empty] : [:]
    try reader.groups(query, excluding: Self.rows(of: candidates) ?? []) { keys, add in
      try add(&totals[keys, default: empty])
    }
    let keyValues = query.keys.map { ($0.kind, QueryEvaluator.value($0.expression)) }
    let values = measures.map { measure in
      measure.value.map { ($0.kind, QueryEvaluator.value($0.expression)) }
    }
    for model in try matching(candidates, pending) {
      let variables = QueryEvaluator.Variables(model)
      let keys = try keyValues.map { try AggregateValue($1(variables), $0) }
      for (index, value) in values.enumerated() {
        let found = try value.map { try AggregateValue($1(variables), $0) }
        totals[keys, default: empty][index].add(found ?? .none)
      }
      // Without aggregates, the loop above adds no entry for the group.
      if measures.isEmpty { totals[keys] = [] }
    }
    return try select(totals.map { ($0, $1.map(\.result)) }, query)
  }

  /// Applies the query's conditions, order and range, as the store would.
  private func select(_ groups: [Found], _ query: GroupedQuery) throws -> [Found] {
    let indices = Dictionary(uniqueKeysWithValues: zip(query.measures, 0...))
    let wanted = try groups.filter { group in
      try query.condition.map { try Self.truth($0) { group.results[indices[$0] ?? 0] } } ?? true
    }
    let keys = query.keys.indices.map { GroupedQuery.Sort(.key($0)) }
    let sorted = wanted.sorted { lhs, rhs in
      for key in query.sort + keys {
        let order =
          switch key.term {
          case .key(let index): lhs.keys[index].order(rhs.keys[index])
          case .aggregate(let one):
            lhs.results[indices[one] ?? 0].order(rhs.results[indices[one] ?? 0])
          }
        if order != .orderedSame { return (order == .orderedAscending) == key.isAscending }
      }
      return false
    }
    return Array(sorted.dropFirst(query.query.offset).prefix(query.query.limit ?? Int.max))
  }

  private static func truth(
    _ condition: GroupedQuery.Condition, _ result: (GroupedQuery.Aggregate) -> AggregateValue
  ) throws -> Bool {
    switch condition {
    case .and(let terms): try terms.allSatisfy { try truth($0, result) }
    case .or(let terms): try terms.contains { try truth($0, result) }
    case .not(let term): try !truth(term, result)
    case .comparison(let aggregate, let comparison, let value):
      result(aggregate).meets(comparison, try AggregateValue(value, aggregate.kind))
    }
  }
}
