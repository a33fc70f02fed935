public import StrataSQLite
internal import StrataSchema

/// Reads from a store; used by one thread at a time.
public final class StoreReader {
  /// The store that is read.
  public let store: Store
  private var connection: Connection?
  // Each connection counts the changes that it sees by itself.
  private var connectionNumber = 0

  init(store: Store) { self.store = store }

  deinit {
    if let connection { store.giveBack(connection) }
    // The store may go with this reader, and closes its connections then: none may be held here.
    connection = nil
  }

  /// Runs a body with the reader's connection, which must not leave it: the connection goes to other
  /// readers, on other threads, when this one is gone. What is read inside is of one moment only within
  /// ``snapshot(_:)``.
  @usableFromInline
  package func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if connection == nil { connection = try store.takeConnection() }
    if let connection {
      let result = try body(connection)
      try connection.checkImage()
      return result
    }
    return try store.withWriter { connection in
      try connection.endLostTransaction()
      return try body(connection)
    }
  }

  /// Runs a body in a read transaction: everything that this reader reads in it is of one state of
  /// the store. Inside another one it is part of that.
  ///
  /// A store in memory has one connection for all, so that nobody can write meanwhile.
  ///
  /// - Throws: `StorageError` when the store can't be read; what the body throws.
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    guard store.url != nil else {
      return try store.withWriter { connection in try connection.snapshot(body) }
    }
    return try read { connection in
      guard !connection.isInTransaction else { return try body() }
      // A connection that couldn't end its transaction would go on to show this state for good.
      defer { if connection.isInTransaction { replaceConnection() } }
      return try connection.snapshot(body)
    }
  }

  private func replaceConnection() {
    connection = nil
    connectionNumber += 1
  }

  /// A value that differs after others have written.
  public struct Version: Hashable, Sendable {
    let connection: Int
    let data: Int64
  }

  /// The current version of the file. Takes less than a microsecond, and some microseconds at most
  /// ten times a second, to look at the files.
  ///
  /// - Throws: `StorageError.fileMoved` when the file was deleted, moved or replaced some time
  ///   ago, whose old self nobody writes to any longer.
  public func version() throws -> Version {
    try store.files.checkNowAndThen()
    let data = try read { try $0.dataVersion() }
    return Version(connection: connectionNumber, data: data)
  }
}

extension StoreReader {
  /// SQLite's plan for a query, a line a step, indented by depth.
  public func plan(of query: SQLQuery) throws -> [String] {
    try read { connection in
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
