internal import StrataCSQLite
package import StrataSchema

/// One connection to a database, with the statements it has prepared: an SQLite database, or a server's.
///
/// A connection is used by one thread at a time. It isn't `Sendable`: `Store` makes sure that only one thread has it.
public final class Connection {
  /// SQLite's connection, or nil for a server's.
  let handle: OpaquePointer?
  /// The server's connection, or nil for SQLite's.
  let remote: (any RemoteConnection)?
  /// The number of pages that the write-ahead log had after the last commit through this connection.
  package var logPageCount = 0
  /// A server's number when it was last asked for, see ``dataVersion()``.
  package internal(set) var lastVersion: Int64 = 0
  /// The room that the disk had when it was last looked at.
  package var room = DiskRoom()
  /// The file as it was when it was opened as one that nobody changes, or nil if it is locked.
  let image: FileImage?
  /// The file's path, or `:memory:`.
  public let path: String
  /// True if nothing can be written through this connection.
  public let isReadOnly: Bool
  /// How long to wait for another connection's lock, in seconds.
  public let busyTimeout: Double
  private var isOpen = true
  private var statements = StatementCache<String>(capacity: 256)
  // Each access is a statement that calls no other code.
  /// Statements held by their place.
  @exclusivity(unchecked) var standingStatements: [Statement?] = []
  /// Statements held by entity, verb and column set, so that no SQL text is looked up.
  package var preparedByEntity = StatementCache<PreparedKey>(capacity: 512)
  /// Reports the connection's statements, or nil if nobody wants them.
  private(set) var trace: StatementTrace?
  // Each access is a statement that calls no other code.
  /// The last wait for a lock, until it is known to be over.
  @exclusivity(unchecked) var lockWait: LockWait?
  /// The receiver of the connection's reports, or nil without one. Set it once, before the connection is used.
  package var observation: StoreObservation? {
    didSet {
      guard let observation, observation !== oldValue else { return }
      observation.countOpenConnections(1)
      remote?.observation = observation
      guard handle != nil, observation.tracesStatements else { return }
      trace = StatementTrace(self, observation)
      // Statements from before don't record their values.
      forgetStatements()
    }
  }

  /// Opens a database; makes the file when it isn't there and the connection may write.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``.
  public convenience init(
    path: String, isReadOnly: Bool = false, busyTimeout: Double = 10
  ) throws(StorageError) {
    try self.init(path: path, isReadOnly: isReadOnly, busyTimeout: busyTimeout, image: nil)
  }

  /// Opens the copy of a database.
  ///
  /// - Parameter original: What the copy is called in messages: that which it is a copy of.
  package convenience init(path: String, as original: String) throws(StorageError) {
    try self.init(
      path: original, isReadOnly: false, busyTimeout: 10, image: nil, file: path)
  }

  /// - Parameters:
  ///   - image: What the file is, when it is to be read without locks.
  ///   - file: The file, where it is another one than that which messages are about.
  init(
    path: String, isReadOnly: Bool, busyTimeout: Double, image: FileImage?, file: String? = nil
  ) throws(StorageError) {
    self.path = path
    self.isReadOnly = isReadOnly
    self.image = image
    self.busyTimeout = busyTimeout
    var handle: OpaquePointer?
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(
      image?.uri ?? file ?? path, &handle,
      access | SQLITE_OPEN_NOMUTEX | (image == nil ? 0 : SQLITE_OPEN_URI), nil)
    guard code == SQLITE_OK, let handle else {
      let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      let error = StorageError.cannotOpen(
        path: path, systemError: sqlite3_system_errno(handle), reason: reason)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    remote = nil
    sqlite3_extended_result_codes(handle, 1)
    waitForLocks()
    _ = strata_set_defensive(handle)
    registerFunctions()
    registerDecimalSum()
    watchLog()
    watchCancellation()
  }

  /// Makes a connection of a server's.
  ///
  /// - Parameter path: The server's name in messages.
  package init(_ remote: any RemoteConnection, path: String, isReadOnly: Bool = false) {
    self.remote = remote
    self.path = path
    self.isReadOnly = isReadOnly
    handle = nil
    image = nil
    busyTimeout = 10
  }

  deinit { close() }

  /// Closes the connection now rather than when it is released; only its owner may call this, last.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    // A statement that somebody else holds may still commit, when this object is gone.
    if let handle {
      sqlite3_wal_hook(handle, nil, nil)
      sqlite3_busy_handler(handle, nil, nil)
    }
    trace?.end()
    // Statements hold on to the database until they are finalized.
    forgetStatements()
    sqlite3_close_v2(handle)
    remote?.close()
    observation?.countOpenConnections(-1)
  }

