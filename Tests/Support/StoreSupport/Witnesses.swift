package import Foundation
internal import StrataPostgreSQL
internal import StrataSQLite
internal import StrataStorage

/// Parts of a store that a program's models lack, which nothing that the program does may change.
///
/// Each class's table gets a column with a value for each row, a table whose rows refer to its rows (on a server with
/// ON DELETE CASCADE), and triggers that record which rows were inserted and deleted. There is a table of a class that
/// no model has, too. Call ``mark()`` after saves, so that new rows have values, and ``faults()`` at the end.
package final class Witnesses {
  private let connection: Connection
  private let isOnServer: Bool
  private let tables: [String]

  /// Adds the parts to a store whose tables are there.
  package init(at store: URL) throws {
    connection = try Connection.toTables(of: store)
    isOnServer = store.isOfServer
    let query: SQL =
      isOnServer
      ? """
      SELECT table_name::text FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_name = 'strata_key' ORDER BY 1
      """
      : """
      SELECT t.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND c.name = 'strata_key' ORDER BY 1
      """
    tables = try connection.rows(query) { $0.text(at: 0) }.filter {
      !$0.hasPrefix("strata_") && !$0.hasPrefix("witness_")
    }
    try connection.execute(
      """
      CREATE TABLE witness_log (name text, key bigint, kind text, moment text);
      CREATE TABLE witness_value (name text, key bigint, value text, PRIMARY KEY (name, key));
      CREATE TABLE "WitnessOnly" (strata_key bigint PRIMARY KEY, name text NOT NULL);
      INSERT INTO "WitnessOnly" VALUES (1, 'a'), (2, 'b'), (3, 'c')
      """)
    for table in tables { try add(to: table) }
    try mark()
  }

  private func add(to table: String) throws {
    let name: SQL = "\(name: table)"
    let references: SQL = "\(name: "witness_of_\(table)")"
    try connection.execute(
      """
      ALTER TABLE \(name.sql) ADD COLUMN witness text;
      CREATE TABLE \(references.sql) (
        key bigint PRIMARY KEY REFERENCES \(name.sql) (strata_key)\(isOnServer ? " ON DELETE CASCADE" : ""))
      """)
    let literal: SQL = "\(literal: table)"
    if isOnServer {
      try connection.execute(
        """
        CREATE OR REPLACE FUNCTION witness_record() RETURNS trigger LANGUAGE plpgsql AS $witness$
        BEGIN
          IF TG_OP = 'INSERT' THEN
            INSERT INTO witness_log VALUES (TG_TABLE_NAME, NEW.strata_key, TG_OP, txid_current()::text);
          ELSE
            INSERT INTO witness_log VALUES (TG_TABLE_NAME, OLD.strata_key, TG_OP, txid_current()::text);
          END IF;
          RETURN NULL;
        END $witness$;
        CREATE TRIGGER witness_record AFTER INSERT OR DELETE ON \(name.sql)
          FOR EACH ROW EXECUTE FUNCTION witness_record()
        """)
      return
    }
    // The number of the last save before this one.
    let moment = """
      max(coalesce((SELECT max(number) FROM strata_history), 0),
        coalesce((SELECT CAST(value AS INTEGER) FROM strata_metadata WHERE name = 'cleaned'), 0))
      """
    for (kind, row, also) in [
      ("INSERT", "NEW", ""),
      ("DELETE", "OLD", "DELETE FROM \(references.sql) WHERE key = OLD.strata_key;"),
    ] {
      let trigger: SQL = "\(name: "witness \(kind) of \(table)")"
      try connection.execute(
        """
        CREATE TRIGGER \(trigger.sql) AFTER \(kind) ON \(name.sql) BEGIN
          \(also)
          INSERT INTO witness_log VALUES (\(literal.sql), \(row).strata_key, '\(kind)', \(moment));
        END
        """)
    }
  }

  /// Gives rows that are new since the last call a value and a row that refers to them, as another program would.
  package func mark() throws {
    for table in tables {
      let isNew: SQL = """
        strata_key NOT IN (SELECT key FROM witness_value WHERE name = \(literal: table))
        """
      try connection.transaction {
        let keys = try connection.integers("SELECT strata_key FROM \(name: table) WHERE \(isNew)")
        guard !keys.isEmpty else { return }
        try connection.run(
          """
          INSERT INTO \(name: "witness_of_\(table)") (key) SELECT strata_key FROM \(name: table) WHERE \(isNew)
          """)
        try connection.run(
          """
          UPDATE \(name: table) SET witness = \(literal: table + "/") || CAST(strata_key AS text) WHERE \(isNew)
          """)
        try connection.run(
          """
          INSERT INTO witness_value SELECT \(literal: table), strata_key, witness FROM \(name: table) WHERE \(isNew)
          """)
      }
    }
  }

  /// What was changed that no model has.
  package func faults() throws -> [String] {
    var faults: [String] = []
    for table in tables {
      let lost: SQL = """
        SELECT v.key, t.witness FROM witness_value AS v JOIN \(name: table) AS t ON t.strata_key = v.key
        WHERE v.name = \(literal: table) AND (t.witness IS NULL OR t.witness <> v.value) ORDER BY 1
        """
      faults += try connection.rows(lost) {
        "\(table)/\($0.integer(at: 0)) has lost the value of a column that no model has"
      }
      let unrelated: SQL = """
        SELECT v.key FROM witness_value AS v JOIN \(name: table) AS t ON t.strata_key = v.key
        WHERE v.name = \(literal: table)
          AND v.key NOT IN (SELECT key FROM \(name: "witness_of_\(table)"))
          AND v.key NOT IN (SELECT key FROM witness_log WHERE name = \(literal: table) AND kind = 'DELETE')
        ORDER BY 1
        """
      faults += try connection.integers(unrelated).map {
        "\(table)/\($0) has lost the row of another table that referred to it"
      }
    }
    let replaced: SQL = """
      SELECT DISTINCT d.name, d.key FROM witness_log AS d JOIN witness_log AS i
        ON i.name = d.name AND i.key = d.key AND i.moment = d.moment
      WHERE d.kind = 'DELETE' AND i.kind = 'INSERT' AND EXISTS
        (SELECT 1 FROM witness_value AS v WHERE v.name = d.name AND v.key = d.key)
      ORDER BY 1, 2
      """
    faults += try connection.rows(replaced) {
      "\($0.text(at: 0) ?? "")/\($0.integer(at: 1)) was deleted and inserted again in one save"
    }
    let others = try connection.rows("SELECT name FROM \"WitnessOnly\" ORDER BY strata_key") {
      $0.text(at: 0)
    }
    if others != ["a", "b", "c"] {
      faults.append("the table of a class that no model has: \(others)")
    }
    return faults
  }
}
