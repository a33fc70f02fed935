#if Server
package import Foundation
import StrataMigration
import StrataPostgreSQL
package import StrataSQLite
import StrataSchema

extension Store {
  /// The number of connections that a store on a server lends at once.
  ///
  /// - Throws: `StorageError.cannotOpen` for a URL that is no valid address.
  package static func connectionCount(ofServer url: URL) throws(StorageError) -> Int {
    try ServerAddress(url).connectionCount
  }

  /// A server's URL without its password. A URL that is no valid address loses all but its scheme.
  package static func publicAddress(_ url: URL) -> URL {
    // Opening the store reports what is wrong with the address.
    let address = try? ServerAddress(url)
    return address.flatMap { URL(string: $0.description) } ?? URL(string: "postgresql:///")
      ?? URL(fileURLWithPath: "/")
  }

  /// Opens a store on a server, and makes it first if there is none.
  ///
  /// The tables of a store that was made for other models are adapted where there is no doubt how. What the schema doesn't
  /// know stays.
  ///
  /// - Parameters:
  ///   - busyTimeout: The longest time that a save waits for others, in seconds.
  ///   - record: What the store has recorded if its tables are those of the schema. Nil to compare them in any case.
  ///   - plannedVersion: The version of a migration plan that the store is, to be recorded.
  /// - Throws: `StorageError`: no client library, no server, a newer format, tables that don't fit.
  static func open(
    _ schema: Schema, onServer url: URL, isReadOnly: Bool, busyTimeout: Double = 10,
    _ record: AdaptationRecord? = nil, plannedVersion: Schema.Version? = nil,
    observation: StoreObservation? = nil, review: MigrationReviewer? = nil
  ) throws -> Store {
    let address = try address(of: url, isReadOnly: isReadOnly)
    let connection = try connect(address, isReadOnly: isReadOnly)
    defer { connection.close() }
    let identifier: UUID
    var isNew = false
    if try hasTables(connection, address) {
      identifier = try readServer(
        connection, schema, record, plannedVersion, observation, review)
    } else {
      guard !isReadOnly else {
        throw StorageError.cannotOpen(
          path: address.description,
          reason: "there is no store in the schema \(address.schema), and it may not be made")
      }
      (identifier, isNew) = try makeServer(
        connection, schema, address, record, plannedVersion, observation, review)
    }
    let store = try open(
      schema, address, connection, isReadOnly: isReadOnly, busyTimeout: busyTimeout, identifier,
      observation)
    if isNew { store.addFirstKeys() }
    return store
  }

  /// Opens a store on a server if it says that its tables are those of a program's models, and no table has changed
  /// since.
  ///
  /// - Returns: Nil if there is no store, or if it has to be compared or migrated first.
  /// - Throws: `StorageError`, as opening the store does.
  static func openAdapted(
    _ schema: Schema, onServer url: URL, isReadOnly: Bool, busyTimeout: Double,
    _ record: AdaptationRecord, observation: StoreObservation? = nil
  ) throws -> Store? {
    let address = try address(of: url, isReadOnly: isReadOnly)
    let connection = try connect(address, isReadOnly: isReadOnly)
    defer { connection.close() }
    guard try hasTables(connection, address) else { return nil }
    try checkServerFormat(connection)
    guard try record.isCurrent(connection) else { return nil }
    return try open(
      schema, address, connection, isReadOnly: isReadOnly, busyTimeout: busyTimeout,
      readIdentifier(connection), observation)
  }

  static func openRecorded(onServer url: URL) throws -> Store {
    let connection = try serverConnection(reading: url)
    defer { connection.close() }
    guard let schema = try SchemaRecord(connection, StoredTables(connection)).schema else {
      throw unrecorded(connection.path)
    }
    return try open(
      schema, address(of: url, isReadOnly: true), connection, isReadOnly: true, busyTimeout: 10,
      readIdentifier(connection))
  }

  /// A connection to a store on a server, to read it.
  ///
  /// - Throws: `StorageError.cannotOpen` if there is no store.
  static func serverConnection(reading url: URL) throws -> Connection {
    let address = try address(of: url, isReadOnly: true)
    let connection = try connect(address, isReadOnly: true)
    guard try hasTables(connection, address) else {
      throw StorageError.cannotOpen(
        path: address.description, reason: "there is no store in the schema \(address.schema)")
    }
    try checkServerFormat(connection)
    return connection
  }

