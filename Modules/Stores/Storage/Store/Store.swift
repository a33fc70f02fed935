public import Foundation
public import StrataSQLite
public import StrataSchema
internal import Synchronization
@_exported public import StrataTables

/// A store on disk or in memory: its tables, its history, its keys, and the connections to it.
///
/// One connection writes, under a lock; each reader has a connection of its own and needs no lock,
/// since the write-ahead log lets readers see the last committed state while somebody writes. A
/// store in memory has one connection for all, under the same lock.
public final class Store: Sendable {
  /// The file's URL, or nil for a store in memory.
  public let url: URL?
  /// The path for messages.
  public let path: String
  /// True if nothing can be saved.
  public let isReadOnly: Bool
  /// The unique identifier of the store.
  public let identifier: UUID
  /// The schema that the store was opened with.
  public let schema: Schema
  /// The tables of the schema.
  public let tables: Tables

  // Guarded by `lock`: each use is inside `withWriter` or `closeForAll`, one thread at a time, or in `deinit`.
  private nonisolated(unsafe) var writer: Connection
  private let lock = FairLock()
  /// The longest time that a save waits for others, in seconds: once for this program's, once for other programs'.
  let busyTimeout: Double
  private let closed = Atomic<Bool>(false)
  private let idleReaders: Mutex<[ConnectionBox]> = Mutex([])
  private let sequences: Mutex<[String: KeySequence]> = Mutex([:])
  private let position: StorePosition
  /// The connections to a server, or nil for a store in a file or in memory.
  let pool: ServerPool?
  /// The standby that answers reads, or nil if the primary does.
  private let replica: ServerReplica?
  /// The connections of saves beside each other, or nil for a store whose saves follow each other.
  private let saverPool: ServerPool?
  /// The connections of saves beside each other, by the threads that save.
  private let savers: Mutex<[UInt: ConnectionBox]> = Mutex([:])
  /// True if saves of different objects can run side by side.
  package var savesConcurrently: Bool { saverPool != nil }
  /// True if other processes can open the store, so that readers have connections of their own.
  package var isShared: Bool { url != nil || pool != nil }
  /// True if the store is on a server.
  package var isOnServer: Bool { pool != nil }
  /// The files that were opened.
  let files: StoreFiles
  /// Makes a connection with views in the places of tables, or nil if the tables themselves are read.
  private let connect: (@Sendable () throws -> Connection)?
  /// True if the tables are another library's.
  package let isForeign: Bool
  /// The reports to the store's observer and its log.
  package let observation: StoreObservation
  /// The functions and collations of the program, which each connection gets.
  private let additions = Mutex(SQLAdditions())
  /// A file of another library that gets each save as well.
  let mirror = Mutex<(any StoreMirror)?>(nil)
  /// The result of the last ``recordedClasses(_:isRefusedIfStale:)``.
  let lastRecordedClasses = Mutex<RecordedClasses?>(nil)

  /// The number of the last transaction that was saved through this store, 0 before the first.
  public var lastTransaction: Int64 { position.lastSaved }

  /// The number of failovers. Rows that were read before one may be out of date.
  package var failoverCount: Int { position.failoverCount }

  func recordSaved(_ number: Int64) { position.recordSaved(number) }

  // Unchecked: an idle reader's connection, which only the reader that takes it from the list has, or that of a save,
  // which only the thread uses by whose number it is found.
  private struct ConnectionBox: @unchecked Sendable {
    let connection: Connection
  }

  init(
    url: URL?, isReadOnly: Bool, identifier: UUID, schema: Schema, tables: Tables,
    writer: Connection, foreign: ForeignTables? = nil,
    connect: (@Sendable () throws -> Connection)? = nil, pool: ServerPool? = nil,
    replica: ServerReplica? = nil, busyTimeout: Double = 10, observation: StoreObservation? = nil
  ) throws {
    self.busyTimeout = busyTimeout
    self.url = url
    if let foreign { self.connect = { try foreign.connect() } } else { self.connect = connect }
    isForeign = foreign != nil
    self.pool = pool
    self.replica = replica
    position = pool?.position ?? StorePosition()
    saverPool = pool.flatMap { $0.saves == .concurrent && !isReadOnly ? $0.another() : nil }
    path = writer.path
    self.isReadOnly = isReadOnly
    self.identifier = identifier
    self.schema = schema
    self.tables = tables
    self.writer = writer
    self.observation = observation ?? StoreObservation(of: writer.path)
    writer.observation = self.observation
    files = try StoreFiles(of: writer)
  }

