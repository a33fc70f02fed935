import StrataModel
import StrataQuery
import StrataSchema
import StrataStorage
import StrataStack

/// Gathers what a grouped query asks for by key paths, and reads its answer.
struct GroupReader<Model: PersistentModel> {
  private let graph: ObjectGraph
  private(set) var keys: [GroupedQuery.Value] = []
  /// What is worked out, each once: the first of `GroupedQuery.measures`.
  private(set) var aggregates: [GroupedQuery.Aggregate] = []

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// A key, and how it is read.
  struct Key<Value> {
    fileprivate let index: Int
    fileprivate let value: GroupedQuery.Value
  }

  /// A result, and how it is read.
  struct Result<Value> {
    fileprivate let aggregate: Aggregate<Model, Value>.Resolved
    fileprivate let index: Int
  }

  /// Adds what objects of a group have alike.
  mutating func key<Value>(_ keyPath: AnyKeyPath, as type: Value.Type) throws -> Key<Value> {
    let value = try Model.groupValue(at: keyPath, of: type)
    try Model.checkEquality(of: type, keyPath)
    keys.append(value)
    return Key(index: keys.count - 1, value: value)
  }

  /// Adds what is worked out.
  mutating func result<Value>(of aggregate: Aggregate<Model, Value>) throws -> Result<Value> {
    let resolved = try aggregate.resolved()
    let index = aggregates.firstIndex(of: resolved.query) ?? aggregates.count
    if index == aggregates.count { aggregates.append(resolved.query) }
    return Result(aggregate: resolved, index: index)
  }

  /// The query for all that was gathered.
  func query(
    _ query: Query, having condition: GroupCondition<Model>? = nil,
    sortBy order: [GroupOrder<Model>] = []
  ) throws -> GroupedQuery {
    GroupedQuery(
      query, keys: keys, aggregates: aggregates, condition: try condition?.make(),
      sort: try order.map { try $0.make() })
  }

  /// A group's key.
  func value<Value>(of key: Key<Value>, in group: ObjectGraph.Group) throws -> Value {
    switch (group.keys[key.index], key.value) {
    case (.value(let column), _):
      return try StoredValue.decode([column], as: Value.self, table: Model._$entity.name)
    case (.object(let identifier), .object(_, let entity)):
      // A link that must lead somewhere, and doesn't, has the key of no object.
      let missing = PersistentIdentifier(store: graph.store.identifier, entity: entity, key: 0)
      if let value = identifier as? Value ?? missing as? Value { return value }
    case (.object, .column): break
    }
    throw StackError.unsupportedAggregate("a group by objects as \(Value.self)")
  }

  /// What was worked out over a group.
  func value<Value>(of result: Result<Value>, in group: ObjectGraph.Group) throws -> Value {
    try result.aggregate.value(of: group.results[result.index])
  }
}
