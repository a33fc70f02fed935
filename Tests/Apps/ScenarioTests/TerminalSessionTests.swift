import Foundation
import StrataTestSupport
import Testing

/// True if the program can edit lines: the system has one of the libraries that it supports.
private let hasEditing = ["libedit.so.2", "libreadline.so.8"].contains { (name: String) in
  dlopen(name, RTLD_NOW | RTLD_LOCAL) != nil
}

/// The program as a person has it: at a terminal.
@Suite(.serialized, .timeLimit(.scaledMinutes(5))) struct TerminalSessions {
  private let shell: AppShell
  private let prompt = "appshell> "

  init() throws { shell = try AppShell() }

  private var history: [String] {
    get throws {
      try shell.read(".local/state/appshell/history").split(separator: "\n").map(String.init)
    }
  }

  @Test func answersWhatIsTyped() throws {
    let terminal = try shell.terminal()
    try terminal.wait(for: prompt)
    terminal.type("echo one 'two  three'\n")
    try terminal.wait(for: "\none two  three\n")
    try terminal.wait(for: prompt)
    terminal.type("frobnicate\n")
    try terminal.wait(for: "error: there is no command “frobnicate”")
    try terminal.wait(for: prompt)
    terminal.type("\u{4}")
    #expect(try terminal.end().status == 0)
  }

  @Test func saysHowToBeginInAnEmptyStore() throws {
    let hint = "nothing is measured yet: type help, or item add"
    let terminal = try shell.terminal()
    try terminal.wait(for: hint)
    try terminal.wait(for: prompt)
    terminal.type("ls\n")
    try terminal.wait(for: "one of: item list, option list, data list")
    try terminal.wait(for: prompt)
    terminal.type("item add Weight --kind singleValue\n")
    try terminal.wait(for: prompt)
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)

    let again = try shell.terminal()
    try again.wait(for: prompt)
    again.type("quit\n")
    let end = try again.end()
    #expect(end.status == 0 && !end.shown.contains(hint))
  }

  @Test func saysNothingToPipes() throws {
    let result = try shell.run(["--store", shell.store], input: "echo one\n")
    #expect(result.output == "one\n" && result.error.isEmpty)
  }

  @Test(.enabled(if: hasEditing, "neither libedit nor readline"))
  func editsLines() throws {
    let terminal = try shell.terminal()
    try terminal.wait(for: prompt)
    // Left twice, into the word's middle; to the line's beginning, and to its end.
    terminal.type("cho ac\u{1B}[Db\u{1}e\u{5} d\n")
    try terminal.wait(for: "\nabc d\n")
    try terminal.wait(for: prompt)
    // Ctrl-K forgets the rest of the line.
    terminal.type("echo keep lost\u{1B}[D\u{1B}[D\u{1B}[D\u{1B}[D\u{B}é東\n")
    try terminal.wait(for: "\nkeep é東\n")
    try terminal.wait(for: prompt)
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
  }

  @Test(.enabled(if: hasEditing, "neither libedit nor readline"))
  func completesByTab() throws {
    #expect(try shell.lines("item add 'Body weight' --kind singleValue").status == 0)
    let terminal = try shell.terminal()
    try terminal.wait(for: prompt)
    terminal.type("item sh\t")
    try terminal.wait(for: "ow")
    terminal.type(" Bo\t")
    try terminal.wait(for: "'Body weight'")
    terminal.type(" --format js\t")
    try terminal.wait(for: "on")
    terminal.type("\n")
    try terminal.wait(for: #""value":"Body weight""#)
    try terminal.wait(for: prompt)
    terminal.type("item a\t")
    try terminal.wait(for: "dd")
    terminal.type(" Sleep --ki\t")
    try terminal.wait(for: "nd")
    terminal.type(" interval\n")
    try terminal.wait(for: prompt)
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
    let items = try shell.lines("count Item where name == 'Sleep'", options: ["--format", "csv"])
    #expect(items.output == "count\n1\n")
  }

  @Test(.enabled(if: hasEditing, "neither libedit nor readline"))
  func remembersLinesOfTheRunBefore() throws {
    var terminal = try shell.terminal()
    for line in ["echo one", "echo two", "echo two", " echo hidden", "quit"] {
      try terminal.wait(for: prompt)
      terminal.type(line + "\n")
    }
    _ = try terminal.end()
    #expect(try history == ["echo one", "echo two", "quit"])
    let file = shell.folder.file(".local/state/appshell/history").path
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    terminal = try shell.terminal()
    try terminal.wait(for: prompt)
    // Up, past “quit”.
    terminal.type("\u{1B}[A\u{1B}[A and more\n")
    try terminal.wait(for: "\ntwo and more\n")
    try terminal.wait(for: prompt)
    terminal.type("\u{1B}[A\n")
    try terminal.wait(for: "\ntwo and more\n")
    try terminal.wait(for: prompt)
    terminal.type("\u{4}")
    _ = try terminal.end()
    #expect(try history == ["echo one", "echo two", "quit", "echo two and more"])
  }

  @Test func keepsTheHistoryWhereItIsTold() throws {
    guard hasEditing else { return }
    for variables in [["XDG_STATE_HOME": "/state"], ["APPSHELL_HISTORY": "/lines"]] {
      let path = shell.folder.url.path
      let terminal = try shell.terminal(environment: variables.mapValues { path + $0 })
      try terminal.wait(for: prompt)
      terminal.type("quit\n")
      _ = try terminal.end()
    }
    #expect(try shell.read("state/appshell/history") == "quit\n")
    #expect(try shell.read("lines") == "quit\n")
    #expect(!FileManager.default.fileExists(atPath: shell.folder.file(".local").path))
  }

  @Test func dropsAHalfTypedLineAtControlC() throws {
    let terminal = try shell.terminal()
    try terminal.wait(for: prompt)
    terminal.type("echo half")
    try terminal.wait(for: "half")
    terminal.type("\u{3}")
    try terminal.wait(for: prompt)
    terminal.type("echo whole\n")
    try terminal.wait(for: "\nwhole\n")
    try terminal.wait(for: prompt)
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
  }

  @Test func endsARunningCommandAtControlC() throws {
    let terminal = try shell.terminal()
    try terminal.wait(for: prompt)
    terminal.type("history follow\n")
    try terminal.wait(for: "history follow")
    // What another program saves shows that the command is at work.
    var number = 0
    repeat {
      number += 1
      try #require(number < 30)
      #expect(try shell.lines("item add 'Item \(number)' --kind singleValue").status == 0)
    } while try !terminal.shows("inserted", within: 1)
    terminal.type("\u{3}")
    try terminal.wait(for: "error: interrupted")
    try terminal.wait(for: prompt)
    terminal.type("echo on\n")
    try terminal.wait(for: "\non\n")
    try terminal.wait(for: prompt)
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
  }

  @Test func endsALongStatementAtControlC() throws {
    let rows = (0..<20_000).map { "\(1_000_000_000 + 60 * $0),\($0)\n" }
    try shell.write("date,steps\n" + rows.joined(), to: "steps.csv")
    let line = "import steps.csv --date date --date-format unix --item Steps:singleValue:steps"
    #expect(try shell.lines(line).status == 0)
    // Wide enough for the file's path, which a terminal would break otherwise.
    let terminal = try shell.terminal(columns: 400)
    try terminal.wait(for: prompt)
    // For each data point all of its item are gone through: four hundred million steps.
    let long =
      "delete ItemData where SUBQUERY(item.data, $d, $d.dataContent.value1 + 1 < 0).@count > 0"
    let script = try shell.write(long + "\n", to: "long.txt")
    terminal.type("source \(script.path)\n")
    try terminal.wait(for: "long.txt\n")
    terminal.type("\u{3}")
    try terminal.wait(for: "error: interrupted")
    terminal.type("log Steps 5\n")
    try terminal.wait(for: "logged")
    terminal.type("quit\n")
    _ = try terminal.end()
    #expect(
      try shell.lines("count ItemData", "check", options: ["--format", "csv"]).output.hasPrefix(
        "count\n20001\n"))
  }

  @Test func fitsTablesIntoTheTerminalAsItIs() throws {
    let memo = String(repeating: "many words ", count: 12)
    #expect(
      try shell.lines(
        "item add Weight --kind singleValue", "log Weight 1 --at 2026-01-02 --memo '\(memo)end'"
      ).status == 0)
    let terminal = try shell.terminal(columns: 60)
    try terminal.wait(for: prompt)
    terminal.type("fetch Memo\n")
    let narrow = try terminal.wait(for: "(1 row)")
    #expect(narrow.contains("many words m") && narrow.contains("…"))
    #expect(narrow.components(separatedBy: "\n").dropFirst().allSatisfy { $0.count <= 60 })
    try terminal.wait(for: prompt)
    terminal.resize(columns: 200, rows: 24)
    terminal.type("fetch Memo\n")
    #expect(try terminal.wait(for: "(1 row)").contains("many words end"))
    try terminal.wait(for: prompt)
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
  }

  @Test func showsLongOutputPageByPage() throws {
    let variables = ["APPSHELL_PAGER": "sed s/^/page:/"]
    let terminal = try shell.terminal(environment: variables, rows: 10)
    try terminal.wait(for: prompt)
    terminal.type("help\n")
    try terminal.wait(for: "page:help COMMAND explains a command.")
    try terminal.wait(for: prompt)
    terminal.type("help --no-pager\n")
    #expect(try !terminal.wait(for: "explains a command.").contains("page:"))
    try terminal.wait(for: prompt)
    terminal.type("echo short\n")
    try terminal.wait(for: "\nshort\n")
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
    // A command of the system's shell is looked at too, a script isn't, nor is a dumb terminal.
    #expect(try shell.terminal(["help"], environment: variables).end().shown.contains("page:"))
    #expect(
      try !shell.terminal(["-c", "help"], environment: variables).end().shown.contains("page:"))
    let dumb = variables.merging(["TERM": "dumb"]) { $1 }
    #expect(try !shell.terminal(["help"], environment: dumb).end().shown.contains("page:"))
  }

  @Test func isPlainOnADumbTerminal() throws {
    let terminal = try shell.terminal(environment: ["TERM": "dumb"])
    try terminal.wait(for: prompt)
    terminal.type("item add Weight --kind singleValue\n")
    try terminal.wait(for: prompt)
    terminal.type("item list\n")
    let list = try terminal.wait(for: "(1 row)")
    #expect(list.contains("\nname    kind         data\n"))
    terminal.type("frobnicate\nquit\n")
    let (status, shown) = try terminal.end()
    #expect(status == 0)
    #expect(!shown.contains("\u{1B}"))
    #expect(!terminal.everything.contains(0x1B))
  }

  @Test func tellsOfAuthorAndTransactionInThePrompt() throws {
    let terminal = try shell.terminal()
    try terminal.wait(for: prompt)
    terminal.type("author import\n")
    try terminal.wait(for: "\nappshell import> ")
    terminal.type("begin\n")
    try terminal.wait(for: "\nappshell import*> ")
    terminal.type("rollback\n")
    try terminal.wait(for: "\nappshell import> ")
    terminal.type("author appshell\n")
    try terminal.wait(for: "\nappshell> ")
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
    try shell.write("prompt = '{transaction}$ '\nauthor = Ada\n", to: "config")
    let own = try shell.terminal(["--config", shell.folder.file("config").path])
    try own.wait(for: "$ ")
    own.type("begin\n")
    try own.wait(for: "\n*$ ")
    own.type("quit\n")
    #expect(try own.end().status == 0)
  }

  @Test func keepsWhoeverLeavesATransactionOnce() throws {
    let terminal = try shell.terminal()
    try terminal.wait(for: prompt)
    terminal.type("begin\nitem add Weight --kind singleValue\nquit\n")
    try terminal.wait(for: "error: leaving would drop 1 unsaved change")
    terminal.type("save\nbegin\nlog Weight 5\n")
    try terminal.wait(for: "logged")
    terminal.type("quit\n")
    try terminal.wait(for: "error: leaving would drop")
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
    let counts = try shell.lines("count Item", "count ItemData", options: ["--format", "csv"])
    #expect(counts.output == "count\n1\ncount\n0\n")
  }

  @Test func asksBeforeItDeletesDataPoints() throws {
    #expect(try shell.lines("item add Weight --kind singleValue", "log Weight 5").status == 0)
    let terminal = try shell.terminal()
    try terminal.wait(for: prompt)
    terminal.type("item delete Weight\n")
    try terminal.wait(for: "delete Weight with 1 data point? [y/N]")
    terminal.type("no\n")
    try terminal.wait(for: "nothing was deleted")
    terminal.type("item delete Weight\n")
    try terminal.wait(for: "delete Weight with 1 data point? [y/N]")
    terminal.type("y\n")
    try terminal.wait(for: "deleted Weight with 1 data point")
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
    #expect(try shell.lines("count Item", options: ["--format", "csv"]).output == "count\n0\n")
  }
}
