import Foundation
import StrataTestSupport
import Testing

/// Tests of exported files: a whole file or none, and no loss of an existing one.
@Suite struct Exports {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    let made = try shell.lines(
      "item add Weight --kind singleValue", "item add Mood --kind singleOption --option good",
      "log Weight 1 --memo heavy", "log Mood --option good")
    #expect(made.status == 0)
  }

  private func names() throws -> [String] {
    try shell.folder.names().filter { !$0.hasPrefix("tracker") && !$0.hasPrefix("input-") }
  }

  @Test func keepAFileThatIsThere() throws {
    try shell.write("mine", to: "a.csv")
    let result = try shell.lines("export a.csv")
    #expect(result.status == 1)
    #expect(result.error.contains("a.csv is there already"))
    #expect(result.error.contains("--overwrite"))
    #expect(try shell.read("a.csv") == "mine")
    #expect(try names() == ["a.csv"])
  }

  @Test func replaceAFileWhenAsked() throws {
    try shell.write("mine", to: "a.csv")
    let file = shell.folder.file("a.csv").path
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    #expect(try shell.lines("export a.csv --overwrite").status == 0)
    #expect(try shell.read("a.csv").hasPrefix("record,item,"))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try names() == ["a.csv"])
  }

  @Test(arguments: ["a.csv", "a.jsonl"])
  func canBeReadByTheirOwnerAlone(name: String) throws {
    #expect(try shell.lines("export \(name)").status == 0)
    #expect(try mode(name) == 0o600)
    // A file that others may read is replaced by one that they may read.
    let file = shell.folder.file(name).path
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    #expect(try shell.lines("export \(name) --overwrite").status == 0)
    #expect(try mode(name) == 0o644)
  }

  private func mode(_ name: String) throws -> Int? {
    let path = shell.folder.file(name).path
    return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// SQLite would take such a file for its own, and delete it.
  @Test(arguments: ["", "-wal", "-shm", "-lock", "-journal"])
  func neverTakeANameOfTheStore(suffix: String) throws {
    let name = "tracker.store\(suffix)"
    for line in [
      "export \(name) --format csv --overwrite", "chart Weight --svg \(name) --overwrite",
      "report \(name) --overwrite",
    ] {
      let result = try shell.lines(line)
      #expect(result.status == 1, "\(line)")
      #expect(result.error.contains("\(name) belongs to the store itself"), "\(result.error)")
    }
    #expect(try shell.lines("check").status == 0)
  }

  @Test func runNoFormulasInASpreadsheetWhenAsked() throws {
    let made = try shell.lines(
      "item edit Weight --memo '=1+1'", "item edit Mood --memo \"'quoted\"",
      "option add Mood @SUM(1)", "tag add Weight +tag",
      "log Weight -5 --memo '=HYPERLINK(\"http://x\")'", "log Weight 2 --memo -", "log Mood @SUM(1)"
    )
    #expect(made.status == 0, "\(made)")
    #expect(try shell.lines("export plain.csv", "export safe.csv --escape-formulas").status == 0)
    let plain = try shell.read("plain.csv")
    #expect(plain.contains(",=1+1,") && !plain.contains(",'=1+1,"))
    let safe = try shell.read("safe.csv")
    // Fields that begin a formula, for which quotes make no difference; a negative number is none.
    let formulas = safe.matches(of: #/(^|,)"?[=+@\-](?!\d)/#.anchorsMatchLineEndings())
    #expect(formulas.isEmpty, "\(safe)")
    #expect(safe.contains(",'=1+1,") && safe.contains(",''quoted,") && safe.contains(",-5.0,"))
    let other = try AppShell()
    try other.write(safe, to: "safe.csv")
    #expect(try other.lines("import safe.csv --strict", "export plain.csv").status == 0)
    #expect(try other.read("plain.csv") == plain)
  }

  @Test func haveNoFormulasInJSON() throws {
    let result = try shell.lines("export a.json --escape-formulas")
    #expect(result.status == 1)
    #expect(result.error.contains("only CSV can have formulas"), "\(result.error)")
  }

  @Test(arguments: ["a.xlsx", "a.CSV.gz", "a.txt", "a.parquet"])
  func areRefusedInAFormThatNobodyCanWrite(name: String) throws {
    let result = try shell.lines("export \(name)")
    #expect(result.status == 1)
    #expect(result.error.contains("there is no export to "))
    #expect(result.error.contains(".csv, .json, .jsonl, .ndjson"))
    #expect(try names().isEmpty)
    #expect(try shell.lines("export \(name) --format json").status == 0)
    #expect(try shell.read(name).hasPrefix("{"))
  }

  @Test(arguments: [("a.CSV", "record"), ("a.ndjson", "{"), ("a.jsonl", "{"), ("a", "record")])
  func haveTheFormOfTheirEnding(name: String, start: String) throws {
    #expect(try shell.lines("export \(name)").status == 0)
    #expect(try shell.read(name).hasPrefix(start))
  }

  private static let hasSQLite = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  // A rule that isn't enforced leaves values that no model takes, as a newer program's would be.
  @Test(
    .enabled(if: hasSQLite, "there is no sqlite3"),
    arguments: [
      "PRAGMA ignore_check_constraints = 1; UPDATE ItemData SET dataContent_type = 'newer'",
      "PRAGMA ignore_check_constraints = 1; UPDATE Item SET kind = 'newer'",
    ])
  func keepTheOldFileWhenARowCantBeRead(sql: String) throws {
    let result = try shell.pipeline("sqlite3 -bail tracker.store \"\(sql)\"")
    #expect(result == .init(status: 0, output: "", error: ""))
    try expectNoExport()
  }

  @Test(
    .enabled(if: hasSQLite, "there is no sqlite3"), arguments: ["ItemOption", "Memo"],
    [true, false])
  func keepTheOldFileWhenARelationshipCantBeRead(table: String, isOpen: Bool) throws {
    let page = try shell.pipeline(
      "sqlite3 tracker.store \"SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'\""
    ).output.trimmingCharacters(in: .newlines)
    let handle = try FileHandle(forUpdating: shell.folder.file("tracker.store"))
    try handle.seek(toOffset: (try #require(UInt64(page)) - 1) * 4096)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 64))
    try handle.close()
    try expectNoExport(isOpen: isOpen)
  }

  private func expectNoExport(isOpen: Bool = false) throws {
    try shell.write("mine", to: "a.csv")
    for line in [
      "export a.csv --overwrite", "export b.csv", "export a.csv --overwrite --format json",
    ] {
      let lines = (isOpen ? ["-c", "begin", "-c", "tag add Weight body"] : []) + ["-c", line]
      let result = try shell.run(["--store", shell.store] + lines)
      #expect(result.status == 1, "\(line): \(result)")
      #expect(!result.error.isEmpty)
      #expect(!result.output.contains("wrote"))
    }
    #expect(try shell.lines("export -").status == 1)
    #expect(try shell.read("a.csv") == "mine")
    #expect(try names() == ["a.csv"])
  }

  @Test func leaveNothingWhenTheDiskIsFull() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let result = try shell.lines("export /dev/full")
    #expect(result.status == 1)
    #expect(result.error.contains("No space left on device"))
  }

  @Test(arguments: ["a/b.csv", "link.csv"])
  func sayWhyAFileCantBeMade(name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: shell.folder.file("link.csv").path, withDestinationPath: "nowhere.csv")
    let result = try shell.lines("export \(name)")
    #expect(result.status == 1)
    #expect(
      result.error.contains(
        name == "link.csv" ? "is a symbolic link that leads nowhere" : "No such file or directory"))
    #expect(try names() == ["link.csv"])
  }

  @Test func waitForAPipesReaderUntilTheyAreStopped() throws {
    for _ in 0..<20 {
      let result = try shell.pipeline(
        """
        rm -f pipe out; mkfifo pipe
        "$APPSHELL" --memory -c 'echo ready' -c 'export pipe' >out 2>err & program=$!
        tries=0; until grep -qs ready out; do tries=$((tries+1)); [ $tries -lt 20000 ] || exit 9; done
        kill -TERM $program; wait $program; echo "status $?"; cat err
        """)
      // Between the two lines, none is interrupted.
      if result.output == "status 1\nerror: interrupted\n" { continue }
      #expect(result.output == "status 1\n-c:2: error: interrupted\n")
      return
    }
    Issue.record("the program was never stopped while it waited")
  }
}
