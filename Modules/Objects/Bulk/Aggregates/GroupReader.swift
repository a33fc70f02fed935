import StrataModel
import StrataPredicates
import StrataQuery
import StrataSchema
import StrataStorage
import StrataContexts

/// Builds a grouped query of key paths and aggregates, and decodes its results.
struct GroupReader<Model: PersistentModel> {
  private let graph: ObjectGraph
  private(set) var keys: [GroupedQuery.Value] = []
  /// The distinct aggregates. They are the first of `GroupedQuery.measures`, in the same order.
  private(set) var aggregates: [GroupedQuery.Aggregate] = []

  init(_ graph: ObjectGraph) { self.graph = graph }

  /// A key of the query, with its Swift type.
  struct Key<Value> {
    fileprivate let index: Int
    fileprivate let value: GroupedQuery.Value
  }

  /// An aggregate of the query, with its Swift type.
  struct Result<Value> {
    fileprivate let aggregate: Aggregate<Model, Value>.Resolved
    fileprivate let index: Int
  }

  /// Adds a key to the query.
  mutating func key<Value>(_ keyPath: AnyKeyPath, as type: Value.Type) throws -> Key<Value> {
    let value = try Model.groupValue(at: keyPath, of: type)
    try Model.checkEquality(of: type, keyPath)
    keys.append(value)
    return Key(index: keys.count - 1, value: value)
  }

  /// Adds an aggregate to the query.
  mutating func result<Value>(of aggregate: Aggregate<Model, Value>) throws -> Result<Value> {
    let resolved = try aggregate.resolved()
    let index = aggregates.firstIndex(of: resolved.query) ?? aggregates.count
    if index == aggregates.count { aggregates.append(resolved.query) }
    return Result(aggregate: resolved, index: index)
  }

  /// The query with all keys and aggregates.
  func query(
    _ query: Query, having condition: GroupCondition<Model>? = nil,
    sortBy order: [GroupOrder<Model>] = []
  ) throws -> GroupedQuery {
    GroupedQuery(
      query, keys: keys, aggregates: aggregates, condition: try condition?.make(),
      sort: try order.map { try $0.make() })
  }

  /// Decodes a group's value for a key.
  func value<Value>(of key: Key<Value>, in group: ObjectGraph.Group) throws -> Value {
    switch (group.keys[key.index], key.value) {
    case (.value(let column), _):
      return try StoredValue.decode([column], as: Value.self, table: Model._$entity.name)
    case (.object(let identifier), .object(_, let entity)):
      // A required relationship whose target is missing. No object has the key 0.
      let missing = PersistentIdentifier(store: graph.store.identifier, entity: entity, key: 0)
      if let value = identifier as? Value ?? missing as? Value { return value }
    case (.object, .column): break
    }
    throw StackError.unsupportedAggregate("a group by objects as \(Value.self)")
  }

  /// Decodes an aggregate of a group.
  func value<Value>(of result: Result<Value>, in group: ObjectGraph.Group) throws -> Value {
    try result.aggregate.value(of: group.results[result.index])
  }
}
