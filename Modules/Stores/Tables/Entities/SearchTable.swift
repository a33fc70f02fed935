package import StrataSQLite
package import StrataSchema

/// The search index of an entity: in a file an FTS5 table without texts of its own, which triggers keep
/// in step with the entity's table, whoever writes it; on a server an index of the texts' words.
package struct SearchTable: Sendable {
  /// The beginning of the names of all search indexes. No index of a class or property begins so, since
  /// it has a colon.
  package static let prefix = "strata_search:"
  /// The entity that declares the index.
  package let entity: String
  /// The table of the entity's rows. All of its rows are in the index.
  package let table: String
  /// The columns with the texts.
  package let columns: [String]
  package let tokenizer: Schema.SearchTokenizer
  package let dialect: SQLDialect

  /// - Returns: Nil if the entity itself declares no search index.
  package init?(_ entity: Schema.Entity, dialect: SQLDialect) {
    guard let search = entity.ownSearch else { return nil }
    self.entity = entity.name
    table = entity.root.name
    columns = search.properties.flatMap { entity.columnNames(at: $0) }
    tokenizer = search.tokenizer
    self.dialect = dialect
  }

  /// The name of the FTS5 table of an entity.
  package static func name(of entity: String) -> String { prefix + entity }

  /// The name of the FTS5 table, or of a server's index.
  package var name: String {
    switch dialect {
    case .sqlite: Self.name(of: entity)
    // An index of other columns or of another tokenizer has another name, so that it is made again.
    case .postgreSQL:
      dialect.identifier(
        "\(Self.name(of: entity)) \(columns.joined(separator: ",")) \(tokenizer.kind.rawValue)"
          + (tokenizer.removesDiacritics ? "" : " 0"))
    }
  }

  /// The statements that make the index for an empty table.
  package var definition: [SQL] {
    switch dialect {
    case .sqlite: [creation] + triggers.map(\.sql)
    case .postgreSQL: [dialect.searchIndex(self, operatorClass: "gin_trgm_ops")]
    }
  }

  /// The statement that makes the FTS5 table.
  package var creation: SQL {
    """
    CREATE VIRTUAL TABLE \(name: name) USING fts5(\(names: columns), content=\(literal: table), \
    content_rowid=\(literal: EntityTable.key), tokenize=\(literal: tokenizer.fts5))
    """
  }

  /// The triggers that keep the FTS5 table in step, with their names.
  package var triggers: [(name: String, sql: SQL)] {
    let index: SQL = "\(name: name)"
    let names: SQL = "\(names: columns)"
    func row(_ row: SQL) -> SQL {
      ([EntityTable.key] + columns).map { "\(row).\(name: $0)" }.joined()
    }
    let insertion: SQL = "INSERT INTO \(index) (rowid, \(names)) VALUES (\(row("new")));"
    let deletion: SQL = """
      INSERT INTO \(index) (\(index), rowid, \(names)) VALUES ('delete', \(row("old")));
      """
    func trigger(_ suffix: String, after event: SQL, run body: SQL) -> (name: String, sql: SQL) {
      let trigger = "\(name) \(suffix)"
      return (
        trigger, "CREATE TRIGGER \(name: trigger) AFTER \(event) BEGIN \(body) END"
      )
    }
    let changed = ([EntityTable.key] + columns).map {
      "old.\(name: $0) IS NOT new.\(name: $0)" as SQL
    }
    return [
      trigger("insert", after: "INSERT ON \(name: table)", run: insertion),
      trigger("delete", after: "DELETE ON \(name: table)", run: deletion),
      trigger(
        "update",
        after: """
          UPDATE OF \(names: [EntityTable.key] + columns) ON \(name: table) \
          WHEN \(changed.joined(" OR "))
          """, run: "\(deletion) \(insertion)"),
    ]
  }

  /// The statements that drop the triggers and the FTS5 table with a name, if they are there.
  package static func drops(_ name: String) -> [SQL] {
    ["insert", "delete", "update"].map { "DROP TRIGGER IF EXISTS \(name: "\(name) \($0)")" }
      + ["DROP TABLE IF EXISTS \(name: name)"]
  }

  /// Makes the index, and fills it with the rows that are there.
  ///
  /// O(length of all texts).
  ///
  /// - Throws: `StorageError`: the engine lacks what the index needs.
  package func make(on connection: Connection) throws {
    switch dialect {
    case .sqlite:
      guard try connection.hasFTS5() else {
        throw refusal("this SQLite is built without FTS5; use one that has it", connection)
      }
    case .postgreSQL: if tokenizer.kind == .trigram { try makeTrigrams(on: connection) }
    }
    for statement in try statements(on: connection) { try connection.execute(statement.sql) }
  }

  /// The statements of ``make(on:)``.
  package func statements(on connection: Connection) throws -> [SQL] {
    switch dialect {
    case .sqlite: return [creation, filling] + triggers.map(\.sql)
    case .postgreSQL:
      let schema = tokenizer.kind == .trigram ? try trigramSchema(connection) : nil
      let index = dialect.searchIndex(
        self, operatorClass: "\(name: schema ?? Self.newTrigramSchema).gin_trgm_ops")
      switch tokenizer.kind {
      case .trigram: return (schema == nil ? [Self.trigramExtension] : []) + [index]
      case .porter: return [SQL(SQLDialect.stemmer), index]
      case .unicode61: return [index]
      }
    }
  }

  /// The statement that fills the FTS5 table from the rows.
  private var filling: SQL { "INSERT INTO \(name: name) (\(name: name)) VALUES ('rebuild')" }

  /// Fills the FTS5 table again from the rows.
  package func rebuild(on connection: Connection) throws {
    guard dialect == .sqlite else { return }
    try connection.run(filling)
  }

  /// True if the FTS5 table has the words of all rows, and no others.
  ///
  /// Writes nothing, but needs a connection that may write, and waits for others' saves.
  package func isInStep(on connection: Connection) throws -> Bool {
    let check: SQL =
      "INSERT INTO \(name: name) (\(name: name), rank) VALUES ('integrity-check', 1)"
    do {
      // FTS5 leaves a read transaction open if the check fails, which a rollback ends.
      try connection.isInTransaction
        ? connection.run(check) : connection.transaction { try connection.run(check) }
      return true
    } catch let error as StorageError {
      switch error {
      // SQLITE_CORRUPT_VTAB (sqlite.org/rescode.html).
      case .corrupt, .sqlite(267, _, _): return false
      default: throw error
      }
    }
  }

  // Other stores of the database use the extension as well, and keep it when this one's schema is dropped.
  private static let newTrigramSchema = "public"
  private static let trigramExtension: SQL = "CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public"

  /// The schema of the server's extension for trigrams, or nil if the database lacks it.
  private func trigramSchema(_ connection: Connection) throws -> String? {
    try connection.first(
      """
      SELECT n.nspname::text FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
      WHERE e.extname = 'pg_trgm'
      """
    ) { $0.text(at: 0) }
  }

  private func makeTrigrams(on connection: Connection) throws {
    guard try trigramSchema(connection) == nil else { return }
    do throws(StorageError) {
      try connection.execute(Self.trigramExtension.sql)
    } catch {
      throw refusal(
        "a trigram index needs the server's extension pg_trgm, which can't be made: \(error). Let "
          + "an administrator run CREATE EXTENSION pg_trgm in the database, or use another tokenizer",
        connection)
    }
  }

  private func refusal(_ reason: String, _ connection: Connection) -> StorageError {
    .incompatibleSchema(path: connection.path, reason: "#Search of \(entity): \(reason)")
  }
}

extension Connection {
  fileprivate func hasFTS5() throws(StorageError) -> Bool {
    try integer("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'") != nil
  }
}

extension EntityTable {
  /// The search indexes of all entities of the table.
  package var searchTables: [SearchTable] {
    members.compactMap { SearchTable($0.entity, dialect: dialect) }
  }
}

extension Schema {
  /// The search indexes of all entities.
  package func searchTables(in dialect: SQLDialect) -> [SearchTable] {
    entities.compactMap { SearchTable($0, dialect: dialect) }
  }
}

extension StoredCatalog {
  /// The SQL of the FTS5 tables and the triggers of search indexes, by name.
  package func searchParts() throws -> [String: String] {
    let query: SQL = """
      SELECT name, sql FROM sqlite_schema WHERE name GLOB \(literal: SearchTable.prefix + "*")
      AND (type = 'trigger' OR type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%')
      """
    var parts: [String: String] = [:]
    try connection.forEachRow(query) { row in
      if let name = row.text(at: 0), let sql = row.text(at: 1) { parts[name] = sql }
    }
    return parts
  }
}
