public import Foundation
package import StrataSQLite
public import StrataSchema
package import StrataMigration

extension Store {
  /// The version of the store's own tables.
  static let format = 1
  /// Marks the file as a store (SQLite's `application_id`): "Stra" in ASCII.
  static let applicationID: Int64 = 0x5374_7261
  /// The size of an SQLite database's header, in bytes.
  private static let headerSize = 100

  /// Opens a store, making it first when there is none.
  ///
  /// The tables of a store that was made for other models are adapted where there is no doubt how;
  /// what the schema doesn't know stays.
  ///
  /// Blocks its thread for up to ten seconds while another process makes, adapts or migrates the store.
  ///
  /// - Parameters:
  ///   - url: The file, made readable by its owner alone, or nil for a store in memory.
  ///   - durability: What a loss of power may take back.
  ///   - busyTimeout: The longest time that a save waits for others, in seconds.
  /// - Throws: `StorageError`: no file, no database, another program's, a newer format, tables
  ///   that don't fit.
  public static func open(
    _ schema: Schema, at url: URL?, isReadOnly: Bool = false,
    durability: StoreDurability = .normal, busyTimeout: Double = 10
  ) throws -> Store {
    try open(
      schema, at: url, isReadOnly: isReadOnly, durability: durability, busyTimeout: busyTimeout,
      try url.map { try AdaptationRecord(of: schema, in: $0.isOfServer ? .postgreSQL : .sqlite) },
      plannedVersion: nil)
  }

  /// Opens a store in a file, in memory or on a server, making it first when there is none.
  ///
  /// - Parameters:
  ///   - url: The file, the server's address, or nil for a store in memory.
  ///   - record: What the store has recorded if its tables are those of the schema. Nil to compare
  ///     them in any case. A store in memory has none.
  ///   - plannedVersion: The version of a migration plan that the store is, to be recorded.
  ///   - review: Reads the statements that change tables before they run.
  package static func open(
    _ schema: Schema, at url: URL?, isReadOnly: Bool, durability: StoreDurability,
    busyTimeout: Double, _ record: AdaptationRecord?, plannedVersion: Schema.Version?,
    observation: StoreObservation? = nil, review: MigrationReviewer? = nil
  ) throws -> Store {
    guard let url else {
      return try open(
        schema, Connection(path: ":memory:", busyTimeout: busyTimeout), at: nil, durability, nil,
        nil, observation, nil, allowsSave: !isReadOnly)
    }
    if url.isOfServer {
      return try open(
        schema, onServer: url, isReadOnly: isReadOnly, busyTimeout: busyTimeout, record,
        plannedVersion: plannedVersion, observation: observation, review: review)
    }
    try checkPath(url.path, isReadOnly: isReadOnly)
    if isReadOnly {
      return try open(
        schema, Connection.reading(url.path), at: url, durability, record, nil, observation, nil)
    }
    // Only one at a time makes the file and its tables, or adapts them.
    let lock = try StoreLock.waiting(path: url.path, seconds: 10, observation)
    defer { lock.release() }
    StoreRehearsal.discardCopy(of: url.path)
    try makeFile(at: url.path)
    return try open(
      schema, Connection(path: url.path, busyTimeout: busyTimeout), at: url, durability, record,
      plannedVersion, observation, review)
  }

