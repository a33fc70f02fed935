internal import StrataGraph
public import StrataModel
internal import StrataObservation
public import StrataSQLite
public import StrataStorage

extension ModelContext {
  /// Saves, and runs your own SQL statements in the transaction of this save.
  ///
  /// ```swift
  /// let count = try context.withConnection { db in
  ///   try db.execute("UPDATE \(Trip.self) SET rating = rating + 1 WHERE year < \(2020)")
  /// }
  /// ```
  ///
  /// The unsaved changes are written first, so that the statements see them. Then the body runs, once.
  /// When it returns, all is committed together. If it throws, nothing is saved: the objects' changes
  /// are unsaved as before, and those of the statements are rolled back.
  ///
  /// The rows that the statements change are in the history, with the context's author and the names of
  /// the changed properties, in an entry behind that of the objects. Objects in memory show the new
  /// values when the call returns, and other contexts merge them.
  ///
  /// Statements don't run delete rules and validations. A deleted row's links are removed, and optional
  /// to-one relationships to it become nil. The save checks that all other links lead to rows, that both
  /// ends agree, and that objects can be made of the written rows.
  ///
  /// Change objects before the call or after it. Fetches inside the body see what the save has written,
  /// and no changes of rows that are in memory. The store is locked for other writers while the body
  /// runs.
  ///
  /// - Parameters:
  ///   - configuration: The name of the configuration whose store the statements are for, or nil for
  ///     the container's first.
  ///   - body: Runs the statements. Its connection must not leave it.
  /// - Returns: The body's result.
  /// - Throws: The body's error, and the errors of ``save()``.
  ///   ``StackError/changedDuringStatements(object:)`` if the body changes objects.
  ///   ``StackError/unsupportedStatements(reason:)`` in a child context and for a custom store.
  ///   `StorageError.unsound` for rows or links that contradict the model.
  @discardableResult
  public func withConnection<Result>(
    of configuration: ModelConfiguration.ID? = nil, _ body: (StoreConnection) throws -> Result
  ) throws -> Result {
    let graph = try graphForStatements(configuration)
    guard !isInsideTransaction else {
      throw StackError.unsupportedStatements(
        reason: "withConnection commits, so that it can't be part of transaction {}: change the "
          + "objects first, and then call withConnection instead of transaction")
    }
    return try withoutActuallyEscaping(body) { body in
      var result: Result?
      var hasRun = false
      // An outer store's save that is tried again would run the statements of an inner one twice.
      func run(_ connection: StoreConnection) throws {
        guard !hasRun else { throw StackError.statementsRunTwice(store: graph.name) }
        hasRun = true
        result = try body(connection)
      }
      _ = try saveAll((graph, run))
      core.changes.publish(graph.mergeStatements())
      guard let result else {
        throw StackError.unsupportedStatements(reason: "the statements didn't run")
      }
      return result
    }
  }

  /// The rows of your own SQL query, which only reads.
  ///
  /// ```swift
  /// let rows = try context.rows("SELECT title FROM \(Trip.self) WHERE year < \(2020)")
  /// let titles = try rows.map { try $0.value("title", as: String.self) }
  /// ```
  ///
  /// The query reads saved rows, without the context's unsaved changes, in the SQL of the store's
  /// engine. An interpolated value is bound to a parameter. Memory: O(rows).
  ///
  /// - Parameter configuration: The name of the configuration whose store is read, or nil for the
  ///   container's first.
  /// - Throws: `StorageError.refusedStatement` for a statement that would change anything, or several.
  ///   `StorageError` for one that fails. ``StackError/unsupportedStatements(reason:)`` for a custom
  ///   store.
  public func rows(
    _ query: SQL, of configuration: ModelConfiguration.ID? = nil
  ) throws -> [SQLRow] {
    let graph = try graph(in: configuration)
    try requireOwnStore(graph)
    return try graph.reader.sqlRows(query)
  }

  /// Runs a body with a reader of the store, for a statement whose rows are too many for an array.
  ///
  /// The reader shows saved rows, without the context's unsaved changes.
  ///
  /// - Parameter configuration: The name of the configuration whose store is read, or nil for the
  ///   container's first.
  /// - Throws: ``StackError/unsupportedStatements(reason:)`` for a custom store. The body's errors.
  public func withReader<Result>(
    of configuration: ModelConfiguration.ID? = nil, _ body: (StoreReader) throws -> Result
  ) throws -> Result {
    let graph = try graph(in: configuration)
    try requireOwnStore(graph)
    return try body(graph.reader)
  }

  private func graphForStatements(_ configuration: ModelConfiguration.ID?) throws -> ObjectGraph {
    guard parentLink == nil else {
      throw StackError.unsupportedStatements(
        reason: "a child context saves to its parent, so that it has no connection to a store; use "
          + "withConnection of the parent")
    }
    let graph = try graph(in: configuration)
    try requireOwnStore(graph)
    return graph
  }

  private func requireOwnStore(_ graph: ObjectGraph) throws(StackError) {
    guard origin(of: graph).custom == nil else {
      throw .unsupportedStatements(
        reason: "the store '\(graph.name)' is a custom one, which has no SQL")
    }
  }
}

extension StoreConnection {
  /// Claims a key for a row of a model that you insert, in the column `strata_key`.
  ///
  /// In a file SQLite gives a row a key if you don't. A server refuses a row without one.
  ///
  /// - Throws: `StorageError`.
  public func newKey<T: PersistentModel>(for model: T.Type) throws -> Int64 {
    try newKey(for: T._$entity.name)
  }
}
