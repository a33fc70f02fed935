internal import Foundation
internal import StrataMigration
import StrataSQLite
import StrataSchema

/// The table with the former rows of another table, which triggers fill.
///
/// Each row tells how a row was before a transaction, whose number is in `strata_until`: its values, or
/// `strata_exists` 0 if it wasn't there. So the state after a transaction is in the oldest row behind it,
/// or in the table itself if there is none.
///
/// In a file, the transaction that writes has the number behind the last one. On a server others may write as well, and
/// it isn't known before the transaction's end: the insertion of its history entry fires a trigger that sets it.
struct FormerTable: Sendable {
  /// The table whose rows are kept.
  let source: String
  /// The columns that identify a row.
  let keys: [String]
  /// True for a table of links.
  let isLink: Bool
  let dialect: SQLDialect

  /// The table's name.
  var name: String { dialect.identifier(Self.prefix + source) }

  static let prefix = "strata_former_"
  /// The value of `strata_until` in a server's rows of the transaction that writes.
  private static let open = Int64.max

  /// The value of `strata_until` in rows of the transaction that writes, in SQL.
  private var writing: String {
    switch dialect {
    case .sqlite:
      // `HistoryState.end()` and one.
      """
      (SELECT max(coalesce(max(number), 0), coalesce((SELECT CAST(value AS INTEGER) FROM strata_metadata \
      WHERE name = 'cleaned'), 0)) + 1 FROM strata_history)
      """
    case .postgreSQL: "\(Self.open)"
    }
  }

  /// The tables for the rows and links of some entities. Links between two of them are kept.
  ///
  /// - Parameter roots: The names of entities without a superentity.
  static func all(for roots: Set<String>, in schema: Schema, _ dialect: SQLDialect) -> [FormerTable]
  {
    roots.sorted().map {
      FormerTable(source: $0, keys: [EntityTable.key], isLink: false, dialect: dialect)
    }
      + schema.linkTables.filter { roots.contains($0.ownerTable) && roots.contains($0.memberTable) }
      .map {
        FormerTable(
          source: $0.name, keys: [$0.ownerColumn, $0.memberColumn], isLink: true, dialect: dialect)
      }
  }

  /// A column of the kept table.
  struct Column: Codable, Hashable {
    let name: String
    let type: String
    let isRequired: Bool
  }

  /// The text that a store records of a table, in `strata_metadata`.
  struct Record: Codable {
    /// The number of the last transaction before the first one whose former rows are kept.
    let begin: Int64
    let columns: [Column]
    let keys: [String]
    let isLink: Bool
  }

  private var recordName: String { Self.recordPrefix + source }
  /// The beginning of the names of these records.
  static let recordPrefix = "former:"

  /// The record of the table, or nil if former rows aren't kept.
  func record(_ connection: Connection) throws -> Record? {
    guard let text = try connection.metadata(recordName) else { return nil }
    do {
      return try JSONDecoder().decode(Record.self, from: Data(text.utf8))
    } catch {
      throw StorageError.corrupt(
        path: connection.path, reason: "its record of former rows of \(source) can't be read")
    }
  }

  /// The columns of the kept table, in order.
  private func columns(_ connection: Connection) throws -> [Column] {
    let query: SQL =
      switch dialect {
      case .sqlite: "SELECT name, type, \"notnull\" FROM pragma_table_info(\(literal: source))"
      case .postgreSQL:
        """
        SELECT a.attname::text, format_type(a.atttypid, a.atttypmod), a.attnotnull::integer::bigint
        FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
        WHERE c.relname = \(literal: source) AND c.relnamespace = quote_ident(current_schema())::regnamespace
          AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
        """
      }
    return try connection.rows(query) {
      Column(
        name: $0.text(at: 0) ?? "", type: $0.text(at: 1) ?? "", isRequired: $0.integer(at: 2) != 0)
    }
  }
}

// The table and its triggers.
extension FormerTable {
  /// The column with a link's position, which is a file's row number.
  private static let place = "strata_place"
  /// The columns that a former row has besides those of the row.
  static let ownColumns = ["strata_until", "strata_exists"]

  /// The column with a former link's position.
  static func place(in dialect: SQLDialect) -> String {
    dialect == .sqlite ? place : dialect.linkPosition.sql
  }

