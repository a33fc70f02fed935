package import StrataSQLite
import StrataSchema

/// The tables, columns and indexes that a database has, read from the engine's own catalog.
package struct StoredCatalog {
  fileprivate let connection: Connection

  /// True if the database has no table.
  package func isEmpty() throws(StorageError) -> Bool {
    try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
  }

  /// True if there is a table.
  package func hasTable(_ name: String) throws(StorageError) -> Bool {
    if connection.isServer {
      return try connection.value("SELECT to_regclass(\(literal: quoted(name)))::text") != .null
    }
    return try connection.integer(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = \(bind: name)") != nil
  }

  /// True if a table has a column.
  package func hasColumn(_ column: String, in table: String) throws(StorageError) -> Bool {
    if connection.isServer {
      let query: SQL = """
        SELECT 1 FROM information_schema.columns WHERE table_schema = current_schema()
        AND table_name = \(literal: table) AND column_name = \(literal: column)
        """
      return try connection.integer(query) != nil
    }
    return try connection.integer(
      "SELECT 1 FROM pragma_table_info(\(literal: table)) WHERE name = \(literal: column)") != nil
  }

  /// True if the history of the store has tombstones.
  package func keepsTombstones() throws(StorageError) -> Bool {
    try hasColumn("tombstones", in: "strata_history")
  }

  /// The tables that have a column.
  package func tables(withColumn column: String) throws -> Set<String> {
    let query: SQL = """
      SELECT t.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND c.name = \(bind: column)
      """
    return Set(try connection.rows(query) { $0.text(at: 0) })
  }

  /// All tables with their columns, by name.
  package func tables() throws -> [String: StoredTable] {
    let references = try references()
    let columns: SQL = """
      SELECT t.name, t.sql, c.name, c.type, c."notnull"
      FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.sql LIKE 'CREATE TABLE%' ORDER BY t.name, c.cid
      """
    var tables: [String: StoredTable] = [:]
    try connection.forEachRow(columns) { row in
      guard let table = row.text(at: 0), let sql = row.text(at: 1), let name = row.text(at: 2),
        let type = row.text(at: 3)
      else { return }
      tables[table, default: StoredTable(name: table, sql: sql)].columns.append(
        StoredTable.Column(
          name: name, type: type, isRequired: row.integer(at: 4) != 0,
          references: references[[table, name]]))
    }
    return tables
  }

  // The table that each link refers to, by table and column.
  private func references() throws -> [[String]: String] {
    let links: SQL = """
      SELECT t.name, f."from", f."table"
      FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'
      """
    var result: [[String]: String] = [:]
    try connection.forEachRow(links) { row in
      guard let table = row.text(at: 0), let column = row.text(at: 1) else { return }
      result[[table, column]] = row.text(at: 2)
    }
    return result
  }

  /// The tables of the store's own indexes, by the indexes' names. Indexes of other programs are left alone.
  package func indexes() throws -> [String: String] {
    let query: SQL =
      "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'strata_*'"
    var indexes: [String: String] = [:]
    try connection.forEachRow(query) { row in
      if let name = row.text(at: 0), let table = row.text(at: 1) { indexes[name] = table }
    }
    return indexes
  }

  /// The columns of an index.
  package func columns(ofIndex index: String) throws -> [String] {
    try connection.rows("SELECT name FROM pragma_index_info(\(bind: index))") { $0.text(at: 0) }
  }

  /// The SQL that made an index, or nil if there is none.
  package func definition(ofIndex index: String) throws -> String? {
    let sql = try connection.value("SELECT sql FROM sqlite_schema WHERE name = \(bind: index)")
    if case .text(let text) = sql { return text }
    return nil
  }

  /// The indexes and triggers of a table that a statement has made, with its SQL.
  package func parts(of table: String) throws -> [(name: String, sql: String)] {
    let query: SQL = """
      SELECT name, sql FROM sqlite_schema
      WHERE tbl_name = \(bind: table) AND type IN ('index', 'trigger') AND sql IS NOT NULL
      """
    return try connection.rows(query) { row in
      guard let name = row.text(at: 0), let sql = row.text(at: 1) else { return nil }
      return (name, sql)
    }
  }
}

extension Connection {
  /// The tables, columns and indexes of the database.
  package var catalog: StoredCatalog { StoredCatalog(connection: self) }
}
