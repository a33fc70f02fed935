import Foundation
import Testing

/// A command whose words are the program's own arguments.
@Suite struct ProgramWords {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  private func run(_ words: String...) throws -> AppShell.Result {
    try shell.run(["--store", shell.store] + words)
  }

  @Test func areRun() throws {
    #expect(try run("item", "add", "Weight", "--kind", "singleValue").status == 0)
    #expect(try run("log", "Weight", "98.6", "--at", "2026-01-02", "--memo=a b").status == 0)
    let list = try shell.lines("data list Weight", options: ["--format", "csv"])
    #expect(list.output.contains("2026-01-02"))
    #expect(list.output.contains("98.6"))
    #expect(list.output.contains("a b"))
  }

  @Test(arguments: ["it's", "a  b", "\"", "# no comment", "x\\", "", " ", "line\nend", "é東"])
  func areTakenAsTheyAre(word: String) throws {
    let result = try shell.run(["--memory", "echo", word, "end"])
    #expect(result == .init(status: 0, output: "\(word) end\n", error: ""))
  }

  @Test func areATextWhereTheCommandTakesOne() throws {
    #expect(try run("item", "add", "Weight", "--kind", "singleValue").status == 0)
    for words in [
      ["where", "name == 'Weight'"], [#"where name == "Weight""#],
      ["where", "name", "==", "'Weight'"],
    ] {
      let count = try shell.run(
        ["--store", shell.store, "--format", "csv", "count", "Item"] + words)
      #expect(count == .init(status: 0, output: "count\n1\n", error: ""))
    }
  }

  @Test func askForHelp() throws {
    let help = try shell.run(["--memory", "-c", "help log"])
    let called = try shell.run(["--memory", "log", "Weight", "--help"])
    #expect(called.status == 0 && called.output.hasPrefix("usage: appshell log NAME"))
    #expect(called.output.contains("\n  appshell log "), "the examples are calls")
    #expect(called.output.replacing("appshell ", with: "") == help.output)
    let group = try shell.run(["--memory", "-c", "help item"])
    let calledGroup = try shell.run(["--memory", "item", "--help"])
    #expect(calledGroup.output.replacing("appshell ", with: "") == group.output)
    #expect(group.output.contains("item add"))
  }

  @Test(arguments: [("lgo", "log"), ("dmeo", "demo"), ("hlep", "help")])
  func withoutACommandAreWrongUsage(word: String, nearest: String) throws {
    let result = try run(word, "Weight", "98.6")
    #expect(
      result
        == .init(
          status: 2, output: "",
          error: "error: there is no command “\(word)”\n  hint: did you mean \(nearest)?\n"))
    #expect(!FileManager.default.fileExists(atPath: shell.store), "a store was made for nothing")
  }

  @Test(arguments: [
    ("boo", "appshell help lists the commands"),
    ("list", "one of: item list, option list, data list, tag list, goal list"),
  ])
  func thatAreNearNoCommandSuggestNone(word: String, hint: String) throws {
    let result = try run(word)
    #expect(
      result.error == "error: there is no command “\(word)”\n  hint: \(hint)\n", "\(result.error)")
  }

  @Test func thatFailSayWhy() throws {
    #expect(
      try run("item", "lst")
        == .init(
          status: 2, output: "",
          error: "error: there is no command “item lst”\n  hint: did you mean item list?\n"))
    #expect(try run("item", "show", "Weight").status == 2)
  }

  @Test func areLessThanALineOfAScript() throws {
    #expect(try shell.run(["--memory", "-c", "item lst"]).status == 1)
    try shell.write("item lst\n", to: "script")
    let included = try shell.run(["--memory", "source", "script"])
    #expect(included.status == 1)
    #expect(included.error.contains("hint: did you mean item list?"), "\(included.error)")
    let usage = try shell.run(["--memory", "item", "show"])
    #expect(usage.status == 2 && usage.error.contains("usage: appshell item show NAME"))
  }

  @Test func standBehindTheProgramsOptions() throws {
    let result = try shell.run(["--memory", "-c", "echo one", "--", "echo", "--memory", "--", "x"])
    #expect(result == .init(status: 0, output: "one\n--memory -- x\n", error: ""))
  }
}
