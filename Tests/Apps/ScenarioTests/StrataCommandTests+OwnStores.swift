import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

// The commands `strata store …`, on stores of the tracker.
extension StrataCommand {
  private func makeTracker() throws {
    let made = try shell.run([
      "--store", shell.store, "-c", "item add Weight --kind singleValue", "-c",
      "author Ada", "-c", "log Weight 98 --at 2026-02-01", "-c", "log Weight 97 --at 2026-02-02",
    ])
    #expect(made.status == 0, "\(made.error)")
  }

  private func store(_ command: String, _ words: String...) throws -> AppShell.Result {
    try run(["store", command, shell.store] + words)
  }

  @Test func showsTheStatusOfAStore() throws {
    try makeTracker()
    let status = try store("status", "--format", "csv")
    #expect(status.status == 0 && status.error == "")
    for line in [
      "made by,Strata", "saves,3", "saves in history,3", "objects of Item,1",
      "objects of ItemData,2",
      "bytes of log,0",
    ] {
      #expect(status.lines.contains(line), "\(status.output)")
    }
    #expect(status.lines.last?.contains("Ada") == true)
    let again = try store("status", "--format", "csv")
    func fingerprint(_ result: AppShell.Result) -> String? {
      result.lines.first { $0.hasPrefix("fingerprint,") }
    }
    #expect(fingerprint(again) == fingerprint(status) && fingerprint(status) != nil)
  }

  @Test func tellsChangesThatAreInTheLogAlone() throws {
    try makeTracker()
    let connection = try Connection(path: shell.store)
    defer { connection.close() }
    try connection.execute("UPDATE Item SET name = 'Mass'")
    let status = try store("status", "--format", "csv")
    let line = try #require(status.lines.first { $0.hasPrefix("bytes of log,") })
    #expect(line != "bytes of log,0")
  }

  @Test func listsSavesOfAStore() throws {
    try makeTracker()
    func numbers(_ words: String...) throws -> [String] {
      let listed = try run(["store", "history", shell.store, "--format", "csv"] + words)
      #expect(listed.status == 0, "\(listed.error)")
      return listed.lines.dropFirst().map { String($0.prefix { $0 != "," }) }
    }
    #expect(try numbers() == ["1", "2", "3"])
    #expect(try numbers("--author", "Ada") == ["2", "3"])
    #expect(try numbers("--since", "1", "--limit", "1") == ["3"])
    #expect(try numbers("--limit", "0").isEmpty)
    #expect(try run(["store", "history", shell.store, "--limit", "-1"]).status == 2)
    let open = try run(["open", shell.store, "history", "--limit", "2", "--format", "csv"])
    #expect(open.lines.dropFirst().map { $0.prefix { $0 != "," } } == ["2", "3"])
  }

  @Test func listsSavesOfCoreData() throws {
    try makeStore()
    let none = try run(["store", "history", "Books.sqlite"])
    #expect(none.status == 3 && none.error.contains("model"), "\(none.error)")
  }

  @Test func copiesAStoreThatIsInUse() throws {
    try makeTracker()
    let connection = try Connection(path: shell.store)
    defer { connection.close() }
    try connection.execute("BEGIN IMMEDIATE; UPDATE Item SET name = 'Mass'")
    let copy = shell.folder.file("copy.store").path
    let made = try store("backup", copy)
    #expect(made.status == 0 && made.error == "", "\(made.error)")
    #expect(try run(["store", "check", copy]).output == "the store is sound\n")
    let names = try run(["store", "sql", copy, "SELECT name FROM Item", "--format", "csv"])
    #expect(names.output == "name\nWeight\n")
    let again = try store("backup", copy)
    #expect(again.status == 1 && again.error.contains("--force replaces"), "\(again.error)")
    try connection.execute("COMMIT")
    #expect(try store("backup", copy, "--force").status == 0)
    #expect(try run(["store", "sql", copy, "SELECT name FROM Item"]).output.contains("Mass"))
  }

  @Test func copiesNoStoreWithFaultsUnlessItShall() throws {
    try makeTracker()
    try Connection(path: shell.store).execute(
      "PRAGMA foreign_keys = OFF; DELETE FROM Item WHERE strata_key = 1")
    let copy = shell.folder.file("copy.store").path
    let refused = try store("backup", copy)
    #expect(refused.status == 1 && refused.error.contains("--unchecked"), "\(refused.error)")
    #expect(!FileManager.default.fileExists(atPath: copy))
    #expect(try store("backup", copy, "--unchecked").status == 0)
  }

  @Test(arguments: [
    ("csv", "name,n\nWeight,2\n"), ("json", "{\"name\":\"Weight\",\"n\":2}\n"),
    ("tsv", "name\tn\nWeight\t2\n"),
  ])
  func runsStatementsThatRead(format: String, output: String) throws {
    try makeTracker()
    let sql = "SELECT name, (SELECT count(*) FROM ItemData) AS n FROM Item"
    let result = try store("sql", sql, "--format", format)
    #expect(result == .init(status: 0, output: output, error: ""))
  }

  @Test(arguments: [
    ("DELETE FROM Item", "only statements that read are run here"),
    ("SELECT 1; DELETE FROM Item", "there is more behind the first statement, at character 11"),
    ("SELECT titel FROM Item", "no such column: titel, at character 8"),
    ("ATTACH 'other.db' AS other", "only statements that read are run here"),
  ])
  func runsNoOtherStatements(sql: String, message: String) throws {
    try makeTracker()
    let refused = try store("sql", sql)
    #expect(refused.status == 1 && refused.output == "")
    #expect(refused.error.hasPrefix("error: \(message)\n"), "\(refused.error)")
    #expect(
      try store("sql", "SELECT count(*) AS n FROM Item", "--format", "csv").output == "n\n1\n")
    #expect(!FileManager.default.fileExists(atPath: shell.folder.file("other.db").path))
  }

  @Test func tellsTextThatIsNotUTF8() throws {
    try makeTracker()
    let result = try store("sql", "SELECT CAST(x'FF41' AS TEXT) AS t", "--format", "csv")
    #expect(result.status == 1 && result.output == "t\nnot UTF-8: ff41\n", "\(result.output)")
    #expect(result.error.contains("row 1.t is text that isn't UTF-8"))
  }

  @Test(arguments: ["status", "check", "backup", "sql"])
  func takesNoStoresOfCoreData(command: String) throws {
    try makeStore()
    let words = ["backup": ["copy.store"], "sql": ["SELECT 1"]][command] ?? []
    let refused = try run(["store", command, "Books.sqlite"] + words)
    #expect(refused.status == 1 && refused.error.contains("strata open"), "\(refused.error)")
    let missing = try run(["store", command, "none.store"] + words)
    #expect(missing.status == 3 && missing.error.contains("none.store"), "\(missing.error)")
  }
}
