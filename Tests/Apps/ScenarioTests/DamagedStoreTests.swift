import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

/// `restore` onto stores that can't be opened.
@Suite struct DamagedStores {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    let made = try shell.lines(
      "item add Weight --kind singleValue", "log Weight 98 --at 2026-02-01", "backup good.store",
      "log Weight 97 --at 2026-02-02",
      "import sample:seattle-weather.csv --date date --item Wind:singleValue:wind")
    try #require(made.status == 0, "\(made)")
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: shell.folder.file(name))
  }

  /// The ways in which a file is damaged.
  enum Damage: String, CaseIterable {
    case cut, zeroed, garbage, aFewBytes

    func apply(to bytes: Data) -> Data {
      switch self {
      case .cut: bytes.prefix(100_000)
      case .zeroed: Data(count: bytes.count)
      case .garbage: Data((0..<bytes.count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) })
      case .aFewBytes: bytes.prefix(20)
      }
    }
  }

  private func damage(_ damage: Damage) throws -> Data {
    let bytes = damage.apply(to: try bytes("tracker.store"))
    try bytes.write(to: shell.folder.file("tracker.store"))
    return bytes
  }

  private func setAside() throws -> [String] {
    try shell.folder.names().filter { $0.hasPrefix("tracker.store.damaged-") }.sorted()
  }

  @Test(arguments: Damage.allCases) func areReplacedByABackupAndKept(kind: Damage) throws {
    let damaged = try damage(kind)
    let refused = try shell.lines("item list")
    #expect(refused.status == 3)
    #expect(refused.error.contains("restore BACKUP"), "\(refused.error)")
    let restored = try shell.run(["--store", shell.store, "restore", "good.store"])
    #expect(restored.status == 0, "\(restored)")
    #expect((restored.output + restored.error).contains("restored 2 objects"), "\(restored)")
    let kept = try setAside()
    #expect(kept.count == 1, "\(kept)")
    #expect(try bytes(try #require(kept.first)) == damaged)
    let listed = try shell.lines("check", "count ItemData", options: ["--format", "csv"])
    #expect(listed.status == 0 && listed.lines.last == "1", "\(listed)")
    // The store is as any other one now.
    #expect(try shell.lines("log Weight 96", "undo").status == 0)
    let names = try shell.folder.names().filter { $0.hasPrefix("tracker") }
    #expect(names == ["tracker.store"] + kept, "\(names)")
  }

  @Test func stayIfTheBackupCantBeRestored() throws {
    let damaged = try damage(.garbage)
    try Data("no store".utf8).write(to: shell.folder.file("bad.store"))
    for backup in ["bad.store", "none.store", "tracker.store"] {
      let failed = try shell.run(["--store", shell.store, "restore", backup])
      #expect(failed.status != 0, "\(backup): \(failed)")
      #expect(try bytes("tracker.store") == damaged)
      #expect(try setAside() == [])
    }
  }

  @Test func aboutOtherLibrariesAreLeftAlone() throws {
    let connection = try Connection(path: shell.folder.file("other.db").path)
    try connection.execute("CREATE TABLE t (x)")
    connection.close()
    let before = try bytes("other.db")
    let failed = try shell.run(["--store", "other.db", "restore", "good.store"])
    #expect(failed.status == 3 && failed.error.contains("other.db"), "\(failed)")
    #expect(try bytes("other.db") == before)
  }
}

/// The path of a store that isn't there.
@Suite struct MissingStores {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  @Test(arguments: [
    "data list", "item list", "overview", "chart Weight", "fetch Item", "count Item",
    "sql 'SELECT 1'",
    "history", "check", "goal list", "export -", "undo", "stats Weight", "report x.html", "status",
    "log Weight 3", "item delete Weight --yes", "set Item/1 name x",
  ])
  func areErrorsOfCommandsThatCantMakeOne(line: String) throws {
    for arguments in [["-c", line], ["-c", "begin", "-c", line, "-c", "rollback"]] {
      let result = try shell.run(["--store", "typo.store"] + arguments)
      #expect(result.status == 3, "\(result)")
      #expect(result.error.contains("there is no store at typo.store"), "\(result)")
      #expect(result.error.contains("item add"), "\(result)")
      #expect(try !shell.folder.names().contains { $0.hasPrefix("typo") })
    }
  }

  @Test(arguments: [
    ["item", "add", "Weight", "--kind", "singleValue"], ["insert", "Tag", "name=health"],
    ["import", "sample:seattle-weather.csv", "--date", "date", "--item", "Wind:singleValue:wind"],
  ])
  func areMadeByCommandsThatAddSomething(words: [String]) throws {
    let result = try shell.run(["--store", "new.store"] + words)
    #expect(result.status == 0, "\(result)")
    #expect(try shell.folder.names().contains("new.store"))
  }

  @Test func areMadeByScriptsAndLinesThatAddSomething() throws {
    let lines = try shell.run([
      "--store", "lines.store", "-c", "item list", "-c", "item add Weight --kind singleValue",
    ])
    #expect(lines.status == 0, "\(lines)")
    let script = try shell.run(["--store", "script.store"], input: "item list\n")
    #expect(script.status == 0, "\(script)")
    #expect(Set(try shell.folder.names()).isSuperset(of: ["lines.store", "script.store"]))
  }

  @Test(arguments: [["help"], ["plugins"], ["settings"], ["help", "log"], ["log", "--help"]])
  func areNotNeededByCommandsWithoutAStore(words: [String]) throws {
    let result = try shell.run(["--store", "typo.store"] + words)
    #expect(result.status == 0, "\(result)")
    #expect(try !shell.folder.names().contains { $0.hasPrefix("typo") })
  }

  @Test func ofTheVariableAreErrorsToo() throws {
    let environment = ["APPSHELL_STORE": shell.folder.file("typo.store").path]
    let result = try shell.run(["data", "list"], environment: environment)
    #expect(result.status == 3 && result.error.contains("there is no store at"), "\(result)")
  }
}