  /// Makes a store on a server whose tables a body makes and fills, in one transaction.
  ///
  /// - Throws: `StorageError.cannotOpen` if there is a store. The body's errors.
  static func makeServerStore<Result>(
    at url: URL, _ body: (Connection) throws -> Result
  ) throws -> Result {
    let address = try ServerAddress(url)
    let connection = try connect(address, isReadOnly: false)
    defer { connection.close() }
    return try connection.transaction {
      try lockServerSchema(connection, address)
      guard try !hasTables(connection, address) else {
        throw StorageError.cannotOpen(
          path: address.description,
          reason: "there is a store in the schema \(address.schema) already; name another schema")
      }
      try makeSchema(connection, address)
      let result = try body(connection)
      try (address.saves ?? .serial).write(to: connection)
      return result
    }
  }

  /// How saves share a store on a server.
  ///
  /// - Throws: `StorageError.cannotOpen` if the address says another way. Programs that save in different ways would often
  ///   wait for each other in a circle.
  private static func saveMode(
    _ connection: Connection, _ address: ServerAddress
  ) throws -> SaveMode {
    let mode = try SaveMode(of: connection)
    guard let wanted = address.saves, wanted != mode else { return mode }
    throw StorageError.cannotOpen(
      path: address.description,
      reason: """
        its saves are \(mode.rawValue), and the address says saves=\(wanted.rawValue); leave saves out of the address, \
        or change the store with: strata saves \(wanted.rawValue) '\(address.description)'
        """)
  }

  /// Changes how saves share a store on a server. Waits for the saves that are in progress.
  ///
  /// Programs that have the store open save as before until they open it again. Nothing is lost, but their saves may wait
  /// for those of others in a circle, which the server ends with an error.
  ///
  /// - Returns: How they shared it before.
  /// - Throws: `StorageError`: no store, no right to change it, and `busy`.
  @discardableResult
  package static func changeSaveMode(
    ofServer url: URL, to mode: SaveMode
  ) throws -> SaveMode {
    let address = try ServerAddress(url)
    let connection = try connect(address, isReadOnly: false)
    defer { connection.close() }
    guard try hasTables(connection, address) else {
      throw StorageError.cannotOpen(
        path: address.description, reason: "there is no store in the schema \(address.schema)")
    }
    try checkServerFormat(connection)
    return try connection.transaction {
      try connection.lockServerStore()
      let former = try SaveMode(of: connection)
      try mode.write(to: connection)
      return former
    }
  }

  // Nobody else makes a store there until the end of the transaction.
  private static func lockServerSchema(
    _ connection: Connection, _ address: ServerAddress
  ) throws {
    try connection.run(
      "SELECT pg_advisory_xact_lock(hashtextextended(\(bind: address.schema), 0))")
  }

  /// The address of a URL, or that of the standby which it names if the store is only read.
  static func address(of url: URL, isReadOnly: Bool) throws(StorageError) -> ServerAddress {
    let address = try ServerAddress(url)
    return isReadOnly ? address.replica ?? address : address
  }

  /// Drops the schema of a store on a server, with all that is in it.
  ///
  /// - Throws: `StorageError`, `busy` if somebody holds a table for longer than ten seconds.
  package static func dropSchema(ofServer url: URL) throws {
    let address = try ServerAddress(url)
    let connection = try connect(address, isReadOnly: false)
    defer { connection.close() }
    try connection.execute("DROP SCHEMA IF EXISTS \(quoted(address.schema)) CASCADE")
  }

  private static func connect(_ address: ServerAddress, isReadOnly: Bool) throws -> Connection {
    Connection(try ServerConnection(address), path: address.description, isReadOnly: isReadOnly)
  }

  private static func open(
    _ schema: Schema, _ address: ServerAddress, _ connection: Connection, isReadOnly: Bool,
    busyTimeout: Double, _ identifier: UUID, _ observation: StoreObservation? = nil
  ) throws -> Store {
    let observation = observation ?? StoreObservation(of: address.description)
    let pool = ServerPool(
      address, isReadOnly: isReadOnly, try saveMode(connection, address),
      lockTimeout: busyTimeout, observation)
    let replica = try address.replica.map {
      ServerReplica(
        ServerPool($0, isReadOnly: true, pool.saves, lockTimeout: busyTimeout, observation),
        since: try logPosition(connection))
    }
    return Store(
      url: nil, isReadOnly: isReadOnly, identifier: identifier, schema: schema,
      tables: try serverTables(schema, connection), writer: try pool.connect(),
      ServerEngine(pool, replica: replica, isReadOnly: isReadOnly, observation),
      busyTimeout: busyTimeout, observation)
  }

