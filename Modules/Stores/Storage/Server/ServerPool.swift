#if Server
internal import Foundation
import StrataPostgreSQL
import StrataSQLite

// Unchecked: `condition` guards everything mutable, and nobody else has a connection of the list.
/// The connections of a store on a server, which readers borrow for as long as a read or a snapshot lasts.
///
/// A save beside others borrows one besides its own, to merge what others have saved. If all are lent to readers that wait
/// for a save themselves, it throws after ten seconds.
final class ServerPool: @unchecked Sendable {
  private let condition = NSCondition()
  private var idle: [Connection] = []
  private var lent: [ObjectIdentifier: Date] = [:]
  /// The number of connections that are being made.
  private var madeCount = 0
  private let address: ServerAddress
  private let isReadOnly: Bool
  /// How saves share the store.
  let saves: SaveMode
  /// How long the server lets a statement wait for a lock, in seconds.
  private let lockTimeout: Double
  private var isClosed = false
  /// The last transactions that this program has saved and read, and the server's timeline.
  let position: StorePosition
  private let observation: StoreObservation
  /// Prepares each connection, or nil if nothing has to be done.
  private let prepare: (@Sendable (Connection) throws -> Void)?

  /// The number of connections that may be lent at once.
  private var size: Int { address.connectionCount }
  /// The time to wait for a connection, in seconds.
  private static let patience = 10.0

  init(
    _ address: ServerAddress, isReadOnly: Bool, _ saves: SaveMode, lockTimeout: Double,
    _ observation: StoreObservation, _ position: StorePosition = StorePosition(),
    preparing prepare: (@Sendable (Connection) throws -> Void)? = nil
  ) {
    self.prepare = prepare
    self.address = address
    self.position = position
    self.saves = saves
    self.isReadOnly = isReadOnly
    self.lockTimeout = lockTimeout
    self.observation = observation
  }

  /// Makes a connection that knows the store's tables and is nobody else's.
  func connect() throws(StorageError) -> Connection {
    let server = try ServerConnection(address, lockTimeout: lockTimeout)
    Self.configure(server, saves)
    position.recordTimeline(server.timeline)
    if address.usesNotifications { server.channel = address.schema }
    let connection = Connection(server, path: address.description, isReadOnly: isReadOnly)
    connection.observation = observation
    do {
      try prepare?(connection)
    } catch let error as StorageError {
      throw error
    } catch {
      throw .cannotOpen(path: address.description, reason: "\(error)")
    }
    return connection
  }

  /// The address without its password.
  var path: String { address.description }

  /// True if a pooler may give a connection to others after each transaction.
  var sharesConnections: Bool { address.pooler == .transaction }

  /// A pool of connections to the same store that only read, each of which is prepared.
  func another(preparing prepare: @escaping @Sendable (Connection) throws -> Void) -> ServerPool {
    ServerPool(
      address, isReadOnly: true, saves, lockTimeout: lockTimeout, observation,
      preparing: prepare)
  }

  /// Tells a connection of the table that orders the saves.
  static func configure(_ server: ServerConnection, _ saves: SaveMode) {
    server.version = "SELECT number FROM strata_store"
    server.lock = Connection.storeLock
    // Conflicts with the other one, but not with itself.
    if saves == .concurrent { server.sharedLock = "LOCK TABLE strata_store IN ROW EXCLUSIVE MODE" }
  }

  /// A pool of as many connections to the same store.
  func another() -> ServerPool {
    ServerPool(
      address, isReadOnly: isReadOnly, saves, lockTimeout: lockTimeout, observation, position)
  }

  /// Waits until no connection is lent.
  func waitForAll() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    while !lent.isEmpty { condition.wait() }
  }

  /// Listens for saves, if the address says so.
  func listen(_ onSave: @escaping @Sendable () -> Void) -> ServerListener? {
    guard address.usesNotifications else { return nil }
    return ServerListener(address, channel: address.schema, onNotification: onSave)
  }

  /// Closes the idle connections. Others are made on demand.
  func forgetIdle() {
    condition.lock()
    defer { condition.unlock() }
    idle = []
  }

  /// Closes the idle connections now, and lent ones when they are given back.
  func close() {
    condition.lock()
    defer { condition.unlock() }
    isClosed = true
    idle = []
  }

  /// Lends a connection. Blocks its thread for up to ten seconds while all are lent.
  ///
  /// - Throws: `StorageError.noConnection`. `StorageError.cannotOpen` if the server takes no further one.
  func take() throws(StorageError) -> Connection {
    let now = Date()
    if let connection = try take(until: now) { return connection }
    // Reported without the lock, so that others can give theirs back.
    let wait = observation.beginWait(.leaseWait)
    do throws(StorageError) {
      let deadline = now + Self.patience
      guard let connection = try take(until: deadline) else {
        throw noConnection()
      }
      observation.endWait(wait)
      return connection
    } catch {
      observation.endWait(wait, error)
      throw error
    }
  }

  private func noConnection() -> StorageError {
    condition.lock()
    defer { condition.unlock() }
    let longest = lent.values.map { -$0.timeIntervalSinceNow }.max() ?? 0
    return .noConnection(path: address.description, lent: lent.count, longest: longest)
  }

  /// Lends a connection, or returns nil if all are lent until then.
  private func take(until deadline: Date) throws(StorageError) -> Connection? {
    condition.lock()
    defer { condition.unlock() }
    while !isClosed, idle.isEmpty, lent.count + madeCount >= size {
      guard condition.wait(until: deadline) else { return nil }
    }
    guard !isClosed else { throw .closed(path: address.description) }
    // Close the connections that have ended since they were given back.
    while let last = idle.last, !last.isUsable { idle.removeLast() }
    let connection: Connection
    if let known = idle.popLast() {
      connection = known
    } else {
      connection = try unlocked { () throws(StorageError) in try connect() }
    }
    lent[ObjectIdentifier(connection)] = Date()
    return connection
  }

  // Making a connection takes a while, in which others can give theirs back.
  private func unlocked(
    _ body: () throws(StorageError) -> Connection
  ) throws(StorageError) -> Connection {
    madeCount += 1
    condition.unlock()
    defer {
      condition.lock()
      madeCount -= 1
      condition.signal()
    }
    return try body()
  }

  /// Takes a connection back. One that is lost or in the middle of a transaction is closed.
  ///
  /// - Returns: False if it isn't one that the pool has lent.
  @discardableResult
  func giveBack(_ connection: Connection) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    guard lent.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return false }
    if isClosed {
      // Released here, which closes it.
    } else if connection.isUsable {
      idle.append(connection)
    } else if connection.isLost {
      // The others have probably ended with it, and each would be an error of its own.
      idle = []
    }
    if isClosed { condition.broadcast() } else { condition.signal() }
    return true
  }
}
#endif
