#if Server
internal import Foundation
internal import StrataPlatform
import StrataPostgreSQL
import StrataSQLite
internal import Synchronization

/// A store on a server.
///
/// A save says where it expects the history to end, or asks, and bears a token, by which it is found if its connection is
/// lost at its end.
final class ServerEngine: StoreEngine {
  private let pool: ServerPool
  /// The standby that answers reads, or nil if the primary does.
  private let replica: ServerReplica?
  /// The connections of saves beside each other, or nil for a store whose saves follow each other.
  private let saverPool: ServerPool?
  /// The connections of saves beside each other, by the threads that save.
  private let savers: Mutex<[UInt: Saver]> = Mutex([:])
  private let isReadOnly: Bool
  private let observation: StoreObservation

  // Unchecked: only the thread uses it by whose number it is found.
  private struct Saver: @unchecked Sendable {
    let connection: Connection
  }

  init(
    _ pool: ServerPool, replica: ServerReplica? = nil, isReadOnly: Bool,
    _ observation: StoreObservation
  ) {
    self.pool = pool
    self.replica = replica
    self.isReadOnly = isReadOnly
    self.observation = observation
    saverPool = pool.saves == .concurrent && !isReadOnly ? pool.another() : nil
  }

  var isShared: Bool { true }
  var isOnServer: Bool { true }
  var isForeign: Bool { false }
  var savesConcurrently: Bool { saverPool != nil }
  var position: StorePosition { pool.position }

  var currentSaver: Connection? {
    guard savesConcurrently else { return nil }
    return savers.withLock { $0[Platform.currentThread] }?.connection
  }

  func lend(isSaving: Bool) throws -> Connection? {
    // A save reads what others have saved at the primary, which has it, and keeps them from saving until it is done.
    if let replica, !isSaving, currentSaver == nil,
      let connection = try replica.take(with: position.lastSeen)
    {
      return connection
    }
    return try pool.take()
  }

  func giveBack(_ connection: Connection) {
    if let replica, replica.giveBack(connection) { return }
    pool.giveBack(connection)
  }

  func writer(after present: Connection) -> Connection {
    guard present.isLost || !present.isInTransaction && !present.isUsable else { return present }
    // Dropped: why there is no other connection. The lost one's errors say so.
    return (try? pool.connect()) ?? present
  }

  // A server's transaction answers nothing after an error.
  func answering() throws -> Connection? { try pool.connect() }

  /// Closes a writing connection whose server only reads from now on, as one that has become a standby, and the idle ones.
  /// The next call may find another server at the address.
  func leave(_ connection: Connection, after error: StorageError) {
    guard case .readOnly = error, !isReadOnly else { return }
    connection.close()
    pool.forgetIdle()
    saverPool?.forgetIdle()
  }

  func recordSeen(_ number: Int64) { if replica != nil { position.recordSeen(number) } }

  func add(_ additions: SQLAdditions) throws(StorageError) {
    throw .filesOnly(
      path: pool.path,
      operation: "an SQL function, collation, extension or preparation of your own")
  }

  func setMirror(_ mirror: any StoreMirror) throws(StorageError) {
    throw .filesOnly(path: pool.path, operation: "another library's file that gets each save")
  }

  func prepareStatements(of store: Store) throws { try StatementRecorder.prepareServer(store) }

  func check() {}

  func checkNowAndThen() {}

  func listen(_ onSave: @escaping @Sendable () -> Void) -> (() -> Void)? {
    guard let listener = pool.listen(onSave) else { return nil }
    return { listener.stop() }
  }

  func past(
    _ observation: StoreObservation, _ prepare: @escaping @Sendable (Connection) throws -> Void
  ) throws -> (engine: any StoreEngine, writer: Connection) {
    guard !pool.sharesConnections else {
      throw PastError.noConnection(
        reason: "a pooler lends the connections for one transaction at a time, and a past state "
          + "needs connections of its own: open the container with the server's own address")
    }
    let past = pool.another(preparing: prepare)
    return (ServerEngine(past, isReadOnly: true, observation), try past.connect())
  }

  func endSaves() {
    // A save that closes its own store can't wait for itself.
    if currentSaver == nil { saverPool?.waitForAll() }
    saverPool?.close()
  }

  func close(_ writer: Connection) {
    pool.close()
    replica?.close()
  }
}

