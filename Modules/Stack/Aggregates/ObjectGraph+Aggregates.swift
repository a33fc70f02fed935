internal import Foundation
internal import StrataModel
internal import StrataPredicates
internal import StrataQuery
internal import StrataSchema
internal import StrataStorage

extension ObjectGraph {
  /// One group: what its objects have alike, and what was worked out.
  struct Group {
    let keys: [AggregateValue]
    let results: [AggregateValue]
  }

  /// Works out what is asked for: by the store alone where nothing of the class is unsaved; else the
  /// store's part, without the unsaved objects, and theirs are put together.
  func groups<T: PersistentModel>(
    _ type: T.Type, _ query: AggregateQuery, _ pending: Pending<T>?
  ) throws -> [Group] { try reading { try find(type, query, pending) } }

  private func find<T: PersistentModel>(
    _ type: T.Type, _ query: AggregateQuery, _ pending: Pending<T>?
  ) throws -> [Group] {
    let candidates = pending == nil ? [] : try pendingObjects(type)
    let empty = query.measures.map { AggregateTotal($0) }
    guard let pending, !candidates.isEmpty else {
      var groups: [Group] = []
      try reader.aggregates(query) { keys, add in
        var totals = empty
        try add(&totals)
        groups.append(Group(keys: keys, results: totals.map(\.result)))
      }
      return groups
    }
    var totals: [[AggregateValue]: [AggregateTotal]] = query.keys.isEmpty ? [[]: empty] : [:]
    try reader.aggregates(query, excluding: Self.rows(of: candidates) ?? "[]") { keys, add in
      try add(&totals[keys, default: empty])
    }
    let keyValues = query.keys.map { ($0.kind, QueryEvaluator.value($0.expression)) }
    let measures = query.measures.map { measure in
      measure.operand.map { ($0.kind, QueryEvaluator.value($0.expression)) }
    }
    for model in try matching(candidates, pending) {
      let variables = QueryEvaluator.Variables(model)
      let keys = try keyValues.map { try AggregateValue($1(variables), $0) }
      for (index, measure) in measures.enumerated() {
        let measured = try measure.map { try AggregateValue($1(variables), $0) }
        totals[keys, default: empty][index].add(measured ?? .none)
      }
      // A group without measures is a group all the same.
      if query.measures.isEmpty { totals[keys] = [] }
    }
    return select(totals.map { Group(keys: $0, results: $1.map(\.result)) }, query)
  }

  /// What the store does with conditions on groups, their order and their limit.
  private func select(_ groups: [Group], _ query: AggregateQuery) -> [Group] {
    let wanted = groups.filter { group in
      query.condition.map { Self.truth($0, group) } ?? true
    }
    let keys = query.keys.indices.map { AggregateQuery.Order(.key($0)) }
    let sorted = wanted.sorted { lhs, rhs in
      for key in query.order + keys {
        let order =
          switch key.term {
          case .key(let index): lhs.keys[index].order(rhs.keys[index])
          case .measure(let index): lhs.results[index].order(rhs.results[index])
          }
        if order != .orderedSame { return (order == .orderedAscending) == key.isAscending }
      }
      return false
    }
    return Array(sorted.dropFirst(query.query.offset).prefix(query.query.limit ?? Int.max))
  }

  private static func truth(_ condition: AggregateQuery.Condition, _ group: Group) -> Bool {
    switch condition {
    case .and(let terms): terms.allSatisfy { truth($0, group) }
    case .or(let terms): terms.contains { truth($0, group) }
    case .not(let term): !truth(term, group)
    case .comparison(let index, let comparison, let value):
      group.results[index].meets(comparison, value)
    }
  }
}
