#if Server
package import Foundation
package import StrataMigration
import StrataPostgreSQL
import StrataSQLite
package import StrataSchema

/// Changes a store on a server in one transaction, of which everything that the stages of a plan do is a part.
///
/// Nobody else saves or opens the store meanwhile. Whatever happens, be it the end of the process or of the server,
/// leaves the store as it was or as it shall be.
package final class ServerMigration {
  private let server: ServerConnection
  private let connection: Connection
  private let address: ServerAddress
  private var isDone = false

  /// The store's address, without its password.
  package var path: String { address.description }

  /// Begins the transaction.
  ///
  /// Blocks its thread for up to ten seconds while others save or migrate.
  ///
  /// - Throws: `StorageError`: no server, and `busy`.
  package init(at url: URL) throws {
    address = try ServerAddress(url)
    server = try ServerConnection(address)
    connection = Connection(server, path: address.description, isReadOnly: false)
    try server.beginOuterTransaction()
    if try Store.hasTables(connection, address) { try connection.lockServerStore() }
  }

  deinit {
    // Dropped: a connection that has ended has rolled back.
    if !isDone { try? server.rollbackOuterTransaction() }
    connection.close()
  }

  /// The store's state, or nil if there is no store yet.
  ///
  /// - Throws: `StorageError`.
  package func state() throws -> StoreState? {
    guard try Store.hasTables(connection, address) else { return nil }
    return try StoreState(onServer: connection)
  }

  /// Changes the tables from those of one schema to those of another.
  ///
  /// - Returns: The statements that have run.
  /// - Throws: `StorageError`. The transaction can't be committed then.
  package func migrate(
    from old: Schema, to new: Schema, version: Schema.Version
  ) throws -> MigrationScript.Stage {
    // The server would refuse statements that were prepared for columns of other types.
    defer { connection.forgetStatements() }
    return try Store.migrate(connection, from: old, to: new, version: version)
  }

  /// Opens the store with its tables as they are in the transaction. Its saves are parts of it.
  ///
  /// - Throws: `StorageError`.
  package func open(_ schema: Schema) throws -> Store {
    ServerPool.configure(server, .serial)
    let observation = StoreObservation(of: path)
    return Store(
      url: nil, isReadOnly: false, identifier: try Store.readIdentifier(connection), schema: schema,
      tables: try Store.serverTables(schema, connection), writer: connection,
      try FileEngine(nil, connection, isReadOnly: false, observation), observation)
  }

  /// Commits the transaction.
  ///
  /// - Throws: `StorageError`. Nothing has changed then, unless the connection was lost meanwhile.
  package func commit() throws {
    MigrationProbe.reach("written")
    do {
      try server.commitOuterTransaction()
      isDone = true
    } catch StorageError.constraint(let constraint) {
      throw StorageError.incompatibleSchema(
        path: path, reason: "its objects break a rule that the models add: \(constraint.message)")
    }
  }
}

extension StoreState {
  /// The state of a store on a server.
  init(onServer connection: Connection) throws {
    try Store.checkServerFormat(connection)
    let tables = try StoredTables(connection)
    let record = try SchemaRecord(connection, tables)
    self.init(
      structure: StoreStructure(tables), schema: record.schema,
      plannedVersion: record.plannedVersion)
  }

  static func read(onServer url: URL) throws -> StoreState? {
    let address = try Store.address(of: url, isReadOnly: true)
    let server = try ServerConnection(address)
    let connection = Connection(server, path: address.description, isReadOnly: true)
    defer { connection.close() }
    guard try Store.hasTables(connection, address) else { return nil }
    return try StoreState(onServer: connection)
  }
}
#endif
