import Foundation
import StrataTestSupport
import Testing

/// A tracker on two machines, with a store in the middle: a file that both reach, or a database on a server.
@Suite(.timeLimit(.scaledMinutes(5))) struct SyncedMachines {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  private func on(_ machine: String, _ lines: String...) throws -> AppShell.Result {
    let store = shell.folder.file(machine + ".store").path
    return try shell.run(["--store", store] + lines.flatMap { ["-c", $0] })
  }

  @discardableResult
  private func succeed(
    _ machine: String, _ line: String, _ expected: String? = nil,
    place: SourceLocation = #_sourceLocation
  ) throws -> String {
    let result = try on(machine, line)
    let text = result.output + result.error
    #expect(result.status == 0, "\(line): \(text)", sourceLocation: place)
    if let expected { #expect(text.contains(expected), "\(line): \(text)", sourceLocation: place) }
    return text
  }

  private func goThroughAWeek(_ middle: String) throws {
    try succeed("laptop", "item add Weight --unit kg")
    try succeed("laptop", "log Weight 70.5 --at 2026-02-01")
    try succeed("laptop", "sync \(middle)", "sent 2 objects, received 0 objects")
    try succeed("desk", "sync \(middle)", "sent 0 objects, received 2 objects")
    try succeed("desk", "data list", "70.5 kg")

    // A week apart.
    try succeed("desk", "log Weight 71 --at 2026-02-02")
    try succeed("desk", "item edit Weight --unit g")
    try succeed("desk", "tag add Weight body")
    try succeed("laptop", "log Weight 69 --at 2026-02-03")
    try succeed("laptop", "item edit Weight --unit lb")
    try succeed("laptop", "sync status", "waiting here  2")
    try succeed("laptop", "sync \(middle)", "sent 2 objects")
    try succeed("desk", "sync \(middle)", "1 value lost against others")
    try succeed("desk", "sync conflicts", "Item/1")
    try succeed("desk", "item list", "lb")
    try succeed("desk", "sync resolve 1 --mine", "resolved 1 conflict")
    try succeed("desk", "sync conflicts", "no conflicts")
    try succeed("desk", "sync \(middle)", "sent 1 object")
    try succeed("laptop", "sync \(middle)", "received")
    let columns = "data list --format csv"
    #expect(try succeed("laptop", columns) == succeed("desk", columns))
    try succeed("laptop", "item list", "g     body     3")
    try succeed("laptop", "tag list", "body")
    for machine in ["laptop", "desk"] {
      try succeed(machine, "check", "the store is sound")
      try succeed(machine, "sync \(middle)", "sent 0 objects, received 0 objects")
    }
  }

  @Test func areEqualAfterAWeekApart() throws {
    try goThroughAWeek(shell.folder.file("middle.store").path)
  }

  @Test(.enabled(if: TestServer.hasPrograms)) func meetOnAServer() throws {
    try goThroughAWeek(TestServer.newStore().absoluteString)
  }

  @Test func joinAnewAfterABackupWasRestored() throws {
    let middle = shell.folder.file("middle.store").path
    try succeed("laptop", "item add Weight --unit kg")
    try succeed("laptop", "sync \(middle)")
    let backup = shell.folder.file("backup.store").path
    try succeed("laptop", "backup \(backup)")
    try succeed("laptop", "log Weight 1 --at 2026-02-01")
    try succeed("laptop", "sync \(middle)")
    try succeed("laptop", "restore \(backup)")
    try succeed("laptop", "log Weight 2 --at 2026-02-02")
    let refused = try on("laptop", "sync \(middle)")
    #expect(refused.status != 0 && refused.error.contains("--start-over"), "\(refused)")
    try succeed("laptop", "sync \(middle) --start-over")
    try succeed("laptop", "count ItemData --format csv", "\n2\n")
  }

  @Test func sayWhatIsWrong() throws {
    try succeed("laptop", "item add Weight --unit kg")
    try succeed("laptop", "sync status", "never synced")
    try succeed("laptop", "sync conflicts", "no conflicts")
    for (line, expected) in [
      ("sync", "which store"), ("sync laptop.store/x", "can't open"),
      ("sync http://desk", "postgresql://"), ("sync resolve 1 --mine", "no conflict 1"),
      ("sync resolve 1", "--mine or --theirs"),
      ("sync \(shell.folder.file("laptop.store").path)", "own store"),
    ] {
      let result = try on("laptop", line)
      #expect(result.status != 0 && result.error.contains(expected), "\(line): \(result.error)")
    }
    // Nothing was added to a store that was never synced.
    #expect(try !succeed("laptop", "sql SELECT name FROM sqlite_master").contains("Sync"))
  }

  @Test func areJoinedWithoutTheirProgram() throws {
    func strata(_ words: String...) throws -> AppShell.Result {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      return try shell.pipeline("\"$(dirname \"$APPSHELL\")/strata\" \(quoted)")
    }
    let (first, second) = (shell.folder.file("a.store").path, shell.folder.file("b.store").path)
    try succeed("a", "item add Weight --unit kg")
    #expect(try strata("store", "backup", first, second).status == 0)
    try succeed("a", "log Weight 70 --at 2026-02-01")
    try succeed("b", "log Weight 71 --at 2026-02-02")
    try succeed("b", "item edit Weight --unit lb")
    let joined = try strata("sync", first, second)
    #expect(joined.status == 0, "\(joined.error)")
    let said = joined.output + joined.error
    #expect(said.contains("sent 2 objects, received 2 objects, 1 value lost"), "\(said)")
    let listing = "data list --format csv"
    #expect(try succeed("a", listing) == succeed("b", listing))
    try succeed("a", "count ItemData --format csv", "\n2\n")
    try succeed("a", "sync \(second)", "sent 0 objects, received 0 objects")
    #expect(try strata("store", "check", first).status == 0)
    let none = try strata("sync", first, shell.folder.file("c.store").path)
    #expect(none.status != 0 && none.error.contains("no such file"), "\(none.error)")
  }
}
