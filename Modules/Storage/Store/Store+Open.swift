internal import CSQLite
public import Foundation
public import StrataSchema

extension Store {
  /// The version of the store's own tables.
  static let format = 1
  /// Marks the file as a store (SQLite's `application_id`): "Stra" in ASCII.
  static let applicationID: Int64 = 0x5374_7261

  /// Opens a store, making it first when there is none.
  ///
  /// A store that lacks an entity or an optional or defaulted property of the schema gets it;
  /// tables that the schema doesn't know stay as they are.
  ///
  /// - Parameters:
  ///   - url: The file, made readable by its owner alone; nil for a store in memory.
  /// - Throws: ``StorageError``: no file, no database, another program's, a newer format, tables
  ///   that don't fit.
  public static func open(
    _ schema: Schema, at url: URL?, isReadOnly: Bool = false
  ) throws -> Store {
    let path = url?.path ?? ":memory:"
    if url != nil { try checkPath(path, isReadOnly: isReadOnly) }
    let connection = try Connection(path: path, isReadOnly: isReadOnly)
    try connection.configureWriter(isFile: url != nil)
    let identifier: UUID
    if try isNew(connection, path: path) {
      guard !isReadOnly else {
        throw StorageError.cannotOpen(path: path, reason: "it is empty and may not be written")
      }
      identifier = try connection.transaction { try makeTables(connection, schema) }
    } else {
      try checkFormat(connection, path: path)
      identifier = try readIdentifier(connection, path: path)
      try StoreSchema(connection: connection, path: path).adapt(to: schema, mayWrite: !isReadOnly)
    }
    return Store(
      url: url, isReadOnly: isReadOnly, identifier: identifier, schema: schema, writer: connection)
  }

  private static func checkPath(_ path: String, isReadOnly: Bool) throws {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, isFolder.boolValue {
      throw StorageError.cannotOpen(path: path, reason: "it is a folder; give the path of a file")
    }
    if exists {
      guard FileManager.default.isReadableFile(atPath: path) else {
        throw StorageError.cannotOpen(path: path, reason: "you may not read it")
      }
      if !isReadOnly, !FileManager.default.isWritableFile(atPath: path) {
        throw StorageError.readOnly(path: path)
      }
    } else if isReadOnly {
      throw StorageError.cannotOpen(path: path, reason: "there is no such file")
    } else {
      let folder = (path as NSString).deletingLastPathComponent
      guard folder.isEmpty || FileManager.default.fileExists(atPath: folder) else {
        throw StorageError.cannotOpen(path: path, reason: "there is no folder \(folder)")
      }
      // SQLite gives the log the permissions of the file, so the file must exist with the right ones.
      let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
      guard FileManager.default.createFile(atPath: path, contents: nil, attributes: attributes)
      else {
        throw StorageError.cannotOpen(path: path, reason: "the file can't be made")
      }
    }
  }

  private static func isNew(_ connection: Connection, path: String) throws -> Bool {
    let count = try connection.integer("SELECT count(*) FROM sqlite_schema")
    if count == 0 { return true }
    guard try connection.integer("PRAGMA application_id") == applicationID else {
      throw StorageError.notAStore(path: path)
    }
    return false
  }

  private static func checkFormat(_ connection: Connection, path: String) throws {
    let format = Int(try connection.integer("PRAGMA user_version") ?? 0)
    guard format <= Self.format else {
      throw StorageError.newerFormat(path: path, format: format, supported: Self.format)
    }
  }

  private static func makeTables(_ connection: Connection, _ schema: Schema) throws -> UUID {
    // Another process may have made them between our look and our lock.
    if try connection.integer("SELECT count(*) FROM sqlite_schema") != 0 {
      return try readIdentifier(connection, path: connection.path)
    }
    let identifier = UUID()
    try connection.execute(
      """
      PRAGMA application_id = \(applicationID);
      PRAGMA user_version = \(format);
      CREATE TABLE strata_metadata (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE strata_keys (
        entity TEXT PRIMARY KEY,
        next INTEGER NOT NULL -- the next key that nobody has claimed
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE strata_history (
        number INTEGER PRIMARY KEY,
        author TEXT,
        context TEXT,
        time REAL NOT NULL, -- seconds since 2001-01-01 00:00 UTC
        process TEXT NOT NULL,
        changes BLOB NOT NULL -- packed: entity, key, kind and changed properties
      ) STRICT;
      """)
    try connection.run(
      "INSERT INTO strata_metadata VALUES ('identifier', ?)", .text(identifier.uuidString))
    for sql in schema.definition { try connection.execute(sql) }
    return identifier
  }

  private static func readIdentifier(_ connection: Connection, path: String) throws -> UUID {
    let value = try connection.value(
      "SELECT value FROM strata_metadata WHERE name = 'identifier'")
    guard case .text(let text) = value, let identifier = UUID(uuidString: text) else {
      throw StorageError.corrupt(path: path, reason: "it has lost its identifier")
    }
    return identifier
  }
}

extension Connection {
  func configureWriter(isFile: Bool) throws {
    if isFile, !isReadOnly {
      try execute("PRAGMA journal_mode = WAL")
    }
    try execute(
      """
      PRAGMA synchronous = NORMAL;
      PRAGMA secure_delete = OFF;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -16000;
      PRAGMA wal_autocheckpoint = 0;
      """)
  }

  func configureReader() throws {
    try execute("PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000")
  }
}
