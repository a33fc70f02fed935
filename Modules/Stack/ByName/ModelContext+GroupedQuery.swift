public import StrataModel
public import StrataQuery
public import StrataSchema
public import StrataStorage

// Working something out by the name of an entity, for queries that come as text.
extension ModelContext {
  /// What a query worked out over one group of objects.
  public struct QueryGroup: Sendable, Hashable {
    /// What the objects have alike, in the order of the query's keys.
    public let keys: [Key]
    /// The aggregates, in the query's order; their columns say what they mean.
    public let values: [ColumnValue]

    /// A key.
    public enum Key: Sendable, Hashable {
      /// A column's value.
      case value(ColumnValue)
      /// An object, or none.
      case object(PersistentIdentifier?)
    }
  }

  /// Works out what a query asks for, in one statement and without loading an object. Unsaved changes
  /// of this context count.
  ///
  /// - Returns: One group of all objects, or the groups that there are.
  /// - Throws: ``StackError/unknownModel(_:)``, ``StackError/unsupportedAggregate(_:)``,
  ///   ``StackError/sumTooLarge(property:sum:type:)``, `StorageError`.
  public func groups(_ query: GroupedQuery) throws -> [QueryGroup] {
    func groups<T: PersistentModel>(_ type: T.Type) throws -> [QueryGroup] {
      let graph = self.graph(of: type)
      let compiled = try CompiledGroups(query, graph)
      return try graph.groups(type, compiled.query, .init(query.query)).map { group in
        QueryGroup(
          keys: try compiled.keys(of: group, graph), values: try compiled.values(of: group))
      }
    }
    return try groups(try modelType(query.query.entity))
  }

  /// The SQL that works out what a query asks for, its bound values, and SQLite's plan for it.
  ///
  /// - Throws: as ``groups(_:)``.
  public func explain(_ query: GroupedQuery) throws -> (sql: SQLQuery, plan: [String]) {
    let graph = self.graph(named: query.query.entity)
    let sql = try SQLQuery(try CompiledGroups(query, graph).query, tables: graph.store.tables)
    return (sql, try graph.reader.plan(of: sql))
  }
}

/// A query as the store has it, and how its results are read.
private struct CompiledGroups {
  private(set) var query: AggregateQuery
  private let source: GroupedQuery
  private var measures: [Int] = []
  /// For keys that are objects: the entities that they may be of, and the place of the one it is.
  private var destinations: [Int: (names: [String], place: Int?)] = [:]

  init(_ source: GroupedQuery, _ graph: ObjectGraph) throws {
    self.source = source
    query = AggregateQuery(
      source.query, keys: source.keys.map { Self.operand($0) }, measures: [])
    for (index, key) in source.keys.enumerated() {
      guard case .object(let path, let entity) = key else { continue }
      destinations[index] = try addKind(of: path, entity, graph)
    }
    for aggregate in source.aggregates { measures.append(try place(of: aggregate)) }
    query.condition = try source.condition.map { try condition($0) }
    query.order = try source.sort.map { sort in
      switch sort.term {
      case .key(let index): .init(.key(index), isAscending: sort.isAscending)
      case .aggregate(let one): .init(.measure(try place(of: one)), isAscending: sort.isAscending)
      }
    }
  }

  private static func operand(_ value: GroupedQuery.Value) -> AggregateQuery.Operand {
    switch value {
    case .column(let expression, let column): .init(expression, .init(column))
    case .object(let path, _): .init(.key(path), .integer)
    }
  }

  /// Where objects of several classes may be at the end of a path, a further key tells which it is.
  private mutating func addKind(
    of path: QueryPath, _ entity: String, _ graph: ObjectGraph
  ) throws -> (names: [String], place: Int?) {
    guard let index = graph.index(named: entity) else { throw StackError.unknownModel(entity) }
    guard graph.entities[index].table.isPolymorphic else { return ([entity], nil) }
    let names = graph.entities[index].kinds.map { graph.entities[$0].name }
    query.keys.append(.init(.number(ofKindOf: path, among: names), .integer))
    return (names, query.keys.count - 1)
  }

  /// The place of a measure, which is there once.
  private mutating func place(of aggregate: GroupedQuery.Aggregate) throws -> Int {
    let measure = AggregateQuery.Measure(
      .init(aggregate.function), of: aggregate.value.map { Self.operand($0) })
    if [.sum, .average].contains(measure.function), measure.operand?.kind == .other {
      throw StackError.unsupportedAggregate("a sum of what is no number in the store")
    }
    if let index = query.measures.firstIndex(of: measure) { return index }
    query.measures.append(measure)
    return query.measures.count - 1
  }

  private mutating func condition(
    _ condition: GroupedQuery.Condition
  ) throws -> AggregateQuery.Condition {
    switch condition {
    case .and(let terms): return .and(try terms.map { try self.condition($0) })
    case .or(let terms): return .or(try terms.map { try self.condition($0) })
    case .not(let term): return .not(try self.condition(term))
    case .comparison(let aggregate, let comparison, let constant):
      let value = try AggregateValue(constant, .init(aggregate.column))
      return .comparison(try place(of: aggregate), comparison, value)
    }
  }

  func keys(
    of group: ObjectGraph.Group, _ graph: ObjectGraph
  ) throws -> [ModelContext.QueryGroup.Key] {
    source.keys.enumerated().map { index, key in
      guard case .column(_, let column) = key else {
        return .object(object(index, group, graph))
      }
      return .value(group.keys[index].column(.init(column)) ?? .null)
    }
  }

  private func object(
    _ index: Int, _ group: ObjectGraph.Group, _ graph: ObjectGraph
  ) -> PersistentIdentifier? {
    guard case .integer(let key) = group.keys[index], let (names, place) = destinations[index]
    else { return nil }
    var name = names[0]
    if let place, case .integer(let number) = group.keys[place], let number = Int(exactly: number),
      names.indices.contains(number)
    {
      name = names[number]
    }
    return PersistentIdentifier(
      store: graph.store.identifier, entity: name, key: Int64(clamping: key))
  }

  func values(of group: ObjectGraph.Group) throws -> [ColumnValue] {
    try zip(source.aggregates, measures).map { aggregate, place in
      let result = group.results[place]
      guard let value = result.column(.init(aggregate.column)) else {
        throw StackError.sumTooLarge(
          property: aggregate.propertyName, sum: "\(result)", type: "\(Int64.self)")
      }
      return value
    }
  }
}

extension GroupedQuery.Aggregate {
  fileprivate var propertyName: String {
    guard case .column(.column(_, let column), _)? = value else { return "values" }
    let part = column.description.part
    return part.isEmpty ? column.property : "\(column.property).\(part)"
  }
}

extension AggregateQuery.Measure.Function {
  fileprivate init(_ function: GroupedQuery.Aggregate.Function) {
    self =
      switch function {
      case .count: .count
      case .countDistinct: .countDistinct
      case .sum: .sum
      case .average: .average
      case .minimum: .minimum
      case .maximum: .maximum
      }
  }
}
