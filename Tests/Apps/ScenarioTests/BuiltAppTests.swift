import Foundation
import StrataTestSupport
import Testing

/// The apps as a person starts them: built, and writing under their own names.
@Suite struct BuiltApps {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  private func reminders(
    _ arguments: [String], input: String = ""
  ) throws -> AppShell.Result {
    try RunningProgram(
      BuiltProgram.url("reminders"), ["--store", shell.store] + arguments,
      input: try shell.write(input, to: "lines-\(UUID().uuidString)"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": shell.folder.url.path, "TZ": "UTC"],
      folder: shell.folder
    ).result()
  }

  @Test(arguments: [[], ["--author", "Reminders"], ["--author", "me"]])
  func remindersTellsWhatIsDue(author: [String]) throws {
    let made = try reminders(
      author + [
        "-c", "item add Weight --kind singleValue", "-c", "log Weight 98 --at 2020-01-01",
        "-c", "remind add Weight 1d",
      ])
    #expect(made.status == 0 && made.error == "")
    let result = try reminders(author, input: "item list\n")
    #expect(result.status == 0 && result.error == "")
    #expect(result.output.contains("it is time to log Weight\n"), "\(result.output)")
  }

  /// Its imports are saved by the author `import`, whoever else has that name.
  @Test(arguments: [[], ["--author", "import"]])
  func appshellLogsAndImports(author: [String]) throws {
    try shell.write("date,w\n2026-01-01,1\n", to: "a.csv")
    let lines = """
      item add Mood --kind singleOption --option good
      log Mood good
      import a.csv --date date --item Weight:singleValue:w
      count ItemData --format csv
      """
    let result = try shell.run(["--store", shell.store] + author, input: lines + "\n")
    #expect(result.status == 0 && result.error == "", "\(result)")
    #expect(result.output.hasSuffix("added 1 item, 1 data point\ncount\n2\n"), "\(result)")
    let history = try shell.lines("history --format csv")
    #expect(history.output.contains(author.isEmpty ? ",import," : ",import (background),"))
  }

  @Test func strataChangesAStoreOfCoreData() throws {
    let strata = try StrataCommand()
    try strata.makeStore()
    let result = try strata.run(
      ["edit", "Books.sqlite", "--model", "Books.xcdatamodeld"],
      input:
        "set Book/1 pages 301\nauthor --format csv\nfetch --format csv Book where pages == 301\n")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("author\nstrata\n"), "\(result)")
    #expect(result.output.contains("Book/1,Emma,301,Shelf/1\n"), "\(result)")
  }
}