// The saves.
extension ServerEngine {
  func save(
    in store: Store, author: String?, contextName: String?, settings: [String: String],
    isAlone: Bool, expecting expected: HistoryPosition?, _ body: (StoreTransaction) throws -> Void
  ) throws -> Int64? {
    if !isAlone, let saverPool, currentSaver == nil {
      return try saveBesideOthers(
        in: store, saverPool, author: author, contextName: contextName, settings: settings, body)
    }
    return try store.withWriter { connection in
      guard !connection.isInsideTransaction else {
        throw StorageError.saveInsideSave(path: store.path)
      }
      connection.serverSettings = settings
      defer { connection.serverSettings = [:] }
      // Another context of this program may have saved while this one waited for the connection.
      if let expected, store.lastTransaction > expected.number { throw OvertakenSave() }
      let token = UUID()
      var entries = SaveEntries()
      do {
        try connection.transaction {
          let transaction = StoreTransaction(
            connection, store.tables.dialect, expecting: expected)
          // The transaction is released before its closure would be called again.
          transaction.appendEntry = { [unowned transaction] in
            try entries.append(
              transaction, author: author, contextName: contextName, token: token)
          }
          try body(transaction)
          try transaction.appendEntry()
          if entries.last != nil { connection.announceCommit() }
        }
      } catch let error as StorageError {
        if expected != nil, error.mayBeOfOtherSaves { throw OvertakenSave() }
        guard case .disconnected(_, let reason) = error, let first = entries.first,
          try number(
            ofSave: token, in: store, after: first - 1, reason, isAwaited: expected == nil) != nil
        else { throw error }
      }
      observation.countWrittenRows(entries.changeCount)
      if let last = entries.last { store.recordSaved(last) }
      return entries.own
    }
  }

  private func saveBesideOthers(
    in store: Store, _ saverPool: ServerPool, author: String?, contextName: String?,
    settings: [String: String], _ body: (StoreTransaction) throws -> Void
  ) throws -> Int64? {
    try withSaver(of: saverPool, in: store) { connection in
      guard !connection.isInsideTransaction else {
        throw StorageError.saveInsideSave(path: store.path)
      }
      connection.serverSettings = settings
      defer { connection.serverSettings = [:] }
      let token = UUID()
      var entry: Statement?
      // A statement that was sent in vain has rows left.
      defer { entry?.forgetAhead() }
      var last: Int64 = 0
      var changeCount = 0
      let number: Int64?
      do {
        try connection.transaction(.concurrentSave) {
          let transaction = StoreTransaction(connection, store.tables.dialect, isAlone: false)
          try body(transaction)
          guard !transaction.log.isEmpty else { return }
          changeCount = transaction.log.count
          last = try transaction.lastTransaction()
          entry = try connection.sendHistory(
            author: author, contextName: contextName, log: transaction.log, token: token)
          connection.announceCommit()
        }
        number = try entry?.first { $0.integer(at: 0) }
      } catch let error as StorageError {
        if error.isOfOtherTransactions || error.mayBeOfOtherSaves { throw OvertakenSave() }
        guard case .disconnected(_, let reason) = error, entry != nil else { throw error }
        guard
          let kept = try self.number(
            ofSave: token, in: store, after: last, reason, isAwaited: true)
        else { throw error }
        number = kept
      }
      observation.countWrittenRows(changeCount)
      if let number { store.recordSaved(number) }
      return number
    }
  }

  /// Runs a body with a connection for a save beside others.
  ///
  /// - Throws: `StorageError.noConnection` if other saves of this program have all of them for ten seconds.
  ///   `StorageError.closed`. The body's errors.
  private func withSaver<Result>(
    of saverPool: ServerPool, in store: Store, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try store.checkIsOutsideSave()
    let connection = try saverPool.take()
    let thread = Platform.currentThread
    savers.withLock { $0[thread] = Saver(connection: connection) }
    defer {
      savers.withLock { $0[thread] = nil }
      saverPool.giveBack(connection)
    }
    return try store.using(connection, body)
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
    ofSave token: UUID, in store: Store, after last: Int64, _ reason: String, isAwaited: Bool
  ) throws -> Int64? {
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
              author: nil, contextName: nil, log: HistoryLog(), after: state,
              in: store.tables.dialect)
          }
          return nil
        }
      } catch is StorageError {
        // Dropped: why the server doesn't answer. The reason is that of the lost connection.
        guard Date() < deadline else {
          throw StorageError.saveOutcomeUnknown(path: store.path, reason: reason)
        }
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
  }
}

extension StorageError {
  /// True if the transaction breaks a rule, perhaps because others have committed since it merged their changes.
  fileprivate var mayBeOfOtherSaves: Bool {
    switch self {
    case .constraint, .unsound: true
    default: false
    }
  }
}
#endif
