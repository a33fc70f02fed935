import Testing

@testable import StrataShell

/// Lines as they are written at the system's shell.
@Suite struct CommandCallers {
  @Test(arguments: [
    ("log Weight 98.6", false, "app log Weight 98.6"),
    ("log Sleep --at 'yesterday 7:00'", false, "app log Sleep --at 'yesterday 7:00'"),
    ("count Item where name == \"x\"", true, "app -c 'count Item where name == \"x\"'"),
    ("count Item where size > 3", true, "app -c 'count Item where size > 3'"),
    ("data list --where 'value > 3'", false, "app data list --where 'value > 3'"),
    ("goal add Run > 3", false, "app -c 'goal add Run > 3'"),
    ("alias a = 'b c'", true, #"app -c 'alias a = '\''b c'\'''"#),
    ("say \"$HOME\"", false, "app -c 'say \"$HOME\"'"),
  ])
  func keepTheWordsOfALine(line: String, isRaw: Bool, expected: String) {
    #expect(CommandCaller("app").line(line, isRaw: isRaw) == expected)
  }

  @Test func giveALineAsTheirProgramTakesIt() {
    let line = "fetch Note where size > 3"
    #expect(
      CommandCaller("app open S", lines: .standardInput).line(line, isRaw: true)
        == "echo 'fetch Note where size > 3' | app open S")
    // Its examples are written for the system's shell.
    #expect(CommandCaller("app", lines: .none).line("a 'b > c'", isRaw: true) == "app a 'b > c'")
  }
}
