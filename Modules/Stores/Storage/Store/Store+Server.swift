package import Foundation
import StrataMigration
import StrataPostgreSQL
import StrataSQLite
package import StrataSchema

extension Store {
  /// Returns true if a URL is that of a store on a server.
  package static func isServer(_ url: URL) -> Bool { ServerAddress.isServer(url) }

  /// A server's URL without its password. A URL that is no valid address loses all but its scheme.
  package static func publicAddress(_ url: URL) -> URL {
    // Opening the store reports what is wrong with the address.
    let address = try? ServerAddress(url)
    return address.flatMap { URL(string: $0.description) } ?? URL(string: "postgresql:///")
      ?? URL(fileURLWithPath: "/")
  }

  /// Opens a store on a server, and makes it first if there is none.
  ///
  /// - Throws: `StorageError`: no client library, no server, a newer format, tables that don't fit.
  package static func open(
    _ schema: Schema, onServer url: URL, isReadOnly: Bool
  ) throws -> Store {
    let address = try ServerAddress(url)
    let server = try ServerConnection(address)
    let connection = Connection(server, path: address.description, isReadOnly: isReadOnly)
    let identifier: UUID
    var isNew = false
    if try hasTables(connection, address) {
      identifier = try readServer(connection, schema)
    } else {
      guard !isReadOnly else {
        throw StorageError.cannotOpen(
          path: address.description,
          reason: "there is no store in the schema \(address.schema), and it may not be made")
      }
      (identifier, isNew) = try makeServer(connection, schema, address)
    }
    let store = try Store(
      url: nil, isReadOnly: isReadOnly, identifier: identifier, schema: schema,
      tables: Tables(schema, dialect: .postgreSQL),
      writer: try ServerPool.connect(address, isReadOnly: isReadOnly),
      pool: ServerPool(address, isReadOnly: isReadOnly))
    if isNew { store.addFirstKeys() }
    return store
  }

  /// Throws for a name that a server would cut.
  private static func checkNames(_ schema: Schema, _ path: String) throws(StorageError) {
    let tables = schema.entities.map { EntityTable($0, in: schema, dialect: .postgreSQL) }
    let names =
      tables.flatMap { [$0.name] + $0.storedColumns.map(\.name) } + schema.linkTables.map(\.name)
    guard let long = names.first(where: { $0.utf8.count > SQLDialect.longestName }) else { return }
    throw .incompatibleSchema(
      path: path,
      reason: "a table or column would be called \(long), and a name on a server has at most "
        + "\(SQLDialect.longestName) bytes; give the class or property a shorter name")
  }

  // Asks the catalog's tables. `to_regclass` could answer from what the connection remembers of a schema that another
  // program has made meanwhile.
  private static func hasTables(
    _ connection: Connection, _ address: ServerAddress
  ) throws(StorageError) -> Bool {
    let query: SQL = """
      SELECT 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = \(bind: address.schema) AND c.relname = 'strata_metadata'
      """
    return try connection.integer(query) != nil
  }

  /// Makes the tables, unless another program does so at the same time.
  private static func makeServer(
    _ connection: Connection, _ schema: Schema, _ address: ServerAddress
  ) throws -> (identifier: UUID, isNew: Bool) {
    try checkNames(schema, address.description)
    let lock = Digest()
    lock.combine(address.schema)
    return try connection.transaction {
      try connection.run("SELECT pg_advisory_xact_lock(\(bind: Int64(bitPattern: lock.value)))")
      guard try !hasTables(connection, address) else {
        return (try readServer(connection, schema), false)
      }
      try connection.execute("CREATE SCHEMA IF NOT EXISTS \(quoted(address.schema))")
      let identifier = try makeTables(on: connection, of: schema, .postgreSQL)
      try SchemaRecord.write(schema, to: connection)
      return (identifier, true)
    }
  }

  private static func readServer(_ connection: Connection, _ schema: Schema) throws -> UUID {
    let format = try connection.metadata("format").flatMap { Int($0) } ?? 0
    guard format <= Self.format else {
      throw StorageError.newerFormat(
        path: connection.path, format: format, supported: Self.format)
    }
    guard try SchemaRecord.isRecorded(schema, connection) else {
      throw StorageError.incompatibleSchema(
        path: connection.path,
        reason:
          "its tables were made for other models, and tables on a server can't be migrated yet")
    }
    return try readIdentifier(connection)
  }
}