  private var hasPlace: Bool { isLink && dialect == .sqlite }

  /// Makes the table, without former rows.
  ///
  /// - Parameter begin: The number of the last transaction before the first one whose former rows are kept. Nil for the
  ///   store's last transaction.
  func make(_ connection: Connection, since begin: Int64? = nil) throws {
    let columns = try columns(connection)
    var selected = columns.map { quoted($0.name) }
    if hasPlace { selected.append("rowid AS \(Self.place)") }
    try connection.execute(
      """
      CREATE TABLE \(quoted(name)) AS
      SELECT \(type("0")) AS strata_until, \(type("0")) AS strata_exists, \(selected.joined(separator: ", "))
      FROM \(quoted(source)) WHERE 1 = 0;
      CREATE UNIQUE INDEX \(quoted(index("key")))
        ON \(quoted(name)) (\((keys.map { quoted($0) } + ["strata_until"]).joined(separator: ", ")));
      CREATE INDEX \(quoted(index("until"))) ON \(quoted(name)) (strata_until)
      """)
    try makeTriggers(connection, columns)
    try write(
      Record(
        begin: try begin ?? connection.lastTransaction(), columns: columns, keys: keys,
        isLink: isLink),
      connection)
  }

  private func type(_ number: String) -> String {
    dialect == .sqlite ? number : "\(number)::bigint"
  }

  private func index(_ suffix: String) -> String { dialect.identifier("\(name)_\(suffix)") }