  /// Drops all prepared statements.
  package func forgetStatements() {
    statements.removeAll()
    standingStatements.removeAll()
    preparedByEntity.removeAll()
  }

  /// Runs SQL that gives no rows: one statement or several.
  ///
  /// - Throws: ``StorageError``, with the SQL for a failure that has no case of its own.
  public func execute(_ sql: String) throws(StorageError) {
    if let remote { return try remote.execute(sql) }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StorageError(code: code, connection: self, sql: sql) }
  }

  /// Returns the prepared statement for a text, and prepares it the first time.
  ///
  /// The statement is ready to be bound: reset, with no bindings left from its last use.
  public func statement(_ sql: String) throws(StorageError) -> Statement {
    try statement(SQL(sql))
  }

  /// Returns the prepared statement for a query's text, and prepares it the first time.
  func statement(_ sql: SQL) throws(StorageError) -> Statement {
    let key = isServer ? sql.typedText : sql.sql
    if let statement = statements.use(key) {
      // One that is still stepping belongs to a loop further up.
      if statement.isBusy { return try Statement(sql, connection: self) }
      statement.clear()
      return statement
    }
    let statement = try Statement(sql, connection: self)
    statements.insert(statement, for: key)
    return statement
  }

  /// The number of rows that the last statement changed.
  public var changedRowCount: Int {
    get throws(StorageError) { try remote?.changedRowCount() ?? Int(sqlite3_changes(handle)) }
  }

  /// Runs a body whose insertions and changes of one row aren't awaited one by one on a server, but together at the end.
  ///
  /// - Returns: The index among them of the first one that has changed no row, or nil if each has changed one, and for a
  ///   database without a server.
  package func gather(_ body: () throws -> Void) throws -> Int? {
    guard let remote else {
      try body()
      return nil
    }
    remote.beginGathering()
    do {
      try body()
    } catch {
      // Dropped: an error of what was sent. The body's error ends the transaction, too.
      _ = try? remote.endGathering()
      throw error
    }
    return try remote.endGathering()
  }

  /// True if the database is a server's, with a catalog and a dialect of its own.
  package var isServer: Bool { remote.map { !$0.isSQLite } ?? false }

  /// True if others can use the connection.
  package var isUsable: Bool { !isLost && !isInTransaction && remote?.isIdle() ?? true }

  /// The settings of a server that each transaction has from now on, by name. A file has none.
  package var serverSettings: [String: String] {
    get { remote?.serverSettings ?? [:] }
    set { remote?.serverSettings = newValue }
  }

  /// True if the connection to a server has ended.
  package var isLost: Bool { remote?.isLost ?? false }

  /// The number of times that the connection has waited for a server.
  package var roundTripCount: Int { remote?.roundTripCount ?? 0 }

  /// The key that the last INSERT gave its row.
  public var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(handle) }

  /// True while a transaction's body runs.
  package var isInsideTransaction = false

  /// True if a transaction is open.
  public var isInTransaction: Bool {
    if let handle { return sqlite3_get_autocommit(handle) == 0 }
    return remote?.isInTransaction ?? false
  }
}

/// The table and the verb of a statement that a connection keeps.
package struct PreparedKey: Hashable {
  // Retained, so that no other table gets its address.
  private let table: AnyObject
  private let verb: Verb

  package enum Verb: Hashable {
    case insert
    case update(PropertySet)
    case delete
    case preserved
    case row
    case find(columns: [Int], kinds: [String])
    case assign([Int])
    case relink(String)
  }

  package init(table: AnyObject, verb: Verb) {
    self.table = table
    self.verb = verb
  }

  package static func == (lhs: PreparedKey, rhs: PreparedKey) -> Bool {
    lhs.table === rhs.table && lhs.verb == rhs.verb
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(table))
    hasher.combine(verb)
  }
}

// The file of a connection, as SQLite sees it.
extension Connection {
  /// The full name by which the file was opened, or nil for a database in memory or on a server.
  package var fileName: String? {
    guard let handle else { return nil }
    return sqlite3_db_filename(handle, "main").map { String(cString: $0) }.flatMap {
      $0.isEmpty ? nil : $0
    }
  }

  /// True if the file's name leads to another file now.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
      && moved != 0
  }

  /// How many bytes a value may have at most.
  package var largestValue: Int { Int(sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1)) }

  /// The version of the library: `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
