public import StrataGraph
public import StrataModel
public import StrataQuery
public import StrataSQLite
internal import StrataSchema
internal import StrataStorage

// Fetching by the name of an entity, for queries that come as text.
extension ModelContext {
  /// The objects that a query asks for, unsaved changes of this context included.
  ///
  /// - Throws: ``StackError/unknownModel(_:)``, ``StackError/negativeRange(limit:offset:)``,
  ///   `StorageError`.
  public func fetch(_ query: Query) throws -> [any PersistentModel] {
    func fetch<T: PersistentModel>(_ type: T.Type) throws -> [any PersistentModel] {
      try self.fetch(type, query)
    }
    return try fetch(try modelType(query.entity))
  }

  /// The objects of a class that a query over its entity asks for, unsaved changes included.
  ///
  /// - Throws: as ``fetch(_:)-(Query)``.
  package func fetch<T: PersistentModel>(_ type: T.Type, _ query: Query) throws -> [T] {
    try graph(of: type).fetch(type, try query.inRange(), .init(query))
  }

  /// Goes through the saved objects that a query asks for, with so many in memory at a time.
  ///
  /// - Throws: What the block throws, and as ``fetch(_:)-(Query)``.
  public func enumerate(
    _ query: Query, batchSize: Int = 5000, block: (any PersistentModel) throws -> Void
  ) throws {
    func enumerate<T: PersistentModel>(_ type: T.Type) throws {
      try self.enumerate(
        try query.inRange(), batchSize: batchSize, allowEscapingMutations: true
      ) { (model: T) in try block(model) }
    }
    try enumerate(try modelType(query.entity))
  }

  /// How many objects a query asks for.
  ///
  /// - Throws: as ``fetch(_:)-(Query)``.
  public func fetchCount(_ query: Query) throws -> Int {
    func count<T: PersistentModel>(_ type: T.Type) throws -> Int {
      try graph(of: type).count(type, try query.inRange(), .init(query))
    }
    return try count(try modelType(query.entity))
  }

  /// The object of an entity with a key; nil when there is none.
  ///
  /// - Throws: ``StackError/unknownModel(_:)``, `StorageError`.
  public func model(entity: String, key: Int64) throws -> (any PersistentModel)? {
    func model<T: PersistentModel>(_ type: T.Type) throws -> (any PersistentModel)? {
      let identifier = PersistentIdentifier(
        store: graph(named: entity).store.identifier, entity: entity, key: key)
      return try existingModel(for: identifier, as: type)
    }
    return try model(try modelType(entity))
  }

  /// A new object of an entity, for its values to be set by name and to be inserted. It has its
  /// properties' initial values; the others are nil, empty or zero.
  ///
  /// - Throws: ``StackError/unknownModel(_:)``.
  public func makeObject(entity: String) throws(StackError) -> any PersistentModel {
    func make<T: PersistentModel>(_ type: T.Type) -> any PersistentModel {
      T(backingData: T.createBackingData())
    }
    return make(try modelType(entity))
  }

  /// The SQL that a query becomes, its bound values, and SQLite's plan for it.
  ///
  /// - Throws: ``StackError/unknownModel(_:)``, `StorageError`.
  public func explain(_ query: Query) throws -> (sql: SQLQuery, plan: [String]) {
    let graph = self.graph(named: query.entity)
    let sql = try SQLQuery(query, select: .rows, tables: graph.store.tables)
    return (sql, try graph.reader.plan(of: sql))
  }

  package func modelType(_ entity: String) throws(StackError) -> any PersistentModel.Type {
    let graph = self.graph(named: entity)
    guard let index = graph.index(named: entity) else { throw .unknownModel(entity) }
    return graph.entities[index].type
  }
}
