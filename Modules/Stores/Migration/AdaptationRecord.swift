package import StrataSQLite
package import StrataSchema
package import StrataTables

/// A store's record that its tables are those of a program's models, so that the next opening by the
/// same program needn't compare them.
///
/// Its name is the schema's fingerprint. Its value is the number of the tables' version, which changes with each change of
/// a table or an index, whoever makes it, and a digest of what the store says of its schema and version. A store has one
/// for each program that has opened it since the last change.
package struct AdaptationRecord: Sendable {
  private let name: String
  /// The beginning of the names of all such records.
  package static let prefix = "adapted "

  /// Creates the record of a schema.
  ///
  /// - Parameter plan: What identifies the migration plan and its versions, or nil without one.
  package init(
    of schema: Schema, plan: [String]? = nil, in dialect: SQLDialect = .sqlite
  ) throws {
    let digest = Digest()
    digest.combine(String(try schema.fingerprint()))
    // Another version of this library may make tables with other SQL.
    for statement in schema.definition(in: dialect) { digest.combine(statement) }
    for part in plan ?? [] { digest.combine(part) }
    name = Self.prefix + String(digest.value, radix: 36)
  }

  /// True if the store says that it was adapted, and no table has changed since.
  package func isCurrent(_ connection: Connection) throws -> Bool {
    guard let value = try connection.metadata(name) else { return false }
    return try value == Self.value(connection)
  }

  private static func value(_ connection: Connection) throws -> String {
    let digest = Digest()
    for name in ["schema", "version"] { digest.combine(try connection.metadata(name) ?? "") }
    return "\(try connection.catalog.version()) \(String(digest.value, radix: 36))"
  }

  /// Writes the record inside a transaction.
  package func write(to connection: Connection) throws {
    let value = try Self.value(connection)
    try connection.run(
      """
      DELETE FROM strata_metadata
      WHERE name LIKE \(bind: Self.prefix + "%") AND value <> \(bind: value)
      """)
    try connection.setMetadata(name, to: value)
  }

  /// Writes the record if the tables are still those that were compared, and nobody else writes.
  ///
  /// - Parameter version: SQLite's number of the tables, read before they were compared.
  /// - Throws: `StorageError`, but not if others write or if the disk is full. The next opening
  ///   then compares the tables again, as this one did.
  package func write(to path: String, ifTablesAre version: Int64) throws {
    do {
      let connection = try Connection(path: path, busyTimeout: 0)
      defer { connection.close() }
      try connection.transaction {
        guard try connection.schemaVersion() == version else { return }
        try write(to: connection)
      }
    } catch StorageError.busy, StorageError.diskFull {
      // Without the record, the next opening compares the tables again.
    }
  }
}