  private static func open(
    _ schema: Schema, _ connection: Connection, at url: URL?, _ durability: StoreDurability,
    _ record: AdaptationRecord?, _ plannedVersion: Schema.Version?,
    _ observation: StoreObservation?, _ review: MigrationReviewer?, allowsSave: Bool = true
  ) throws -> Store {
    connection.observation = observation
    let path = connection.path
    let isReadOnly = connection.isReadOnly
    let isNew = try connection.catalog.isEmpty()
    // What isn't ours is left as it is, so that all of this is asked before anything is set.
    if isNew {
      guard !isReadOnly else {
        throw StorageError.cannotOpen(path: path, reason: "it is empty and may not be written")
      }
    } else {
      try checkFormat(connection)
    }
    try connection.configureWriter(isFile: url != nil, durability.synchronization)
    if url != nil, !isReadOnly { makeRoom(connection) }
    let identifier: UUID
    if isNew {
      identifier = try connection.transaction {
        let identifier = try makeTables(on: connection, of: schema, .sqlite)
        if url != nil { try SchemaRecord.write(schema, to: connection) }
        if let plannedVersion {
          try SchemaRecord.write(plannedVersion: plannedVersion, to: connection)
        }
        try record?.write(to: connection)
        return identifier
      }
    } else {
      identifier = try readIdentifier(connection)
      let version = try connection.schemaVersion()
      if try !(record?.isCurrent(connection) ?? false) {
        try adapt(connection, to: schema, observation, review)
        if !isReadOnly {
          if let plannedVersion, try SchemaRecord.plannedVersion(connection) != plannedVersion {
            try connection.transaction {
              try SchemaRecord.write(plannedVersion: plannedVersion, to: connection)
            }
          }
          try record?.write(to: path, ifTablesAre: version)
        }
      }
    }
    let tables = Tables(
      schema, shared: try connection.catalog.tables(withColumn: EntityTable.entityColumn))
    let mayNotSave = isReadOnly || !allowsSave
    let reports = observation ?? StoreObservation(of: path)
    let engine = try FileEngine(url, connection, isReadOnly: mayNotSave, reports)
    let store = Store(
      url: url, isReadOnly: mayNotSave, identifier: identifier, schema: schema, tables: tables,
      writer: connection, engine, busyTimeout: connection.busyTimeout, reports)
    if isNew { store.addFirstKeys() }
    return store
  }

  // A program that was stopped by a full disk, or that somebody else's reading kept from copying its
  // log, has left a log that takes the room which the file needs. A save would lengthen it first.
  private static func makeRoom(_ connection: Connection) {
    connection.room.look(connection.path)
    if connection.room.isScarce { _ = connection.copyLog() }
  }

  /// Opens a store if it says that its tables are those of a program's models, and no table has
  /// changed since.
  ///
  /// - Returns: Nil if there is no store, or if it has to be compared or migrated first.
  /// - Throws: `StorageError`, as opening the store does.
  package static func openAdapted(
    _ schema: Schema, at url: URL, isReadOnly: Bool, durability: StoreDurability,
    busyTimeout: Double, _ record: AdaptationRecord, observation: StoreObservation? = nil
  ) throws -> Store? {
    if url.isOfServer {
      return try openAdapted(
        schema, onServer: url, isReadOnly: isReadOnly, busyTimeout: busyTimeout, record,
        observation: observation)
    }
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    try checkPath(url.path, isReadOnly: isReadOnly)
    let lock = try isReadOnly ? nil : StoreLock.waiting(path: url.path, seconds: 10, observation)
    defer { lock?.release() }
    let connection =
      try isReadOnly
      ? Connection.reading(url.path) : Connection(path: url.path, busyTimeout: busyTimeout)
    if try !connection.catalog.isEmpty() {
      try checkFormat(connection)
      if try record.isCurrent(connection) {
        if !isReadOnly { StoreRehearsal.discardCopy(of: url.path) }
        return try open(schema, connection, at: url, durability, record, nil, observation, nil)
      }
    }
    connection.close()
    return nil
  }

