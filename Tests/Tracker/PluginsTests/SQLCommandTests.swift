import StrataInspectPlugin
import StrataContextPlugin
import StrataShell
import Testing

/// The command `sql`, which reads the store with a person's own statements.
@MainActor @Suite struct Statements {
  private func shell() async throws -> TrackerShell {
    let shell = try TrackerShell(and: [InspectPlugin(), ContextPlugin()])
    try await shell.run("item add Weight --kind singleValue --unit kg")
    try await shell.run("item add Coffee --kind singleValue")
    try await shell.run("log Weight 80 --at 2026-11-02T08:00")
    return shell
  }

  @Test(arguments: [
    "sql SELECT name, unit FROM Item WHERE name <> 'Tea' ORDER BY name",
    "sql \"SELECT name, unit FROM Item WHERE name <> 'Tea' ORDER BY name\"",
    "sql 'SELECT name, unit FROM \"Item\" ORDER BY name'",
    "sql SELECT name, unit FROM Item --format table ORDER BY name",
  ])
  func showRows(line: String) async throws {
    #expect(
      try await shell().run(line) == """
        name    unit
        ------  ----
        Coffee
        Weight  kg
        (2 rows)

        """)
  }

  @Test(arguments: [
    ("csv", "n,n 2,e\n1,2.5,\n"), ("json", "{\"n\":1,\"n 2\":2.5,\"e\":null}\n"),
    ("table", "n  n 2  e\n-  ---  -\n1  2.5\n(1 row)\n"),
  ])
  func haveTheFormatsOfOtherTables(format: String, output: String) async throws {
    #expect(
      try await shell().run("sql SELECT 1 AS n, 2.5 AS n, NULL AS e --format \(format)") == output)
  }

  @Test func showDataAndTextThatIsNotUTF8() async throws {
    let shell = try await shell()
    let line = "sql SELECT x'0102' AS d, CAST(x'ff41' AS TEXT) AS t --format "
    #expect(try await shell.run(line + "csv") == "d,t\n2 bytes,not UTF-8: ff41\n")
    #expect(
      try await shell.run(line + "json") == "{\"d\":\"AQI=\",\"t\":\"not UTF-8: ff41\"}\n")
  }

  @Test(arguments: [
    ("sql DELETE FROM Item", "only statements that read are run here"),
    ("sql UPDATE Item SET name = 'x'", "only statements that read are run here"),
    ("sql 'DROP TABLE Item'", "only statements that read are run here"),
    ("sql PRAGMA user_version = 3", "only statements that read are run here"),
    ("sql SELECT 1; DELETE FROM Item", "there is more behind the first statement, at character 11"),
    ("sql SELECT titel FROM Item", "no such column: titel, at character 8"),
    ("sql \"SELECT 1\" FROM Item", "there is more behind the quoted statement"),
    ("sql 'SELECT 1", "the quote ' is not closed"),
  ])
  func refuseOthers(line: String, message: String) async throws {
    let shell = try await shell()
    let error = await #expect(throws: ShellError.self) { try await shell.run(line) }
    #expect(error?.message == message && error?.column == 5, "\(String(describing: error))")
    #expect(try await shell.run("sql SELECT count(*) AS n FROM Item --format csv") == "n\n2\n")
  }

  @Test func seeSavedRowsAlone() async throws {
    let shell = try await shell()
    try await shell.run("begin")
    try await shell.run("log Weight 81")
    let count = "sql SELECT count(*) AS n FROM ItemData --format csv"
    #expect(
      try await shell.run(count)
        == "warning: the statement doesn't see the changes since begin, before save\nn\n1\n")
    try await shell.run("save")
    #expect(try await shell.run(count) == "n\n2\n")
  }
}
