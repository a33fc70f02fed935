public import Foundation
public import StrataSQLite
public import StrataSchema
internal import Synchronization
@_exported public import StrataTables

/// A store on disk or in memory: its tables, its history, its keys, and the connections to it.
///
/// One connection writes, under a lock. The engine of the store lends readers connections of their own, or lets them use
/// that one under the same lock.
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

  /// The engine that lends connections and runs saves.
  let engine: any StoreEngine
  // Guarded by `lock`: each use is inside `withWriter` or `closeForAll`, one thread at a time, or in `deinit`.
  private nonisolated(unsafe) var writer: Connection
  private let lock = FairLock()
  /// The longest time that a save waits for others, in seconds: once for this program's, once for other programs'.
  let busyTimeout: Double
  private let closed = Atomic<Bool>(false)
  private let sequences: Mutex<[String: KeySequence]> = Mutex([:])
  /// The reports to the store's observer and its log.
  package let observation: StoreObservation
  /// The result of the last ``recordedClasses(_:isRefusedIfStale:)``.
  let lastRecordedClasses = Mutex<RecordedClasses?>(nil)

  init(
    url: URL?, isReadOnly: Bool, identifier: UUID, schema: Schema, tables: Tables,
    writer: Connection, _ engine: any StoreEngine, busyTimeout: Double = 10,
    _ observation: StoreObservation
  ) {
    self.busyTimeout = busyTimeout
    self.url = url
    self.engine = engine
    path = writer.path
    self.isReadOnly = isReadOnly
    self.identifier = identifier
    self.schema = schema
    self.tables = tables
    self.writer = writer
    self.observation = observation
    writer.observation = observation
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
    engine.endSaves()
    closed.store(true, ordering: .releasing)
    closeConnections()
    writer.close()
  }

  private func closeConnections() {
    if !isReadOnly { returnKeys() }
    engine.close(writer)
  }

  /// Runs a body with the writing connection, under its lock. Threads get the lock in the order in which they ask.
  ///
  /// - Throws: `StorageError.busy` if others of this program have the lock for longer than the time-out.
  ///   `StorageError.interrupted` if the task is cancelled meanwhile (`withCancellableStatements(_:)`).
  ///   `StorageError.closed`. The body's errors.
  package func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    // Another connection would wait for the locks of the save that this thread is in.
    if let saver = engine.currentSaver { return try body(saver) }
    if !lock.tryLock() { try waitForWriter() }
    defer { lock.unlock() }
    guard !isClosed else { throw StorageError.closed(path: path) }
    writer = engine.writer(after: writer)
    do {
      return try using(writer, body)
    } catch let error as StorageError where error.isOfOtherTransactions {
      throw StorageError.busy(path: path, seconds: busyTimeout)
    }
  }

  /// Runs a body with a connection that writes, whose errors tell where it leads and what is missing there.
  func using<Result>(
    _ connection: Connection, _ body: (Connection) throws -> Result
  ) throws -> Result {
    // It may have been closed while this thread waited.
    guard !isClosed else { throw StorageError.closed(path: path) }
    do {
      return try body(connection)
    } catch let error as StorageError {
      engine.leave(connection, after: error)
      throw explained(error, on: connection)
    }
  }

  /// Throws inside a save of the same thread, for whose locks another connection would wait, and for a closed store.
  func checkIsOutsideSave() throws(StorageError) {
    if lock.isMine, writer.isInsideTransaction { throw .saveInsideSave(path: path) }
    guard !isClosed else { throw .closed(path: path) }
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
    let connection = try engine.lend(isSaving: lock.isMine)
    if connection != nil { observation.countLentConnections(1) }
    return connection
  }

  func giveBack(_ connection: Connection) {
    observation.countLentConnections(-1)
    engine.giveBack(connection)
  }

  /// Gives all connections from now on the functions, collations, extensions and settings of a program. Call it before
  /// the first read.
  ///
  /// - Throws: `StorageError.filesOnly` for a store on a server. `StorageError.refusedStatement` for a name that can't be
  ///   used.
  package func add(_ additions: SQLAdditions) throws {
    guard !additions.isEmpty else { return }
    try engine.add(additions)
    try withWriter { try $0.add(additions) }
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
}

extension Store {
  /// True if saves of different objects can run side by side.
  package var savesConcurrently: Bool { engine.savesConcurrently }
  /// True if other processes can open the store, so that readers have connections of their own.
  package var isShared: Bool { engine.isShared }
  /// True if the store is on a server.
  package var isOnServer: Bool { engine.isOnServer }
  /// True if the tables are another library's.
  package var isForeign: Bool { engine.isForeign }

  /// The number of the last transaction that was saved through this store, 0 before the first.
  public var lastTransaction: Int64 { engine.position.lastSaved }

  /// The number of failovers. Rows that were read before one may be out of date.
  package var failoverCount: Int { engine.position.failoverCount }

  func recordSaved(_ number: Int64) { engine.position.recordSaved(number) }

  /// Remembers a transaction that was read, so that later reads see it as well.
  func recordSeen(_ number: Int64) { engine.recordSeen(number) }

  /// Calls a function, on a thread of its own, whenever a save may have been committed on the server.
  ///
  /// - Returns: A function that ends the calls. Nil if saves send no notifications.
  package func listen(_ onSave: @escaping @Sendable () -> Void) -> (() -> Void)? {
    engine.listen(onSave)
  }

  /// Lets a file get each save from now on.
  ///
  /// - Throws: `StorageError.filesOnly` for a store on a server.
  package func setMirror(_ mirror: any StoreMirror) throws(StorageError) {
    try engine.setMirror(mirror)
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
