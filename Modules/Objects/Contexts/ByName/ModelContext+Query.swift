public import StrataGraph
public import StrataModel
public import StrataQuery
public import StrataSQLite
internal import StrataSchema
public import StrataStorage

// Fetches by entity name, for queries that are parsed from text.
extension ModelContext {
  /// Fetches the objects that match a query, including unsaved changes of this context.
  ///
  /// - Throws: ``StackError/unknownModel(_:)``, ``StackError/negativeRange(limit:offset:)``,
  ///   `StorageError`.
  @_spi(Query) public func fetch(_ query: Query) throws -> [any PersistentModel] {
    func fetch<T: PersistentModel>(_ type: T.Type) throws -> [any PersistentModel] {
      try self.fetch(type, query)
    }
    return try fetch(try modelType(query.entity))
  }

  /// Fetches the objects of a class that match a query over its entity, including unsaved changes.
  ///
  /// - Throws: as ``fetch(_:)-(Query)``.
  package func fetch<T: PersistentModel>(_ type: T.Type, _ query: Query) throws -> [T] {
    try refreshCustomStore(of: query.entity)
    let graph = graph(of: type)
    let query = graph.scoped(query)
    return try graph.fetch(type, try query.inRange(), .init(query))
  }

  /// Enumerates the saved objects that match a query, with `batchSize` objects in memory at a time.
  ///
  /// - Throws: errors of the block, and as ``fetch(_:)-(Query)``.
  @_spi(Query) public func enumerate(
    _ query: Query, batchSize: Int = 5000, block: (any PersistentModel) throws -> Void
  ) throws {
    func enumerate<T: PersistentModel>(_ type: T.Type) throws {
      try self.enumerate(
        graph(of: type).scoped(try query.inRange()), batchSize: batchSize,
        allowEscapingMutations: true
      ) { (model: T) in try block(model) }
    }
    try enumerate(try modelType(query.entity))
  }

  /// The number of objects that match a query.
  ///
  /// - Throws: as ``fetch(_:)-(Query)``.
  @_spi(Query) public func fetchCount(_ query: Query) throws -> Int {
    func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
      try refreshCustomStore(of: query.entity)
      let graph = graph(of: type)
      let query = graph.scoped(query)
      return try graph.count(type, try query.inRange(), .init(query))
    }
    return try count(try modelType(query.entity))
  }

  /// The object of an entity with a key, or nil if there is none.
  ///
  /// - Throws: ``StackError/unknownModel(_:)``, `StorageError`.
  @_spi(Query) public func model(entity: String, key: Int64) throws -> (any PersistentModel)? {
    func model<T: PersistentModel>(_ type: T.Type) throws -> (any PersistentModel)? {
      let identifier = PersistentIdentifier(
        store: graph(named: entity).store.identifier, entity: entity, key: key)
      return try existingModel(for: identifier, as: type)
    }
    return try model(try modelType(entity))
  }

  /// Creates an object of an entity, which isn't inserted yet. Set its values by name, then insert
  /// it.
  ///
  /// Properties have their default values. Properties without one are nil, empty or zero.
  ///
  /// - Throws: ``StackError/unknownModel(_:)``.
  @_spi(Query) public func makeObject(entity: String) throws(StackError) -> any PersistentModel {
    func make<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      T(backingData: T.createBackingData())
    }
    return make(try modelType(entity))
  }

  /// The SQL of a query with its bound values, and the engine's plan.
  ///
  /// - Parameter analyze: True to run the query too, and to count its rows and round trips.
  /// - Throws: ``StackError/unknownModel(_:)``, `StorageError`.
  @_spi(Query) public func explain(
    _ query: Query, analyze: Bool = false
  ) throws -> QueryExplanation {
    let graph = self.graph(named: query.entity)
    let reading = graph.index(named: query.entity).flatMap {
      graph.entities[$0].reading(query.attributes)
    }
    let sql = try SQLQuery(
      graph.scoped(query), select: .rows, reading: reading, tables: graph.store.tables)
    return try QueryExplanation(sql, graph.reader, analyze: analyze)
  }

  package func modelType(_ entity: String) throws(StackError) -> any PersistentModel.Type {
    let graph = self.graph(named: entity)
    guard let index = graph.index(named: entity) else { throw .unknownModel(entity) }
    return graph.entities[index].type
  }
}

extension ModelContext {
  /// The SQL of a descriptor with its bound values, and the plan of SQLite or PostgreSQL.
  ///
  /// Unsaved changes aren't part of it, since the context evaluates them in memory. Nor are prefetched relationships,
  /// which are statements of their own.
  ///
  /// - Parameter analyze: True to run the query too, and to count its rows and round trips. No objects are made.
  /// - Throws: `PredicateTranslationError.unsupportedPredicate(_:)` if SQL can't express the
  ///   predicate, `StorageError`.
  public func explain<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, analyze: Bool = false
  ) throws -> QueryExplanation {
    let graph = graph(of: T.self)
    let query = try descriptor.query(in: graph)
    let reading = graph.entities[try graph.index(of: T.self)].reading(query.attributes)
    let sql = try SQLQuery(query, select: .rows, reading: reading, tables: graph.store.tables)
    return try QueryExplanation(sql, graph.reader, analyze: analyze)
  }
}

/// The SQL of a query, how the engine will run it, and what running it took.
public struct QueryExplanation: Sendable {
  /// The SQL with its bound values.
  public let sql: SQLQuery
  /// The engine's plan, a line a step: SQLite's `EXPLAIN QUERY PLAN` or PostgreSQL's `EXPLAIN`.
  public let plan: [String]
  /// The rows, duration and round trips of a run, or nil if the query wasn't run.
  public let execution: QueryExecution?

  /// - Parameter analyze: True to run the query.
  package init(_ sql: SQLQuery, _ reader: StoreReader, analyze: Bool) throws {
    self.sql = sql
    plan = try reader.plan(of: sql)
    execution = analyze ? try reader.execution(of: sql) : nil
  }
}
