import StrataSQLite
import StrataSchema
import StrataStorage

/// The rows and links of a store that have changed since the last call of `forget`. Temporary
/// triggers of the writing connection record them.
enum WorkingChanges {
  static let rows = "strata_mirrored"
  static let links = "strata_mirrored_links"

  /// Starts recording a connection's changes.
  static func watch(_ connection: Connection, _ schema: Schema) throws {
    try connection.execute(
      """
      CREATE TEMP TABLE \(rows)
        (name TEXT, key INTEGER, isNew INTEGER, PRIMARY KEY (name, key)) WITHOUT ROWID;
      CREATE TEMP TABLE \(links)
        (name TEXT, isOwner INTEGER, key INTEGER, PRIMARY KEY (name, isOwner, key)) WITHOUT ROWID;
      """)
    for entity in schema.entities where entity.superentity == nil {
      try watch(connection, entity.name) { row, isNew in
        "INSERT OR IGNORE INTO \(rows) "
          + "VALUES (\(literal(entity.name)), \(row).\(EntityTable.key), \(isNew ? 1 : 0));"
      }
    }
    for table in schema.linkTables {
      try watch(connection, table.name) { row, _ in
        [(1, table.ownerColumn), (0, table.memberColumn)].map { isOwner, column in
          "INSERT OR IGNORE INTO \(links) "
            + "VALUES (\(literal(table.name)), \(isOwner), \(row).\(quoted(column)));"
        }.joined(separator: " ")
      }
    }
  }

  private static func watch(
    _ connection: Connection, _ table: String, note: (_ row: String, _ isNew: Bool) -> String
  ) throws {
    for (verb, notes) in [
      ("INSERT", note("NEW", true)), ("DELETE", note("OLD", false)),
      ("UPDATE", note("OLD", false) + note("NEW", false)),
    ] {
      try connection.execute(
        "CREATE TEMP TRIGGER \(quoted("strata_mirror_\(table)_\(verb)")) AFTER \(verb) "
          + "ON main.\(quoted(table)) BEGIN \(notes) END")
    }
  }

  static func forget(_ connection: Connection) throws {
    try connection.execute("DELETE FROM temp.\(rows); DELETE FROM temp.\(links)")
  }
}