  deinit { if !isClosed { closeConnections() } }

  /// True once ``closeForAll()`` was called.
  package var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Closes the store for all readers and contexts, after the save that is in progress.
  ///
  /// Later reads and saves throw `StorageError.closed`. A read that is in progress ends undisturbed. Blocks its thread
  /// until the store is closed. Calling it again does nothing.
  package func closeForAll() {
    // Without a time-out, this waits until it has the lock.
    _ = lock.lock()
    defer { lock.unlock() }
    guard !isClosed else { return }
    // A save that closes its own store can't wait for itself.
    if currentSaver == nil { saverPool?.waitForAll() }
    saverPool?.close()
    closed.store(true, ordering: .releasing)
    closeConnections()
    writer.close()
    pool?.close()
    replica?.close()
  }

  private func closeConnections() {
    idleReaders.withLock { $0.removeAll() }
    guard !isReadOnly else { return }
    returnKeys()
    closeLog()
  }

  /// Runs a body with the writing connection, under its lock. Threads get the lock in the order in which they ask.
  ///
  /// - Throws: `StorageError.busy` if others of this program have the lock for longer than the time-out.
  ///   `StorageError.interrupted` if the task is cancelled meanwhile (`withCancellableStatements(_:)`).
  ///   `StorageError.closed`. The body's errors.
  package func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    // Another connection would wait for the locks of the save that this thread is in.
    if let currentSaver { return try body(currentSaver) }
    if !lock.tryLock() { try waitForWriter() }
    defer { lock.unlock() }
    guard !isClosed else { throw StorageError.closed(path: path) }
    // If there is no other connection, the lost one's errors say so.
    if let pool, writer.isLost || !writer.isInTransaction && !writer.isUsable,
      let next = try? pool.connect()
    {
      writer = next
    }
    do {
      return try body(writer)
    } catch let error as StorageError {
      if error.isOfOtherTransactions {
        throw StorageError.busy(path: path, seconds: busyTimeout)
      }
      leaveServer(after: error, of: writer)
      throw explained(error, on: writer)
    }
  }

  /// Closes a writing connection whose server only reads from now on, as one that has become a standby, and the idle ones.
  /// The next call may find another server at the address.
  private func leaveServer(after error: StorageError, of connection: Connection) {
    guard case .readOnly = error, let pool, !isReadOnly else { return }
    connection.close()
    pool.forgetIdle()
    saverPool?.forgetIdle()
  }

  /// The connection of the save beside others that the current thread is in.
  private var currentSaver: Connection? {
    guard savesConcurrently else { return nil }
    return savers.withLock { $0[FairLock.currentThread] }?.connection
  }

  /// Runs a body with a connection for a save beside others.
  ///
  /// - Throws: `StorageError.noConnection` if eight saves of this program have theirs for ten seconds.
  ///   `StorageError.closed`. The body's errors.
  func withSaver<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard let saverPool, currentSaver == nil else { return try withWriter(body) }
    // Another connection would wait for the locks of the save that this thread is in.
    if lock.isMine, writer.isInsideTransaction { throw StorageError.saveInsideSave(path: path) }
    guard !isClosed else { throw StorageError.closed(path: path) }
    let connection = try saverPool.take()
    let thread = FairLock.currentThread
    savers.withLock { $0[thread] = ConnectionBox(connection: connection) }
    defer {
      savers.withLock { $0[thread] = nil }
      saverPool.giveBack(connection)
    }
    // It may have been closed while this thread waited.
    guard !isClosed else { throw StorageError.closed(path: path) }
    do {
      return try body(connection)
    } catch let error as StorageError {
      leaveServer(after: error, of: connection)
      throw explained(error, on: connection)
    }
  }

  /// The number of a save at whose end the connection was lost, or nil if the server hasn't kept it.
  ///
  /// Asks for up to ten seconds, as for a server that starts again.
  ///
  /// - Parameters:
  ///   - last: The number of a transaction before it.
  ///   - isAwaited: True if the save had the lock before its last statements were sent, so that this waits for its end. False
  ///     if the server may not have read its first one yet. It is then kept from coming later: an empty transaction gets its
  ///     number.
  /// - Throws: `StorageError.saveOutcomeUnknown` if the server doesn't answer.
  func number(
    ofSave token: UUID, after last: Int64, reason: String, isAwaited: Bool = true
  ) throws -> Int64? {
    guard let pool else { return nil }
    let deadline = Date(timeIntervalSinceNow: 10)
    while true {
      do {
        let connection = try pool.connect()
        defer { connection.close() }
        return try connection.transaction {
          if let number = try connection.number(ofSave: token, after: last) { return number }
          guard !isAwaited else { return nil }
          let state = try connection.historyState()
          if try state.end() == last {
            _ = try connection.appendHistory(
              author: nil, contextName: nil, log: HistoryLog(), after: state, in: tables.dialect)
          }
          return nil
        }
      } catch is StorageError {
        // Dropped: why the server doesn't answer. The reason is that of the lost connection.
        guard Date() < deadline else {
          throw StorageError.saveOutcomeUnknown(path: path, reason: reason)
        }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }

  private func waitForWriter() throws {
    let wait = observation.beginWait(.lockWait)
    let outcome = lock.lock(
      seconds: busyTimeout, isCancelled: statementsEndWithTask ? { Task.isCancelled } : nil)
    let error: StorageError? =
      switch outcome {
      case .locked: nil
      case .timedOut: .busy(path: path, seconds: busyTimeout)
      case .cancelled: .interrupted(path: path)
      }
    observation.endWait(wait, error)
    if let error { throw error }
  }

  /// The counts of fetches, saves and waits since the store was opened, and of its connections.
  public var statistics: StoreStatistics { observation.statistics }

  /// Makes a reader, which has a connection until you release it.
  public func makeReader() -> StoreReader { StoreReader(store: self) }

  func takeConnection() throws -> Connection? {
    guard !isClosed else { throw StorageError.closed(path: path) }
    let connection = try serverConnection() ?? fileConnection()
    if connection != nil { observation.countLentConnections(1) }
    return connection
  }

  private func serverConnection() throws -> Connection? {
    guard let pool else { return nil }
    // A save reads what others have saved at the primary, which has it, and keeps them from saving until it is done.
    if let replica, !lock.isMine, currentSaver == nil,
      let connection = try replica.take(with: position.lastSeen)
    {
      return connection
    }
    return try pool.take()
  }

  /// Remembers a transaction that was read, so that later reads see it as well.
  func recordSeen(_ number: Int64) {
    if replica != nil { position.recordSeen(number) }
  }

  /// Gives all connections from now on the functions, collations, extensions and settings of a program. Call it before
  /// the first read.
  ///
  /// - Throws: `StorageError.filesOnly` for a store on a server. `StorageError.refusedStatement` for a name that can't be
  ///   used.
  package func add(_ additions: SQLAdditions) throws {
    guard !additions.isEmpty else { return }
    guard !isOnServer else {
      throw StorageError.filesOnly(
        path: path, operation: "an SQL function, collation, extension or preparation of your own")
    }
    try withWriter { try $0.add(additions) }
    self.additions.withLock { $0 = additions }
  }

  /// The functions and collations of the program.
  var programAdditions: SQLAdditions { additions.withLock(\.self) }

  private func fileConnection() throws -> Connection? {
    guard url != nil else { return nil }
    if let box = idleReaders.withLock({ $0.popLast() }) { return box.connection }
    do {
      let connection = try connect?() ?? Connection.reading(path)
      connection.observation = observation
      try connection.configureReader()
      try connection.add(additions.withLock(\.self))
      // Otherwise it would read another file than the writer writes.
      try files.check()
      return connection
    } catch {
      // SQLite reports a deleted log as "disk I/O error".
      try files.check()
      throw error
    }
  }

  func giveBack(_ connection: Connection) {
    observation.countLentConnections(-1)
    if let replica, replica.giveBack(connection) { return }
    if let pool {
      pool.giveBack(connection)
      return
    }
    guard !isClosed else { return }
    let box = ConnectionBox(connection: connection)
    idleReaders.withLock { if $0.count < 8 { $0.append(box) } }
  }

  /// The sequence of an entity's keys. Each call returns the same one.
  package func keySequence(for entity: String) -> KeySequence {
    // The entities of a hierarchy share one, as they do a table.
    let entity = tables.byEntity[entity]?.name ?? entity
    return sequences.withLock { sequences in
      if let sequence = sequences[entity] { return sequence }
      let made = KeySequence(entity: entity, store: self)
      sequences[entity] = made
      return made
    }
  }

  /// A key that no object of an entity has or had.
  ///
  /// - Throws: `StorageError` if no range of keys can be claimed, as inside a save.
  public func newKey(for entity: String) throws -> Int64 { try keySequence(for: entity).next() }

  /// Claims a range of keys for a sequence and returns the first, together with the first ranges of all
  /// sequences that have none yet.
  ///
  /// Programs mostly make objects of several classes together, and a transaction costs more than a row.
  ///
  /// - Throws: `StorageError.noKeyLeft` inside a save, whose rollback would undo the claim while its keys
  ///   are in use.
  func claimKey(for sequence: KeySequence) throws -> Int64 {
    guard !isReadOnly else { throw StorageError.readOnly(path: path) }
    return try withRoom { connection in
      guard !connection.isInsideTransaction else {
        throw StorageError.noKeyLeft(entity: sequence.entity)
      }
      let others = sequences.withLock { $0.values.filter { $0 !== sequence && $0.claim.isFirst } }
      let (keys, otherKeys) = try connection.transaction {
        (
          try claimKeys(for: sequence, connection),
          try others.map { try claimKeys(for: $0, connection) }
        )
      }
      sequence.add(keys.dropFirst())
      for (other, keys) in zip(others, otherKeys) { other.add(keys) }
      return keys.lowerBound
    }
  }

  private func claimKeys(
    for sequence: KeySequence, _ connection: Connection
  ) throws -> Range<Int64> {
    let first = try max(nextKey(of: sequence.entity, connection), 1)
    let end = min(first + sequence.claim.size, KeySequence.end)
    try connection.setNextKey(of: sequence.entity, to: end)
    return first..<end
  }

  /// The first key that no program has claimed and that no row has, since other programs insert rows
  /// without claims. O(log(number of rows)).
  func nextKey(of entity: String, _ connection: Connection) throws -> Int64 {
    let next = try connection.value("SELECT next FROM strata_keys WHERE entity = \(bind: entity)")
    let greatest = try connection.integer(
      """
      SELECT max(\(.key)) FROM \(name: entity) \
      WHERE \(.key) <= \(bind: EntityTable.keys.upperBound)
      """)
    let first: Int64
    switch next {
    case .null: first = (greatest ?? 0) + 1
    case .integer(let number) where number > 0 && number <= KeySequence.end:
      first = max(number, (greatest ?? 0) + 1)
    default:
      throw StorageError.invalidValue(
        next, table: "strata_keys", column: "next", row: "the row of \(entity)",
        expected: "a number from 1 to \(EntityTable.keys.upperBound), greater than all keys of "
          + "\(entity); set it in SQL")
    }
    guard EntityTable.keys.contains(first) else { throw StorageError.noKeyLeft(entity: entity) }
    return first
  }

  // Returns unused keys, unless another program has claimed further ones. Nobody else uses the writer.
  private func returnKeys() {
    let left = sequences.withLock { $0.values.compactMap { $0.drain() } }
    guard !left.isEmpty else { return }
    // Gaps between keys are harmless, so a failure is ignored.
    try? writer.transaction {
      for (entity, next, end) in left {
        try writer.run(
          """
          UPDATE strata_keys SET next = \(bind: next) \
          WHERE entity = \(bind: entity) AND next = \(bind: end)
          """)
      }
    }
  }

  // The last connection copies the log into the file, under the lock for such copies. Nobody else uses the writer.
  private func closeLog() {
    guard url != nil else { return }
    let lock = StoreLock(path: path)
    if lock == nil { writer.leaveLog() }
    writer.close()
    lock?.release()
  }
}

extension Connection {
  /// Records the next unclaimed key of an entity.
  func setNextKey(of entity: String, to next: Int64) throws(StorageError) {
    try run(
      """
      INSERT INTO strata_keys (entity, next) VALUES (\(bind: entity), \(bind: next)) \
      ON CONFLICT (entity) DO UPDATE SET next = excluded.next
      """)
  }
}

extension Store {
  /// The writing connection's counts of statements.
  ///
  /// - Throws: as ``withWriter(_:)``.
  package var writerCounts: StatementCounts {
    get throws { try withWriter { $0.statementCounts } }
  }
}

extension Store {
  /// Runs a body with the writing connection, under its lock. If the disk was full and copying the log
  /// has made space, runs it once more.
  func withRoom<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try withWriter { connection in
      do {
        return try body(connection)
      } catch StorageError.diskFull where url != nil && !connection.isInTransaction {
        guard copyLog(connection) else { throw StorageError.diskFull(path: path) }
        return try body(connection)
      }
    }
  }
}
