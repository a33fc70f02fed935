/// Reads from a store; used by one thread at a time.
public final class StoreReader {
  /// The store that is read.
  public let store: Store
  private var connection: Connection?

  init(store: Store) { self.store = store }

  deinit {
    if let connection { store.giveBack(connection) }
    // The store may go with this reader, and closes its connections then: none may be held here.
    connection = nil
  }

  /// Runs a body with the reader's connection; what is read inside stays of one moment only within
  /// ``Connection/snapshot(_:)``.
  public func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if connection == nil { connection = try store.takeConnection() }
    if let connection { return try body(connection) }
    return try store.withWriter(body)
  }
}