  private func write(_ record: Record, _ connection: Connection) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try connection.setMetadata(
      recordName, to: String(decoding: try encoder.encode(record), as: UTF8.self))
  }

  /// Removes the table, its triggers and its record.
  func remove(_ connection: Connection) throws {
    try dropTriggers(connection)
    try connection.execute("DROP TABLE IF EXISTS \(quoted(name))")
    try connection.run("DELETE FROM strata_metadata WHERE name = \(bind: recordName)")
  }

  private func row(_ row: String, _ columns: [String]) -> String {
    columns.map { "\(row).\($0)" }.joined(separator: ", ")
  }

  /// The statement of a trigger that adds a former row, unless the transaction has added one.
  ///
  /// The statement that fires the trigger may say `OR REPLACE`, which `ON CONFLICT` holds against.
  private func addition(
    of row: String, exists: Bool, _ columns: [Column], where condition: String? = nil
  ) -> String {
    let keyNames = keys.map { quoted($0) }
    var names = exists ? columns.map { quoted($0.name) } : keyNames
    var values = names
    if exists, hasPlace {
      names.append(Self.place)
      values.append("rowid")
    }
    let list = "\(writing), \(exists ? 1 : 0), \(self.row(row, values))"
    return """
      INSERT INTO \(quoted(name)) (strata_until, strata_exists, \(names.joined(separator: ", ")))
      \(condition.map { "SELECT \(list) WHERE \($0)" } ?? "VALUES (\(list))")
      ON CONFLICT (\(keyNames.joined(separator: ", ")), strata_until) DO NOTHING
      """
  }

  private func makeTriggers(_ connection: Connection, _ columns: [Column]) throws {
    let statements = TriggerStatements(
      inserted: addition(of: "NEW", exists: false, columns),
      deleted: addition(of: "OLD", exists: true, columns),
      close: """
        UPDATE \(quoted(name)) SET strata_until = NEW.number WHERE strata_until = \(Self.open)
        """,
      // Before the first entry that is left nobody can tell who has changed what.
      clean: """
        DELETE FROM \(quoted(name)) WHERE strata_until <= CAST(NEW.value AS bigint)
          AND strata_until < (SELECT coalesce(min(number), \(Self.open)) FROM strata_history)
        """)
    switch dialect {
    case .sqlite:
      try renumberRows(connection)
      for (suffix, event, body) in fileTriggers(statements, columns) {
        try connection.execute(
          "CREATE TRIGGER \(quoted(index(suffix))) AFTER \(event) BEGIN\n\(body);\nEND")
      }
    case .postgreSQL:
      for (suffix, event, body) in serverTriggers(statements) {
        try connection.execute(
          """
          CREATE OR REPLACE FUNCTION \(quoted(index(suffix)))() RETURNS trigger LANGUAGE plpgsql AS $former$\(body)$former$;
          CREATE TRIGGER \(quoted(index(suffix))) AFTER \(event) EXECUTE FUNCTION \(quoted(index(suffix)))()
          """)
      }
    }
  }

  /// Gives the rows behind the last entry what triggers would write into them here. They have another number if triggers of
  /// an earlier version, or of another engine, have added them. Of several for one key the first stays.
  func renumberRows(_ connection: Connection) throws {
    let last = dialect == .sqlite ? "\(writing) - 1" : "(SELECT number FROM strata_store)"
    let isSame = keys.map { "f.\(quoted($0)) = o.\(quoted($0))" }.joined(separator: " AND ")
    try connection.execute(
      """
      DELETE FROM \(quoted(name)) AS o WHERE o.strata_until > \(last) AND EXISTS (
        SELECT 1 FROM \(quoted(name)) AS f
        WHERE \(isSame) AND f.strata_until > \(last) AND f.strata_until < o.strata_until);
      UPDATE \(quoted(name)) SET strata_until = \(writing)
      WHERE strata_until > \(last) AND strata_until <> \(writing)
      """)
  }

  /// The statements that triggers run.
  private struct TriggerStatements {
    /// Adds the absence of a row that was inserted.
    let inserted: String
    /// Adds the former values of a row.
    let deleted: String
    /// Gives the former rows of a server's transaction its number.
    let close: String
    /// Deletes the former rows before the history's first entry.
    let clean: String
  }

  /// True for an UPDATE of a row that gives it another key.
  private var isMoved: String {
    keys.map { "NEW.\(quoted($0)) <> OLD.\(quoted($0))" }.joined(separator: " OR ")
  }

  /// The triggers of a file: the end of the name, the event, and the statements.
  private func fileTriggers(
    _ statements: TriggerStatements, _ columns: [Column]
  ) -> [(suffix: String, event: String, body: String)] {
    let moved = addition(of: "NEW", exists: false, columns, where: isMoved)
    return [
      ("insert", "INSERT ON \(quoted(source))", statements.inserted),
      ("delete", "DELETE ON \(quoted(source))", statements.deleted),
      ("update", "UPDATE ON \(quoted(source))", statements.deleted + ";\n" + moved),
      ("cleaned", "INSERT ON strata_metadata WHEN NEW.name = 'cleaned'", statements.clean),
      ("recleaned", "UPDATE ON strata_metadata WHEN NEW.name = 'cleaned'", statements.clean),
    ]
  }

  /// The triggers of a server: the end of the name, the event, and the body of their function.
  private func serverTriggers(
    _ statements: TriggerStatements
  ) -> [(suffix: String, event: String, body: String)] {
    // Another program may have written `schema."Table"`, and look for other tables elsewhere.
    func body(_ text: String) -> String {
      """

      DECLARE path text;
      BEGIN
        IF current_schema() IS DISTINCT FROM TG_TABLE_SCHEMA THEN
          path := current_setting('search_path');
          PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA), true);
        END IF;
      \(text)
        IF path IS NOT NULL THEN
          PERFORM set_config('search_path', path, true);
        END IF;
        RETURN NULL;
      END

      """
    }
    let row = """
        IF TG_OP <> 'INSERT' THEN
          \(statements.deleted);
        END IF;
        IF TG_OP = 'INSERT' THEN
          \(statements.inserted);
        ELSIF TG_OP = 'UPDATE' THEN
          IF \(isMoved) THEN
            \(statements.inserted);
          END IF;
        END IF;
      """
    return [
      ("row", "INSERT OR UPDATE OR DELETE ON \(quoted(source)) FOR EACH ROW", body(row)),
      ("number", "INSERT ON strata_history FOR EACH ROW", body("  \(statements.close);")),
      (
        "cleaned",
        "INSERT OR UPDATE ON strata_metadata FOR EACH ROW WHEN (NEW.name = 'cleaned')",
        body("  \(statements.clean);")
      ),
    ]
  }

  /// Makes the triggers anew if an earlier version of this library has made them, and if a server's user may.
  func renewTriggers(_ connection: Connection) throws {
    let isOutdated: SQL =
      switch dialect {
      case .sqlite:
        "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name = \(bind: index("number"))"
      case .postgreSQL:
        """
        SELECT 1 FROM pg_proc
        WHERE proname = \(literal: index("row")) AND pg_has_role(proowner, 'USAGE')
          AND pronamespace = quote_ident(current_schema())::regnamespace
          AND strpos(prosrc, 'ON CONFLICT') = 0
        """
      }
    guard try connection.integer(isOutdated) != nil else { return }
    try connection.transaction {
      try dropTriggers(connection)
      try makeTriggers(connection, columns(connection))
    }
  }

  private func dropTriggers(_ connection: Connection) throws {
    switch dialect {
    case .sqlite:
      for suffix in ["insert", "delete", "update", "number", "cleaned", "recleaned"] {
        try connection.execute("DROP TRIGGER IF EXISTS \(quoted(index(suffix)))")
      }
    case .postgreSQL:
      for (suffix, table) in [
        ("row", source), ("number", "strata_history"), ("cleaned", "strata_metadata"),
      ] {
        // The table may be gone.
        guard try connection.catalog.hasTable(table) else { continue }
        try connection.execute(
          "DROP TRIGGER IF EXISTS \(quoted(index(suffix))) ON \(quoted(table))")
      }
    }
  }

  /// True if the triggers are there.
  func hasTriggers(_ connection: Connection) throws -> Bool {
    switch dialect {
    case .sqlite:
      try connection.integer(
        "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name = \(bind: index("update"))")
        != nil
    case .postgreSQL:
      try connection.integer(
        """
        SELECT 1 FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
        WHERE t.tgname = \(literal: index("row"))
          AND c.relnamespace = quote_ident(current_schema())::regnamespace
        """) != nil
    }
  }
}

