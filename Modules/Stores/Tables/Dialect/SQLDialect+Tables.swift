internal import Foundation
package import StrataSQLite
package import StrataSchema

// Definitions of tables.
extension SQLDialect {
  /// The type of a column with a storage class.
  ///
  /// - Parameter isElement: True for the type of an array's elements, which has no order of its own.
  package func type(_ storageClass: StorageClass, isElement: Bool = false) -> SQL {
    switch self {
    case .sqlite: SQL(storageClass.rawValue)
    case .postgreSQL:
      switch storageClass {
      case .integer: "bigint"
      case .real: "double precision"
      // Texts are compared by their bytes.
      case .text: isElement ? "text" : "text COLLATE \"C\""
      case .blob: "bytea"
      }
    }
  }

  /// The type of a column.
  package func type(_ description: ColumnDescription) -> SQL {
    nativeType(description)?.name ?? type(description.storageClass)
  }

  /// The type of a column, without the order of its values.
  package func plainType(_ description: ColumnDescription) -> SQL {
    nativeType(description)?.name ?? type(description.storageClass, isElement: true)
  }

  /// A value of a column as a literal, where a statement can't have a parameter.
  package func literal(_ value: ColumnValue, for description: ColumnDescription) -> SQL {
    switch self {
    case .sqlite:
      switch value {
      // SQL has no word for infinity; what is too large for a real is read as one.
      case .real(let value) where value.isInfinite: return value < 0 ? "-9e999" : "9e999"
      // NUL would end the statement.
      case .text(let text) where text.utf8.contains(0):
        return "(CAST(\(SQL(ColumnValue.blob(Data(text.utf8)).description)) AS TEXT))"
      default: return SQL(value.description)
      }
    case .postgreSQL:
      let type = plainType(description)
      switch value {
      case .null: return "NULL::\(type)"
      case .integer(let number):
        if nativeType(description) == .boolean { return number == 0 ? "false" : "true" }
        return "'\(number)'::\(type)"
      case .real(let number):
        if number.isNaN { return "NULL::\(type)" }
        let text = number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)"
        return "\(literal: text)::\(type)"
      case .text(let text): return "\(literal: text)::\(type)"
      case .blob(let data):
        let digits = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let prefix = nativeType(description) == .uuid ? "" : "\\x"
        return "\(literal: prefix + digits)::\(type)"
      }
    }
  }

  /// The greater one of two numbers.
  package func greater(_ one: SQL, _ other: SQL) -> SQL {
    switch self {
    case .sqlite: "max(\(one), \(other))"
    case .postgreSQL: "greatest(\(one), \(other))"
    }
  }

  /// The clause for a column whose values are keys of a table, with a space before it.
  package func reference(to table: String) -> SQL {
    switch self {
    case .sqlite: " REFERENCES \(name: table)(\(.key))"
    // Added when all tables are there.
    case .postgreSQL: ""
    }
  }

  /// The columns of a table of links behind those of the keys, each with a comma before it.
  package var linkColumns: SQL {
    switch self {
    case .sqlite: ""
    case .postgreSQL: ",\n  \(linkPosition) bigint NOT NULL UNIQUE"
    }
  }

  /// True if a rule for a property's values, which is in SQLite's words, holds here as well.
  package func checks(_ attribute: Schema.Attribute) -> Bool {
    switch self {
    case .sqlite: true
    case .postgreSQL: !attribute.columns.contains { nativeType($0) != nil }
    }
  }

  /// The rule for a column of JSON texts beside those of its property, or nil if there is none.
  ///
  /// A server that reads a text with the escape of a zero character fails, and with it each query for the column.
  package func rule(ofJSON column: SQL) -> SQL? {
    switch self {
    case .sqlite: nil
    case .postgreSQL: "strpos(replace(\(column), '\\\\', ''), '\\u0000') = 0"
    }
  }

  /// A name of an index or a rule as the engine keeps it.
  ///
  /// A server would cut a name of more than 63 bytes, so that two could become the same. Such a name ends with a digest
  /// of itself.
  package func identifier(_ name: String) -> String {
    switch self {
    case .sqlite: return name
    case .postgreSQL:
      guard name.utf8.count > Self.longestName else { return name }
      let digest = Digest()
      digest.combine(name)
      let end = "_" + String(digest.value, radix: 36)
      var start = Substring(name)
      while start.utf8.count > Self.longestName - end.utf8.count { start = start.dropLast() }
      return start + end
    }
  }

  /// The greatest number of bytes that a server's names have.
  package static let longestName = 63

  /// The type of a key column.
  package var keyType: SQL {
    switch self {
    case .sqlite: "INTEGER PRIMARY KEY"
    case .postgreSQL: "bigint PRIMARY KEY"
    }
  }

  /// The end of a table's definition: each column takes values of its type alone.
  package var tableEnd: SQL {
    switch self {
    case .sqlite: " STRICT"
    case .postgreSQL: ""
    }
  }

  /// The statements that make a store's own tables, and mark the database as a store.
  package func storeTables(format: Int, applicationID: Int64) -> String {
    switch self {
    case .sqlite:
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
        changes BLOB NOT NULL, -- packed: entity, key, kind and changed properties
        tombstones BLOB -- packed: what is kept of deleted objects
      ) STRICT;
      """
    case .postgreSQL:
      """
      CREATE TABLE strata_metadata (
        name text COLLATE "C" PRIMARY KEY,
        value text NOT NULL
      );
      CREATE TABLE strata_keys (
        entity text COLLATE "C" PRIMARY KEY,
        next bigint NOT NULL
      ) WITH (fillfactor = 50);
      CREATE TABLE strata_store (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        number bigint NOT NULL
      ) WITH (fillfactor = 10);
      CREATE TABLE strata_history (
        number bigint PRIMARY KEY,
        author text COLLATE "C",
        context text COLLATE "C",
        time double precision NOT NULL,
        process text COLLATE "C" NOT NULL,
        changes bytea NOT NULL,
        tombstones bytea,
        token uuid
      );
      \(consumerTable);
      INSERT INTO strata_store (number) VALUES (0);
      INSERT INTO strata_metadata VALUES ('format', '\(format)');
      COMMENT ON COLUMN strata_keys.next IS 'the next key that nobody has claimed';
      COMMENT ON TABLE strata_store IS 'locked by each save; the number of the last one';
      COMMENT ON COLUMN strata_history.time IS 'seconds since 2001-01-01 00:00 UTC';
      COMMENT ON COLUMN strata_history.changes IS 'packed: entity, key, kind and changed properties';
      COMMENT ON COLUMN strata_history.tombstones IS 'packed: what is kept of deleted objects';
      COMMENT ON COLUMN strata_history.token IS 'tells whose save it was if the connection was lost at its end';
      \(Self.serverFunctions)
      """
    }
  }

  /// The statement that makes the table of history consumers, unless it is there.
  package var consumerTable: String {
    switch self {
    case .sqlite:
      """
      CREATE TABLE IF NOT EXISTS strata_consumers (
        name TEXT PRIMARY KEY,
        number INTEGER NOT NULL, -- the last transaction that it has taken in
        time REAL NOT NULL -- seconds since 2001-01-01 00:00 UTC
      ) STRICT, WITHOUT ROWID
      """
    case .postgreSQL:
      """
      CREATE TABLE IF NOT EXISTS strata_consumers (
        name text COLLATE "C" PRIMARY KEY,
        number bigint NOT NULL,
        time double precision NOT NULL
      )
      """
    }
  }

  /// The statements that make an empty temporary table of rows to delete, for this connection alone. On a server it goes
  /// with the transaction, since a pooler may give the connection to a program of another version.
  package var deletionTable: String {
    switch self {
    case .sqlite:
      """
      CREATE TEMP TABLE IF NOT EXISTS strata_deletion (
        home INTEGER NOT NULL, key INTEGER NOT NULL, entity INTEGER, PRIMARY KEY (home, key)
      ) WITHOUT ROWID;
      DELETE FROM temp.strata_deletion;
      """
    case .postgreSQL:
      """
      CREATE TEMP TABLE IF NOT EXISTS strata_deletion (
        home bigint NOT NULL, key bigint NOT NULL, entity bigint, PRIMARY KEY (home, key)
      ) ON COMMIT DROP;
      DELETE FROM pg_temp.strata_deletion;
      """
    }
  }

  /// The name of the temporary table of rows to delete.
  package var deletions: SQL {
    switch self {
    case .sqlite: "temp.strata_deletion"
    case .postgreSQL: "pg_temp.strata_deletion"
    }
  }
}

// Statements that write rows.
extension SQLDialect {
  /// The statement that lets other connections know of a save by its number, or nil where the engine tells them.
  package func count(ofSaves number: Int64) -> SQL? {
    switch self {
    case .sqlite: nil
    case .postgreSQL: "UPDATE strata_store SET number = \(bind: number)"
    }
  }

  /// Inserts a link behind all others, unless there is one.
  ///
  /// - Parameter condition: Inserts nothing if it is false.
  package func insertion(
    ofLinkIn table: LinkTable, owner: Int64, member: Int64, if condition: SQL? = nil
  ) -> SQL {
    let keys: SQL = "\(bind: owner), \(bind: member)"
    switch self {
    case .sqlite:
      return insertion(
        ifNew: "\(table)", table.columnList,
        condition.map { "SELECT \(keys) WHERE \($0)" } ?? "VALUES (\(keys))")
    // A sequence wouldn't know of positions that were given, and a rule for positions must leave out no link.
    case .postgreSQL:
      let last: SQL = "(SELECT coalesce(max(\(linkPosition)), 0) + 1 FROM \(table))"
      return """
        INSERT INTO \(table) (\(linkPosition), \(table.columnList))
        SELECT \(last), \(keys)\(condition.map { " WHERE \($0)" } ?? "")
        ON CONFLICT (\(table.columnList)) DO NOTHING
        """
    }
  }

  /// Fills a new table of links from a query for keys `a` and `b` in the order `o`, each pair once.
  package func insertion(ofLinksInto table: SQL, _ columns: SQL, from query: SQL) -> SQL {
    switch self {
    case .sqlite:
      return insertion(
        ifNew: table, columns, "SELECT a, b FROM (\(query)) AS p ORDER BY o")
    case .postgreSQL:
      return """
        INSERT INTO \(table) (\(columns), \(linkPosition))
        SELECT a, b, row_number() OVER (ORDER BY min(o)) FROM (\(query)) AS p GROUP BY a, b
        """
    }
  }

  /// Inserts rows, without those that a unique rule refuses.
  ///
  /// - Parameter source: The VALUES clause or the query.
  package func insertion(ifNew table: SQL, _ columns: SQL, _ source: SQL) -> SQL {
    switch self {
    case .sqlite: "INSERT OR IGNORE INTO \(table) (\(columns)) \(source)"
    case .postgreSQL: "INSERT INTO \(table) (\(columns)) \(source) ON CONFLICT DO NOTHING"
    }
  }
}