  /// The position in a primary's log behind all that it has committed, or nil for a server that doesn't report it.
  private static func logPosition(_ connection: Connection) throws(StorageError) -> String? {
    do {
      return try connection.first("SELECT pg_current_wal_lsn()::text") { $0.text(at: 0) }
    } catch .server {
      // Dropped: why a server can't say it, such as one that a cloud has made of PostgreSQL, or one that denies it.
      return nil
    }
  }

  /// The tables of a schema on a server. Other programs may have objects of further classes in them.
  static func serverTables(_ schema: Schema, _ connection: Connection) throws -> Tables {
    Tables(
      schema, shared: try connection.catalog.tables(withColumn: EntityTable.entityColumn),
      dialect: .postgreSQL)
  }

  // Asks the catalog's tables. `to_regclass` could answer from what the connection remembers of a schema that another
  // program has made meanwhile.
  static func hasTables(
    _ connection: Connection, _ address: ServerAddress
  ) throws(StorageError) -> Bool {
    let query: SQL = """
      SELECT has_schema_privilege(n.oid, 'USAGE')::integer::bigint, current_user::text
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
      WHERE n.nspname = \(bind: address.schema) AND c.relname = 'strata_metadata'
      """
    let found = try connection.first(query) { row in
      (mayUse: row.integer(at: 0) != 0, user: row.text(at: 1) ?? "")
    }
    guard let found else { return false }
    // Its tables would seem to be missing.
    guard found.mayUse else {
      throw .cannotOpen(
        path: address.description,
        reason: """
          the user \(found.user) may not use the schema \(address.schema); let its owner run GRANT USAGE ON SCHEMA \
          \(quoted(address.schema)) TO \(quoted(found.user)), and GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN \
          SCHEMA \(quoted(address.schema)) TO \(quoted(found.user))
          """)
    }
    return true
  }

  /// Makes the tables, unless another program does so at the same time.
  private static func makeServer(
    _ connection: Connection, _ schema: Schema, _ address: ServerAddress,
    _ record: AdaptationRecord?, _ plannedVersion: Schema.Version?,
    _ observation: StoreObservation?, _ review: MigrationReviewer?
  ) throws -> (identifier: UUID, isNew: Bool) {
    try checkNames(schema, address.description)
    let made: UUID? = try connection.transaction {
      try lockServerSchema(connection, address)
      guard try !hasTables(connection, address) else { return nil }
      try makeSchema(connection, address)
      try checkNoOthers(connection, schema, address)
      let identifier = try makeTables(on: connection, of: schema, .postgreSQL)
      try SchemaRecord.write(schema, to: connection)
      if let plannedVersion {
        try SchemaRecord.write(plannedVersion: plannedVersion, to: connection)
      }
      try record?.write(to: connection)
      try (address.saves ?? .serial).write(to: connection)
      return identifier
    }
    if let made { return (made, true) }
    return (
      try readServer(connection, schema, record, plannedVersion, observation, review), false
    )
  }

  /// Makes the schema of a new store. One that is there needs no right to make schemas.
  private static func makeSchema(_ connection: Connection, _ address: ServerAddress) throws {
    let present: SQL = "SELECT 1 FROM pg_namespace WHERE nspname = \(bind: address.schema)"
    guard try connection.integer(present) == nil else { return }
    try connection.execute("CREATE SCHEMA IF NOT EXISTS \(quoted(address.schema))")
  }

  /// Throws if the schema of a new store has other programs' tables or views with the names of the store's.
  private static func checkNoOthers(
    _ connection: Connection, _ schema: Schema, _ address: ServerAddress
  ) throws {
    let names = Set(schema.entities.map(\.root.name) + schema.linkTables.map(\.name))
    let relations: SQL = """
      SELECT relname::text FROM pg_class
      WHERE relnamespace = quote_ident(current_schema())::regnamespace ORDER BY relname
      """
    let taken = try connection.rows(relations) { $0.text(at: 0) }
      .filter { names.contains($0) || $0.hasPrefix("strata_") }
    guard !taken.isEmpty else { return }
    throw StorageError.cannotOpen(
      path: address.description,
      reason: """
        there is no store in the schema \(address.schema), but what has the names of its tables: \
        \(taken.prefix(5).joined(separator: ", ")); name another schema in the address (schema=…), or rename or drop \
        what is there
        """)
  }

