package import StrataSQLite
import StrataSchema

/// The tables, columns and indexes that a database has, read from the engine's own catalog.
package struct StoredCatalog {
  let connection: Connection

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

  /// A number that is another one after each change of a table, an index or a server's function, whoever makes it.
  package func version() throws(StorageError) -> Int64 {
    guard connection.isServer else { return try connection.schemaVersion() }
    // A server counts no such changes, so that this is a digest of the catalog. Indexes have columns, too.
    return try connection.integer(
      """
      SELECT hashtextextended(
        (SELECT string_agg(
          concat_ws(' ', c.relname, a.attname, a.atttypid, a.attnotnull, a.attisdropped), ','
          ORDER BY c.relname, a.attnum)
         FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
         WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND a.attnum > 0)
        || (SELECT string_agg(concat_ws(' ', c.relname, k.conname), ',' ORDER BY c.relname, k.conname)
            FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
            WHERE c.relnamespace = quote_ident(current_schema())::regnamespace)
        || (SELECT coalesce(string_agg(p.proname || ' ' || hashtext(p.prosrc), ',' ORDER BY p.proname, p.prosrc), '')
            FROM pg_proc AS p WHERE p.pronamespace = quote_ident(current_schema())::regnamespace), 0)
      """) ?? 0
  }

  /// The tables that have a column.
  package func tables(withColumn column: String) throws -> Set<String> {
    if connection.isServer {
      let query: SQL = """
        SELECT table_name::text FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = \(literal: column)
        """
      return Set(try connection.rows(query) { $0.text(at: 0) })
    }
    let query: SQL = """
      SELECT t.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND c.name = \(bind: column)
      """
    return Set(try connection.rows(query) { $0.text(at: 0) })
  }

  /// All tables with their columns, by name.
  package func tables() throws -> [String: StoredTable] {
    if connection.isServer { return try serverTables() }
    let references = try references()
    let columns: SQL = """
      SELECT t.name, t.sql, c.name, c.type, c."notnull", c.dflt_value
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
          name: name, type: type, serverType: nil, isRequired: row.integer(at: 4) != 0,
          defaultSQL: row.text(at: 5), references: references[[table, name]]))
    }
    return tables
  }

  private func serverTables() throws -> [String: StoredTable] {
    // A server keeps rules in words of its own. Ours are comments on them.
    let rules: SQL = """
      SELECT c.relname::text, string_agg(obj_description(k.oid, 'pg_constraint'), chr(10))
      FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
      WHERE k.contype = 'c' AND c.relnamespace = quote_ident(current_schema())::regnamespace GROUP BY c.relname
      """
    var texts: [String: String] = [:]
    try connection.forEachRow(rules) { row in
      if let table = row.text(at: 0), let text = row.text(at: 1) { texts[table] = text }
    }
    let columns: SQL = """
      SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL), a.attnotnull,
        (SELECT f.relname::text FROM pg_constraint AS k JOIN pg_class AS f ON f.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum] LIMIT 1),
        (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef AS d
         WHERE d.adrelid = c.oid AND d.adnum = a.attnum)
      FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relkind IN ('r', 'p')
        AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum
      """
    var tables: [String: StoredTable] = [:]
    try connection.forEachRow(columns) { row in
      guard let table = row.text(at: 0), let name = row.text(at: 1), let type = row.text(at: 2),
        name != SQLDialect.postgreSQL.linkPosition.sql
      else { return }
      tables[table, default: StoredTable(name: table, sql: texts[table] ?? "")].columns.append(
        StoredTable.Column(
          name: name, type: Self.storageClass(ofServerType: type), serverType: type,
          isRequired: name != EntityTable.key && row.integer(at: 3) != 0,
          defaultSQL: row.text(at: 5), references: row.text(at: 4)))
    }
    return tables
  }

  /// The storage class of a server's type. The types of other programs' columns have none.
  private static func storageClass(ofServerType type: String) -> String {
    switch type {
    case "bigint", "boolean": StorageClass.integer.rawValue
    case "double precision": StorageClass.real.rawValue
    case "text", "numeric": StorageClass.text.rawValue
    case "bytea", "uuid": StorageClass.blob.rawValue
    default: type
    }
  }

  /// The rules that links refer to rows of a table, by name, with the table and the column that they are of.
  ///
  /// - Parameter target: The table that they refer to, or nil for the rules of all tables.
  package func references(
    to target: String? = nil
  ) throws -> [(name: String, table: String, column: String)] {
    guard connection.isServer else { return [] }
    var query: SQL = """
      SELECT k.conname::text, c.relname::text, a.attname::text
      FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
      JOIN pg_class AS f ON f.oid = k.confrelid
      JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
      WHERE k.contype = 'f' AND starts_with(k.conname, 'strata_')
        AND c.relnamespace = quote_ident(current_schema())::regnamespace
      """
    if let target { query += " AND f.relname = \(literal: target)" }
    return try connection.rows(query) { row in
      guard let name = row.text(at: 0), let table = row.text(at: 1), let column = row.text(at: 2)
      else { return nil }
      return (name, table, column)
    }
  }

  /// The names of a table's rules for values, on a server: the models' and others'.
  package func rules(of table: String) throws -> [String] {
    let query: SQL = """
      SELECT k.conname::text FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
      WHERE k.contype = 'c' AND c.relnamespace = quote_ident(current_schema())::regnamespace
        AND c.relname = \(literal: table)
      """
    return try connection.rows(query) { $0.text(at: 0) }
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
    // Those of keys and unique columns are part of their tables.
    let query: SQL =
      connection.isServer
      ? """
      SELECT i.relname::text, c.relname::text FROM pg_index AS x
      JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS c ON c.oid = x.indrelid
      WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND starts_with(i.relname, 'strata_')
        AND NOT EXISTS (SELECT 1 FROM pg_constraint AS k WHERE k.conindid = i.oid AND k.contype IN ('p', 'u'))
      """
      : "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'strata_*'"
    var indexes: [String: String] = [:]
    try connection.forEachRow(query) { row in
      if let name = row.text(at: 0), let table = row.text(at: 1) { indexes[name] = table }
    }
    return indexes
  }

  /// The columns of an index.
  package func columns(ofIndex index: String) throws -> [String] {
    if connection.isServer {
      let query: SQL = """
        SELECT a.attname::text FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
        WHERE c.relname = \(literal: index) AND c.relnamespace = quote_ident(current_schema())::regnamespace
        """
      return try connection.rows(query) { $0.text(at: 0) }
    }
    return try connection.rows("SELECT name FROM pragma_index_info(\(bind: index))") {
      $0.text(at: 0)
    }
  }

  /// The SQL that made an index, or nil if there is none.
  package func definition(ofIndex index: String) throws -> String? {
    // A server keeps conditions in words of its own. Ours are comments.
    let query: SQL =
      connection.isServer
      ? """
      SELECT obj_description(c.oid, 'pg_class') FROM pg_class AS c
      WHERE c.relname = \(literal: index) AND c.relnamespace = quote_ident(current_schema())::regnamespace
      """
      : "SELECT sql FROM sqlite_schema WHERE name = \(bind: index)"
    let sql = try connection.value(query)
    if case .text(let text) = sql { return text }
    return nil
  }

  /// The indexes and triggers of a table that a statement has made, with its SQL.
  ///
  /// None on a server, where tables change in place and keep them.
  package func parts(of table: String) throws -> [(name: String, sql: String)] {
    guard !connection.isServer else { return [] }
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
