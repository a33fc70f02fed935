import StrataSQLite
import Testing

/// Statements of people, of which only those that read are prepared.
@Suite struct ReadingStatements {
  private let connection: Connection

  init() throws {
    connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE pet (name TEXT); INSERT INTO pet VALUES ('Rex'), ('Tom')")
  }

  private func message(of sql: String) -> String? {
    do {
      _ = try connection.readingStatement(sql)
      return nil
    } catch StorageError.refusedStatement(_, let reason) {
      return reason
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    "SELECT name FROM pet", "VALUES (1)", "EXPLAIN SELECT 1", "EXPLAIN QUERY PLAN SELECT 1",
    "WITH p AS (SELECT name FROM pet) SELECT * FROM p", "PRAGMA table_info(pet)",
    "PRAGMA user_version", " SELECT 1 ;\n; ", "-- pets\nSELECT 1",
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 3) SELECT x FROM c",
  ])
  func areThoseThatRead(sql: String) throws {
    _ = try connection.readingStatement(sql)
  }

  @Test(arguments: [
    "DELETE FROM pet", "INSERT INTO pet VALUES ('x')", "UPDATE pet SET name = ''", "DROP TABLE pet",
    "CREATE TABLE x (a)", "INSERT INTO pet VALUES ('x') RETURNING name", "EXPLAIN DELETE FROM pet",
    "ATTACH ':memory:' AS x", "PRAGMA user_version = 3", "PRAGMA query_only = 0",
    "PRAGMA wal_checkpoint", "BEGIN", "COMMIT", "SAVEPOINT s", "REINDEX", "ANALYZE",
    "CREATE TEMP TABLE t (a)", "VACUUM INTO 'copy.db'", "", ";", "-- nothing",
    "SELECT load_extension('x')", "WITH p AS (SELECT 1) DELETE FROM pet",
  ])
  func areNotThoseThatDoSomethingElse(sql: String) throws {
    #expect(message(of: sql) != nil)
    #expect(try connection.integer("SELECT count(*) FROM pet") == 2)
  }

  @Test(arguments: [
    ("SELECT 1; DELETE FROM pet", "there is more behind the first statement, at character 11"),
    ("SELECT 'é', foo", "no such column: foo, at character 13"),
    ("SELECT nme FROM pet", "no such column: nme, at character 8"),
  ])
  func sayWhereTheyAreWrong(sql: String, text: String) {
    #expect(message(of: sql) == text)
  }

  @Test func leaveOtherStatementsAlone() throws {
    _ = try connection.readingStatement("SELECT 1")
    try connection.execute("DELETE FROM pet")
    #expect(try connection.integer("SELECT count(*) FROM pet") == 0)
  }

  @Test func giveRows() throws {
    var names: [String] = []
    try connection.readingStatement("SELECT name FROM pet ORDER BY name DESC").forEachRow { row in
      names.append(row.text(at: 0) ?? "")
    }
    #expect(names == ["Tom", "Rex"])
  }
}
