internal import Foundation
import StrataSQLite
internal import Synchronization

/// A store in a file or in memory.
///
/// The write-ahead log of a file lets each reader see the last committed state while somebody writes, so that readers have
/// connections of their own. A store in memory has one connection for all, and so has one in the transaction of a
/// migration.
final class FileEngine: StoreEngine {
  /// The file's URL, or nil for a store in memory.
  private let url: URL?
  private let isReadOnly: Bool
  private let files: StoreFiles
  private let observation: StoreObservation
  /// Makes a reader's connection.
  private let connect: @Sendable () throws -> Connection
  /// The readers' connections that nobody uses, or nil once the store is closed.
  private let idle: Mutex<[IdleConnection]?> = Mutex([])
  private let additions = Mutex(SQLAdditions())
  /// A file of another library that gets each save as well.
  private let mirror = Mutex<(any StoreMirror)?>(nil)
  /// The history as the last save left it, with the file's version then. It is read again once that is another one.
  private let lastHistory = Mutex<(version: UInt32, state: HistoryState)?>(nil)
  let isForeign: Bool
  let position = StorePosition()

  // Unchecked: only the reader that takes it from the list has it.
  private struct IdleConnection: @unchecked Sendable {
    let connection: Connection
  }

  /// - Parameters:
  ///   - writer: The writing connection, which has the files open.
  ///   - isForeign: True if the tables are another library's.
  ///   - connect: Makes a connection with views in the places of tables, or nil if the tables themselves are read.
  /// - Throws: `StorageError.fileMoved` if the files don't exist any more.
  init(
    _ url: URL?, _ writer: Connection, isReadOnly: Bool, _ observation: StoreObservation,
    isForeign: Bool = false, connect: (@Sendable () throws -> Connection)? = nil
  ) throws(StorageError) {
    self.url = url
    self.isReadOnly = isReadOnly
    self.observation = observation
    self.isForeign = isForeign
    let path = writer.path
    self.connect = connect ?? { try Connection.reading(path) }
    files = try StoreFiles(of: writer)
  }

  var isShared: Bool { url != nil }
  var isOnServer: Bool { false }
  var savesConcurrently: Bool { false }
  var currentSaver: Connection? { nil }

  func lend(isSaving: Bool) throws -> Connection? {
    guard url != nil else { return nil }
    if let known = idle.withLock({ $0?.popLast() }) { return known.connection }
    do {
      let connection = try connect()
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
    let returned = IdleConnection(connection: connection)
    idle.withLock { if let count = $0?.count, count < 8 { $0?.append(returned) } }
  }

  func writer(after present: Connection) -> Connection { present }

  func answering() -> Connection? { nil }

  func leave(_ connection: Connection, after error: StorageError) {}

  func recordSeen(_ number: Int64) {}

  func add(_ additions: SQLAdditions) { self.additions.withLock { $0 = additions } }

  func setMirror(_ mirror: any StoreMirror) { self.mirror.withLock { $0 = mirror } }

  func prepareStatements(of store: Store) throws {
    guard mirror.withLock({ $0 == nil }) else {
      throw StorageError.refusedStatement(
        sql: store.path,
        reason: "a Core Data store that is edited takes changes of objects, and no SQL")
    }
  }

  func check() throws(StorageError) { try files.check() }

  func checkNowAndThen() throws(StorageError) { try files.checkNowAndThen() }

  func listen(_ onSave: @escaping @Sendable () -> Void) -> (() -> Void)? { nil }

  func past(
    _ observation: StoreObservation, _ prepare: @escaping @Sendable (Connection) throws -> Void
  ) throws -> (engine: any StoreEngine, writer: Connection) {
    guard let url, !isForeign else {
      throw PastError.noConnection(
        reason: "the store is in memory; past states need a file or a server")
    }
    let connect: @Sendable () throws -> Connection = {
      let connection = try Connection.reading(url.path)
      try connection.configureForeignReader()
      try prepare(connection)
      return connection
    }
    let writer = try connect()
    let additions = additions.withLock(\.self)
    try writer.add(additions)
    let engine = try FileEngine(
      url, writer, isReadOnly: true, observation, connect: connect)
    engine.add(additions)
    return (engine, writer)
  }

  func save(
    in store: Store, author: String?, contextName: String?, settings: [String: String],
    isAlone: Bool, expecting expected: HistoryPosition?, _ body: (StoreTransaction) throws -> Void
  ) throws -> Int64? {
    let mirror = mirror.withLock(\.self)
    return try store.withRoom { connection in
      guard !connection.isInsideTransaction else {
        throw StorageError.saveInsideSave(path: store.path)
      }
      var entries = SaveEntries()
      var history: HistoryState?
      var isSaved = false
      defer { mirror?.end(isSaved: isSaved) }
      try connection.transaction {
        let transaction = StoreTransaction(connection, store.tables.dialect)
        // Nobody else can save from here on.
        transaction.state = knownHistory(connection)
        // The transaction is released before its closure would be called again.
        transaction.appendEntry = { [unowned transaction] in
          try entries.append(transaction, author: author, contextName: contextName, mirror)
        }
        try body(transaction)
        try check()
        try transaction.appendEntry()
        try connection.checkRoom()
        if entries.last != nil { try mirror?.commit() }
        history = transaction.history(after: entries)
      }
      recordHistory(history, connection)
      isSaved = true
      observation.countWrittenRows(entries.changeCount)
      if let last = entries.last { store.recordSaved(last) }
      store.checkpointIfDue(connection)
      return entries.own
    }
  }

  /// The history's state inside a save, or nil if somebody has written since the last one.
  private func knownHistory(_ connection: Connection) -> HistoryState? {
    guard let version = connection.contentVersion else { return nil }
    return lastHistory.withLock { $0?.version == version ? $0?.state : nil }
  }

  /// Records the history's state after a save, before the connection is used again.
  ///
  /// - Parameter state: Nil if the next save has to ask for it.
  private func recordHistory(_ state: HistoryState?, _ connection: Connection) {
    lastHistory.withLock { last in
      last = nil
      if let state, let version = connection.contentVersion { last = (version, state) }
    }
  }

  func endSaves() {}

  func close(_ writer: Connection) {
    idle.withLock { $0 = nil }
    guard url != nil, !isReadOnly else { return }
    // The last connection copies the log into the file, under the lock for such copies.
    guard let lock = StoreLock(path: writer.path) else { return writer.leaveLog() }
    writer.close()
    lock.release()
  }
}
