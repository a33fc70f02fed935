internal import Foundation
internal import StrataSQLite
internal import StrataSchema

/// A store's path, size and version.
public struct StoreInformation: Sendable, Hashable {
  /// The file's path, or `:memory:`.
  public let path: String
  /// A UUID that tells this store from any other.
  public let identifier: String
  /// True if nothing can be saved.
  public let isReadOnly: Bool
  /// The size of the database, the pages that are free included.
  public let byteCount: Int64
  /// The number of the last transaction.
  public let lastTransaction: Int64
  /// The number of transactions in the history.
  public let historyCount: Int64
  /// The size of the history in bytes: of its entries in a file, and of its table on a server.
  public let historyByteCount: Int64
  /// The number of former rows of temporal models.
  public let formerRowCount: Int64
  /// The version of the store's own tables.
  public let format: Int
  /// The version of SQLite that runs here, or of the server.
  public let libraryVersion: String
  /// How many objects each entity has, by name.
  public let objectCounts: [ObjectCount]

  /// How many objects an entity has.
  public struct ObjectCount: Sendable, Hashable {
    /// The entity's name.
    public let entity: String
    /// The number of its rows.
    public let count: Int64
  }
}

extension StoreReader {
  /// A sentence about a history that is larger than the rest of the store, or nil. O(number of entries).
  package func historyNotice() throws -> String? {
    let (history, all) = try read { connection in
      (
        try connection.historyByteCount(),
        try connection.isServer ? connection.serverByteCount() : connection.byteCount()
      )
    }
    guard history > max(all - history, 1 << 20) else { return nil }
    return
      "the history of \(store.path) has \(history >> 20) MB, more than the objects; shorten it with "
      + "historyPolicy or cleanHistory, unless a consumer still needs it"
  }

  /// The store's path, size and version. O(number of rows).
  public func information() throws -> StoreInformation {
    try read { connection in
      StoreInformation(
        path: store.path, identifier: store.identifier.uuidString, isReadOnly: store.isReadOnly,
        byteCount: try connection.isServer ? connection.serverByteCount() : connection.byteCount(),
        lastTransaction: try connection.lastTransaction(),
        historyCount: try connection.integer("SELECT count(*) FROM strata_history") ?? 0,
        historyByteCount: try connection.historyByteCount(),
        formerRowCount: try formerRowCount(),
        format: Int(try connection.isServer ? Int64(Store.format) : connection.format()),
        libraryVersion: try connection.isServer
          ? connection.serverVersion() : Connection.libraryVersion,
        objectCounts: try store.schema.entities.map { entity in
          .init(
            entity: entity.name,
            count: try connection.integer(store.tables.count(of: entity)) ?? 0)
        })
    }
  }
}

extension Connection {
  /// The size of the history. O(number of entries) in a file.
  func historyByteCount() throws(StorageError) -> Int64 {
    if isServer { return try integer("SELECT pg_total_relation_size('strata_history')") ?? 0 }
    // A row has some 40 bytes beside its contents: its number, its time and the lengths.
    return try integer(
      """
      SELECT sum(length(changes) + coalesce(length(tombstones), 0) + length(process)
        + coalesce(length(author), 0) + coalesce(length(context), 0) + 40) FROM strata_history
      """) ?? 0
  }

  /// The size of all tables and indexes of the store on a server.
  fileprivate func serverByteCount() throws(StorageError) -> Int64 {
    try integer(
      """
      SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
      WHERE relkind = 'r' AND relnamespace = quote_ident(current_schema())::regnamespace
      """) ?? 0
  }

  fileprivate func serverVersion() throws(StorageError) -> String {
    if case .text(let text) = try value("SHOW server_version") { "PostgreSQL \(text)" } else { "" }
  }
}
