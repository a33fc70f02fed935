package import StrataSQLite
package import StrataSchema

// Definitions of tables.
extension SQLDialect {
  /// The type of a column with a storage class.
  package func type(_ storageClass: StorageClass) -> SQL {
    switch self {
    case .sqlite: SQL(storageClass.rawValue)
    }
  }

  /// The type of a key column.
  package var keyType: SQL {
    switch self {
    case .sqlite: "INTEGER PRIMARY KEY"
    }
  }

  /// The end of a table's definition: each column takes values of its type alone.
  package var tableEnd: SQL {
    switch self {
    case .sqlite: " STRICT"
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
    }
  }

  /// The statements that make an empty temporary table of rows to delete, for this connection alone.
  package var deletionTable: String {
    switch self {
    case .sqlite:
      """
      CREATE TEMP TABLE IF NOT EXISTS strata_deletion (
        home INTEGER NOT NULL, key INTEGER NOT NULL, entity INTEGER, PRIMARY KEY (home, key)
      ) WITHOUT ROWID;
      DELETE FROM temp.strata_deletion;
      """
    }
  }

  /// The name of the temporary table of rows to delete.
  package var deletions: SQL {
    switch self {
    case .sqlite: "temp.strata_deletion"
    }
  }
}

// Statements that write rows.
extension SQLDialect {
  /// Inserts rows, without those that a unique rule refuses.
  ///
  /// - Parameter source: The VALUES clause or the query.
  package func insertion(ifNew table: SQL, _ columns: SQL, _ source: SQL) -> SQL {
    switch self {
    case .sqlite: "INSERT OR IGNORE INTO \(table) (\(columns)) \(source)"
    }
  }
}
