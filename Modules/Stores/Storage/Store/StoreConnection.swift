public import StrataSQLite
internal import Synchronization
public import StrataSchema

/// The connection of a save, for your own SQL statements. A context gives it to the body of
/// `withConnection`.
///
/// ```swift
/// try context.withConnection { db in
///   try db.execute("UPDATE \(Trip.self) SET rating = rating + 1 WHERE year < \(2020)")
/// }
/// ```
///
/// Statements read, insert, update and delete rows, in the SQL of the store's engine. They see what
/// was written before them in the same save. An interpolated value is bound to a parameter. A statement
/// that fails has no effect, and you may go on after its error. Use the connection inside the body only.
public final class StoreConnection {
  private let store: Store
  private let connection: Connection
  private let check: StatementCheck
  private let recorder: StatementRecorder
  private var isOver = false
  /// The error that has ended the transaction.
  private var end: (any Error)?

  init(
    _ store: Store, _ connection: Connection, _ check: StatementCheck, _ recorder: StatementRecorder
  ) {
    self.store = store
    self.connection = connection
    self.check = check
    self.recorder = recorder
  }

  /// Runs one statement.
  ///
  /// - Returns: The number of rows that it has inserted, updated or deleted itself. 0 for one that reads.
  /// - Throws: `StorageError`. `StorageError.refusedStatement` for a statement that isn't allowed: one
  ///   that changes the schema, the transaction or the store's own tables, or several statements.
  @discardableResult
  public func execute(_ statement: SQL) throws -> Int {
    try run(statement) { writes in
      try connection.run(statement)
      return writes ? try connection.changedRowCount : 0
    }
  }

  /// The rows of a query, or of a statement with `RETURNING`.
  ///
  /// - Throws: as ``execute(_:)``.
  public func rows(_ query: SQL) throws -> [SQLRow] {
    try run(query) { _ in try connection.sqlRows(query) }
  }

  /// The first column of a query's first row, or NULL if there is no row.
  ///
  /// - Throws: as ``execute(_:)``.
  public func value(_ query: SQL) throws -> ColumnValue {
    try rows(query).first?.values.first ?? .null
  }

  /// Runs a body inside a savepoint. If it throws, the changes of its statements are rolled back, and
  /// those before it stay. Savepoints nest.
  ///
  /// - Throws: The body's error, or `StorageError`.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try requireOpen("SAVEPOINT")
    return try recorder.savepoint(body)
  }

  /// Claims a key for a row that you insert, in the column `strata_key`.
  ///
  /// In a file SQLite gives a row a key if you don't. A server refuses a row without one.
  ///
  /// - Throws: `StorageError`.
  package func newKey(for entity: String) throws -> Int64 {
    try requireOpen("newKey")
    return try store.claimKey(for: entity, inside: connection)
  }

  private func run<Result>(_ query: SQL, _ body: (_ writes: Bool) throws -> Result) throws -> Result
  {
    try requireOpen(query.sql)
    do {
      let (writes, tables) = try check.check(query, mayWrite: true)
      guard writes else { return try guarded { try body(false) } }
      return try guarded {
        try recorder.record(tables)
        return try body(true)
      }
    } catch {
      // A full disk, for one, ends the transaction. What follows would be committed statement by statement.
      if !connection.isInTransaction { end = end ?? error }
      throw error
    }
  }

  /// A statement that fails on a server would end the transaction, and in a file leave the records of
  /// the rows that it had changed.
  private func guarded<Result>(_ body: () throws -> Result) throws -> Result {
    try recorder.savepoint(body)
  }

  private func requireOpen(_ sql: String) throws {
    if let end { throw end }
    guard !isOver else {
      throw StorageError.refusedStatement(
        sql: sql, reason: "the connection belongs to a save that is over; use it inside the body")
    }
  }

  /// Ends the use of the connection.
  ///
  /// - Throws: The error that has ended the transaction, even if the body has caught it.
  func close() throws {
    isOver = true
    if let end { throw end }
  }

  /// Ends the use of the connection after an error.
  func abandon() { isOver = true }
}

// Unchecked: unavailable, so that the compiler names the rule to whoever sends a connection elsewhere.
@available(*, unavailable, message: "use the connection inside the body")
extension StoreConnection: @unchecked Sendable {}

extension StoreTransaction {
  /// Runs a program's own statements, and adds the rows that they change to the history, in an entry
  /// behind that of this save's own changes.
  ///
  /// - Parameter checkRows: Checks the written rows of an entity, so that no row is saved that no object
  ///   can be made of.
  /// - Throws: The body's errors. `StorageError.unsound` if the statements leave links that lead
  ///   nowhere or whose ends don't agree.
  package func runStatements(
    of store: Store, _ body: (StoreConnection) throws -> Void,
    checkRows: (EntityTable, [Int64]) throws -> Void
  ) throws {
    // The objects' entry is complete before the first statement, so that former rows of these belong to theirs.
    if !log.isEmpty {
      try cutLinksToDeletedRows(of: store)
      if Store.checksSaves { try check(of: store) }
    }
    try appendEntry()
    isOfStatements = true
    let recorder = try StatementRecorder(store, connection)
    defer {
      // Dropped: the error of a connection that has ended, whose settings matter to nobody.
      try? recorder.restoreConnection()
    }
    try recorder.begin()
    let statements = StoreConnection(store, connection, StatementCheck(connection), recorder)
    do {
      try body(statements)
    } catch {
      statements.abandon()
      throw error
    }
    try statements.close()
    let changes = try recorder.recordedChanges()
    if !changes.isEmpty { try recorder.write(changes, to: self) }
    try recorder.end()
    try cutLinksToDeletedRows(of: store)
    try check(of: store)
    // Objects of other classes can't be made here.
    for run in try log.recorded(.insert, .update)
    where store.tables.byEntity[run.table.entity.name] === run.table {
      for start in stride(from: 0, to: run.keys.count, by: 10_000) {
        try checkRows(run.table, Array(run.keys[start..<min(start + 10_000, run.keys.count)]))
      }
    }
  }
}

extension Store {
  /// Prepares the store for ``StoreTransaction/runStatements(of:_:checkRows:)``, before the save.
  ///
  /// - Throws: `StorageError.refusedStatement` for the working copy of another library's file, which gets objects alone.
  package func prepareStatements() throws {
    try engine.prepareStatements(of: self)
  }

  /// Claims a key inside a save, whose rollback also takes the claim back.
  func claimKey(for entity: String, inside connection: Connection) throws -> Int64 {
    let table = try tables.table(entity).name
    let key = try nextKey(of: table, connection)
    try connection.setNextKey(of: table, to: key + 1)
    return key
  }
}

extension StoreReader {
  /// The rows of a program's own query, which only reads.
  ///
  /// - Throws: `StorageError.refusedStatement` for any other statement.
  package func sqlRows(_ query: SQL) throws -> [SQLRow] {
    try snapshot {
      try read { connection in
        _ = try StatementCheck(connection).check(query, mayWrite: false)
        return try connection.sqlRows(query)
      }
    }
  }
}