// Migrations of former rows.
extension FormerTable {
  /// The tables that a store has.
  static func stored(_ connection: Connection, _ dialect: SQLDialect) throws -> [FormerTable] {
    let query: SQL = """
      SELECT name, value FROM strata_metadata WHERE name LIKE \(literal: recordPrefix + "%") ORDER BY name
      """
    return try connection.rows(query) { row in
      guard let name = row.text(at: 0), let text = row.text(at: 1) else { return nil }
      let record = try JSONDecoder().decode(Record.self, from: Data(text.utf8))
      return FormerTable(
        source: String(name.dropFirst(recordPrefix.count)), keys: record.keys,
        isLink: record.isLink, dialect: dialect)
    }
  }

  /// Runs a body that changes the tables of a store, without the triggers: they name its columns.
  ///
  /// Afterwards former rows are kept as before for tables that have the same columns, or further ones. A further column
  /// has its default in former rows, too. Drops the former rows of tables that have lost a column or changed its type, since
  /// their values would be of another model. Opening the store restarts their memory.
  static func migrating<Result>(
    _ connection: Connection, _ body: () throws -> Result
  ) throws -> Result {
    let dialect: SQLDialect = connection.isServer ? .postgreSQL : .sqlite
    guard try connection.catalog.hasTable("strata_metadata") else { return try body() }
    let tables = try stored(connection, dialect)
    for table in tables { try table.dropTriggers(connection) }
    let result = try body()
    for table in tables {
      guard let record = try table.record(connection),
        try connection.catalog.hasTable(table.source)
      else {
        try table.remove(connection)
        continue
      }
      let columns = try table.columns(connection)
      func isSame(_ one: Column, _ other: Column) -> Bool {
        one.name == other.name && one.type == other.type
      }
      guard record.columns.allSatisfy({ old in columns.contains { isSame(old, $0) } }) else {
        try table.remove(connection)
        continue
      }
      for column in columns {
        let old = record.columns.first { isSame($0, column) }
        if old == nil {
          try connection.execute(
            "ALTER TABLE \(quoted(table.name)) ADD COLUMN \(quoted(column.name)) \(column.type)")
        }
        if old == nil || column.isRequired && old?.isRequired != true {
          try table.fill(column, connection)
        }
      }
      try table.makeTriggers(connection, columns)
      try table.write(
        Record(
          begin: record.begin, columns: columns, keys: record.keys, isLink: record.isLink),
        connection)
    }
    return result
  }
}

