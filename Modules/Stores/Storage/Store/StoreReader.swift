public import StrataSQLite
internal import StrataSchema

/// A reader of a store, for one thread at a time.
public final class StoreReader {
  /// The store.
  public let store: Store
  /// The settings of a server that each read has from the next one on, or the next ``snapshot(_:)``, by name.
  package var serverSettings: [String: String] = [:]
  private var connection: Connection?
  // Each connection counts the changes that it sees by itself.
  private var connectionNumber = 0

  // A server's connection is the reader's only while it reads.
  private var isLeased = false
  private var depth = 0

  init(store: Store) { self.store = store }

  private func giveBack() {
    guard let connection else { return }
    self.connection = nil
    isLeased = false
    // The next reader's are its own.
    connection.serverSettings = [:]
    store.giveBack(connection)
  }

  deinit {
    if let connection { store.giveBack(connection) }
    // The store may be released with this reader. It closes its connections then, so release this one
    // first.
    connection = nil
  }

  /// Runs a body with the reader's connection.
  ///
  /// The connection must not leave the body, since other readers on other threads use it after this one.
  /// Only reads inside ``snapshot(_:)`` show one state of the store.
  @usableFromInline
  package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if depth == 0, store.isClosed {
      connection = nil
      throw StorageError.closed(path: store.path)
    }
    if connection == nil {
      connection = try store.takeConnection()
      isLeased = store.isOnServer
      connection?.serverSettings = serverSettings
    }
    depth += 1
    defer {
      depth -= 1
      if depth == 0, isLeased { giveBack() }
    }
    if let connection {
      do {
        let result = try body(connection)
        try connection.checkImage()
        return result
      } catch let error as StorageError {
        throw store.explained(error, on: connection)
      }
    }
    return try store.withWriter { connection in
      try connection.endLostTransaction()
      return try body(connection)
    }
  }

  /// Runs a body with a statement that only reads: a SELECT, VALUES, EXPLAIN, or a PRAGMA that tells something.
  ///
  /// The statement must not leave the body.
  ///
  /// - Throws: `StorageError.refusedStatement` for a statement that would change anything, for several, and for one that the
  ///   engine refuses. `StorageError` if the store can't be read. The body's errors.
  public func withStatement<Result>(
    reading sql: String, _ body: (Statement) throws -> Result
  ) throws -> Result {
    try read { try body($0.readingStatement(sql)) }
  }

  /// Runs a body in a read transaction, so that all of its reads show one state of the store.
  ///
  /// Inside another snapshot it joins that one. A store in memory has one connection, so that no save can
  /// happen during the body.
  ///
  /// - Throws: `StorageError` if the store can't be read. The body's errors.
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    guard store.isShared else {
      return try store.withWriter { connection in try connection.snapshot(body) }
    }
    return try read { connection in
      guard !connection.isInTransaction else { return try body() }
      // A connection that couldn't end its transaction would show this state forever.
      defer { if connection.isInTransaction { replaceConnection() } }
      return try connection.snapshot(body)
    }
  }

  /// Runs a body that reads through the connection of a save on a server, and so sees what the save has written.
  ///
  /// Call it outside ``snapshot(_:)``. One inside the body is part of the save.
  package func joining<Result>(
    _ transaction: StoreTransaction, _ body: () throws -> Result
  ) throws -> Result {
    let own = (connection, isLeased)
    connection = transaction.connection
    isLeased = false
    depth += 1
    defer {
      depth -= 1
      (connection, isLeased) = own
    }
    return try body()
  }

  private func replaceConnection() {
    // A borrowed one goes back, and isn't lent again.
    guard !isLeased else { return }
    if connection != nil { store.observation.countLentConnections(-1) }
    connection = nil
    connectionNumber += 1
  }

  /// A value that changes with each write of others.
  public struct Version: Hashable, Sendable {
    let connection: Int
    /// On a server, the number of the last save.
    let data: Int64
  }

  /// The current version of the file.
  ///
  /// Takes less than a microsecond. At most ten times a second it checks the files, which takes some
  /// microseconds.
  ///
  /// - Throws: `StorageError.fileMoved` if another program has deleted, moved or replaced the file, so
  ///   that nobody writes to the open one.
  public func version() throws -> Version {
    try store.engine.checkNowAndThen()
    let data = try read { try $0.dataVersion() }
    store.recordSeen(data)
    // A server's number is the same for all connections.
    return Version(connection: store.isOnServer ? 0 : connectionNumber, data: data)
  }

  /// Asks a server, together with the next query of a snapshot, whether the history ends at a position.
  ///
  /// If it doesn't, that query throws an error, and ``hasInterruptedQuery()`` returns true inside the snapshot.
  package func expect(_ position: HistoryPosition) throws {
    try read { try $0.expect(dataVersion: position.number) }
  }

  /// Returns true if a query of the snapshot has thrown because the history ends elsewhere than expected.
  package func hasInterruptedQuery() throws -> Bool { try read { $0.hasInterruptedQuery } }

  /// Returns true if the history ends elsewhere than expected.
  package func isOutdated() throws -> Bool { try read { try $0.isOutdated() } }
}

extension StoreReader {
  /// The engine's plan for a query, a line a step, indented by depth.
  public func plan(of query: SQLQuery) throws -> [String] {
    try read { connection in
      if connection.isServer {
        return try connection.rows("EXPLAIN \(query)") { $0.text(at: 0) }
      }
      var depths: [Int64: Int] = [0: 0]
      let plan: SQL = "EXPLAIN QUERY PLAN \(query)"
      return try connection.rows(plan) { step in
        let depth = depths[step.integer(at: 1)] ?? 0
        depths[step.integer(at: 0)] = depth + 1
        return step.text(at: 3).map { String(repeating: "  ", count: depth) + $0 }
      }
    }
  }
}