  private static func readServer(
    _ connection: Connection, _ schema: Schema, _ record: AdaptationRecord?,
    _ plannedVersion: Schema.Version?, _ observation: StoreObservation?,
    _ review: MigrationReviewer?
  ) throws -> UUID {
    try checkServerFormat(connection)
    if try !(record?.isCurrent(connection) ?? false) {
      try checkNames(schema, connection.path)
      if !connection.isReadOnly {
        try ServerFunctions.make(on: connection) { try $0.lockServerStore() }
      }
      let version = try connection.catalog.version()
      try adapt(connection, to: schema, observation, review)
      if !connection.isReadOnly {
        try write(record, plannedVersion, ifTablesAre: version, on: connection)
      }
    }
    return try readIdentifier(connection)
  }

  // Written only if nobody has changed a table since the look. The next opening compares the tables again otherwise.
  private static func write(
    _ record: AdaptationRecord?, _ plannedVersion: Schema.Version?, ifTablesAre version: Int64,
    on connection: Connection
  ) throws {
    try connection.transaction {
      if let plannedVersion, try SchemaRecord.plannedVersion(connection) != plannedVersion {
        try SchemaRecord.write(plannedVersion: plannedVersion, to: connection)
      }
      if try connection.catalog.version() == version { try record?.write(to: connection) }
    }
  }

  static func checkServerFormat(_ connection: Connection) throws {
    let format = try connection.metadata("format").flatMap { Int($0) } ?? 0
    guard format <= Self.format else {
      throw StorageError.newerFormat(
        path: connection.path, format: format, supported: Self.format)
    }
    try checkTablesAreLocal(connection)
  }

  /// Throws for tables that Citus has distributed over several servers. Reads of them are of no one moment.
  ///
  /// Tables of a schema that is on one server as a whole, and those that only the coordinator has, have the method `n` as
  /// well, but are kept by one server.
  private static func checkTablesAreLocal(_ connection: Connection) throws {
    let catalog: SQL = "SELECT to_regclass('pg_catalog.pg_dist_partition')::oid::bigint"
    guard try connection.integer(catalog) != nil else { return }
    let distributed: SQL = """
      SELECT c.relname::text FROM pg_catalog.pg_dist_partition AS d JOIN pg_class AS c ON c.oid = d.logicalrelid
      WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND (d.partmethod <> 'n' OR d.repmodel = 't')
      ORDER BY c.relname
      """
    let names = try connection.rows(distributed) { $0.text(at: 0) }
    guard !names.isEmpty else { return }
    throw StorageError.cannotOpen(
      path: connection.path,
      reason:
        "Citus has distributed its tables (\(names.prefix(5).joined(separator: ", "))), and a store's reads have to "
        + "be of one moment; keep its tables on one server, as in a schema of its own")
  }
}

extension SaveMode {
  /// The mode that a store's metadata has.
  fileprivate init(of connection: Connection) throws {
    let text = try connection.metadata("saves")
    guard let mode = text.map({ SaveMode(rawValue: $0) }) ?? .serial else {
      throw StorageError.invalidValue(
        .text(text ?? ""), table: "strata_metadata", column: "value", row: "the row 'saves'",
        expected: "serial or concurrent")
    }
    self = mode
  }

  fileprivate func write(to connection: Connection) throws {
    try connection.setMetadata("saves", to: rawValue)
  }
}

extension Store {
  /// Throws for settings of a server that a context can't choose.
  ///
  /// - Throws: `StorageError.refusedStatement`.
  package static func checkServerSettings(_ settings: [String: String]) throws(StorageError) {
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
      func refuse(_ reason: String) -> StorageError { .refusedStatement(sql: name, reason: reason) }
      guard !name.isEmpty else { throw refuse("a setting of the server has no name") }
      guard !ServerConnection.isReservedSetting(name) else {
        throw refuse("the store needs its own value of this setting of the server")
      }
      guard !name.utf8.contains(0), !value.utf8.contains(0) else {
        throw refuse("a setting of the server can't have a zero character (U+0000)")
      }
    }
  }
}
#endif