extension FormerTable {
  /// Gives former rows a value for a column that was added, or that may not be NULL any longer: that of the row as it is
  /// now, or the column's default.
  private func fill(_ column: Column, _ connection: Connection) throws {
    let name = quoted(column.name)
    let now = keys.map { "s.\(quoted($0)) = f.\(quoted($0))" }.joined(separator: " AND ")
    let present = "(SELECT s.\(name) FROM \(quoted(source)) AS s WHERE \(now))"
    let value = try defaultSQL(of: column, connection).map { "coalesce(\(present), \($0))" }
    // SQLite takes an alias of the updated table since 3.33, and PostgreSQL as ever.
    try connection.execute(
      """
      UPDATE \(quoted(self.name)) AS f SET \(name) = \(value ?? present)
      WHERE f.strata_exists = 1 AND f.\(name) IS NULL
      """)
  }

  private func defaultSQL(of column: Column, _ connection: Connection) throws -> String? {
    let query: SQL =
      switch dialect {
      case .sqlite:
        """
        SELECT dflt_value FROM pragma_table_info(\(literal: source)) WHERE name = \(literal: column.name)
        """
      case .postgreSQL:
        """
        SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef AS d
        JOIN pg_class AS c ON c.oid = d.adrelid
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = d.adnum
        WHERE c.relname = \(literal: source) AND a.attname = \(literal: column.name)
          AND c.relnamespace = quote_ident(current_schema())::regnamespace
        """
      }
    guard case .text(let text) = try connection.value(query) else { return nil }
    return text
  }
}

// Past states.
extension FormerTable {
  /// The statement that makes a temporary view with the table's rows as they were after a transaction. It
  /// takes the table's place on its connection.
  func view(after number: Int64, _ connection: Connection) throws -> String {
    // Another program may have added a column since. Former rows don't have it.
    let names = (try record(connection)?.columns ?? columns(connection)).map { quoted($0.name) }
    func selected(_ alias: String, _ place: String) -> String {
      (names.map { "\(alias).\($0)" } + (hasPlace ? ["\(alias).\(place) AS rowid"] : []))
        .joined(separator: ", ")
    }
    let main = dialect == .sqlite ? "main." : ""
    let former = main + quoted(name)
    func isSame(_ one: String, _ other: String) -> String {
      keys.map { "\(one).\(quoted($0)) = \(other).\(quoted($0))" }.joined(separator: " AND ")
    }
    return """
      CREATE TEMP VIEW \(quoted(source)) AS
      SELECT \(selected("c", "rowid")) FROM \(main)\(quoted(source)) AS c
      WHERE NOT EXISTS (SELECT 1 FROM \(former) AS f WHERE \(isSame("f", "c")) AND f.strata_until > \(number))
      UNION ALL
      SELECT \(selected("f", Self.place)) FROM \(former) AS f
      WHERE f.strata_until > \(number) AND f.strata_exists = 1 AND NOT EXISTS (
        SELECT 1 FROM \(former) AS e
        WHERE \(isSame("e", "f")) AND e.strata_until > \(number) AND e.strata_until < f.strata_until)
      """
  }

  /// The numbers of the transactions that have changed a row, in order.
  func numbers(_ connection: Connection, key: Int64, _ column: String) throws -> [Int64] {
    try connection.integers(
      """
      SELECT DISTINCT strata_until FROM \(name: name) WHERE \(name: column) = \(bind: key)
      AND strata_until < \(SQL(writing)) ORDER BY strata_until
      """)
  }

  /// The keys of the rows that some transactions have changed, by the value of a column, in order.
  ///
  /// - Parameter numbers: The first transaction and the last one.
  func changedKeys(
    _ connection: Connection, _ column: String, by numbers: ClosedRange<Int64>
  ) throws -> [Int64] {
    try connection.integers(
      """
      SELECT DISTINCT \(name: column) FROM \(name: name) \
      WHERE strata_until BETWEEN \(bind: numbers.lowerBound) AND \(bind: numbers.upperBound) ORDER BY 1
      """)
  }

  /// The number of former rows. 0 if the store has the record of the table alone, as a copy by an earlier version.
  func count(_ connection: Connection) throws -> Int64 {
    guard try connection.catalog.hasTable(name) else { return 0 }
    return try connection.integer("SELECT count(*) FROM \(name: name)") ?? 0
  }
}