  static func checkPath(_ path: String, isReadOnly: Bool) throws {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, isFolder.boolValue {
      throw StorageError.cannotOpen(path: path, reason: "it is a folder; give the path of a file")
    }
    if exists {
      let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let attributes = try FileManager.default.attributesOfItem(atPath: target)
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw StorageError.cannotOpen(path: path, reason: "it is no file but a device or a pipe")
      }
      guard FileManager.default.isReadableFile(atPath: path) else {
        throw StorageError.cannotOpen(path: path, reason: "you may not read it")
      }
      if !isReadOnly, !FileManager.default.isWritableFile(atPath: path) {
        throw StorageError.readOnly(path: path)
      }
      let folder = (target as NSString).deletingLastPathComponent
      if !isReadOnly, !FileManager.default.isWritableFile(atPath: folder) {
        throw StorageError.cannotOpen(
          path: path,
          reason:
            "its folder, where a log has to be, can't be written; open the store to read alone")
      }
      // SQLite looks at the header itself, but takes a file of a single byte for an empty one. The
      // file isn't opened for this: closing it would drop the locks that SQLite has on it.
      let size = attributes[.size] as? Int ?? 0
      guard size == 0 || size >= headerSize else { throw StorageError.notADatabase(path: path) }
    } else if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
      // SQLite would make a file there, for all to read.
      throw StorageError.cannotOpen(
        path: path, reason: "it is a symbolic link to \(target), where no file is; remove the link")
    } else if isReadOnly {
      throw StorageError.cannotOpen(path: path, reason: "there is no such file")
    } else {
      let folder = (path as NSString).deletingLastPathComponent
      guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
        throw StorageError.cannotOpen(path: path, reason: "there is no folder \(folder)")
      }
    }
  }

  /// True if a database says that it is a store of this library.
  package static func isMarked(_ connection: Connection) throws -> Bool {
    try connection.applicationID() == applicationID
  }

  static func checkFormat(_ connection: Connection) throws {
    guard try isMarked(connection) else {
      throw StorageError.notAStore(path: connection.path)
    }
    let format = Int(try connection.format())
    guard format <= Self.format else {
      throw StorageError.newerFormat(
        path: connection.path, format: format, supported: Self.format)
    }
    for table in ["strata_metadata", "strata_keys", "strata_history"] {
      guard try connection.catalog.hasTable(table) else {
        throw StorageError.corrupt(path: connection.path, reason: "it has lost its table \(table)")
      }
    }
  }

  static func readIdentifier(_ connection: Connection) throws -> UUID {
    let value = try connection.value(
      "SELECT value FROM strata_metadata WHERE name = 'identifier'")
    guard case .text(let text) = value, let identifier = UUID(uuidString: text) else {
      throw StorageError.corrupt(path: connection.path, reason: "it has lost its identifier")
    }
    return identifier
  }
}

extension Store {
  /// Opens a store in a file or on a server of which no models are at hand, to be read: by what it says of itself.
  ///
  /// - Throws: `StorageError`: no file, no store of ours, or one that says nothing of its tables, as one
  ///   that was made before stores did.
  public static func openRecorded(at url: URL) throws -> Store {
    if url.isOfServer { return try openRecorded(onServer: url) }
    try checkPath(url.path, isReadOnly: true)
    let connection = try Connection.reading(url.path)
    defer { connection.close() }
    try checkFormat(connection)
    guard let schema = try SchemaRecord(connection, StoredTables(connection)).schema else {
      throw unrecorded(url.path)
    }
    return try open(schema, at: url, isReadOnly: true)
  }
}

/// The saves that a loss of power, or a crash of the operating system, may lose.
///
/// Either way the store stays sound, and a save is there whole or not at all. A killed or crashed program
/// loses nothing that was saved.
public enum StoreDurability: String, Sendable, Hashable, Codable, CaseIterable {
  /// A save returns when the operating system has it. The last saves may be lost, the newest first: those
  /// since the system last wrote the log to the disk, mostly within 30 seconds.
  case normal
  /// A save returns when the disk has it. Each save waits for the disk once, between a tenth of a
  /// millisecond and some ten milliseconds.
  case full
}

extension StoreDurability {
  /// The writes to the disk that a commit waits for, in a file with a write-ahead log.
  var synchronization: Connection.Synchronization {
    switch self {
    case .normal: .normal
    case .full: .full
    }
  }
}
