import Foundation
import StrataTestSupport
import Testing

/// Data points and items that a person edits in an editor, here a script that replaces a text in the
/// file.
@Suite(.timeLimit(.scaledMinutes(5))) struct Editors {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    let made = try shell.lines(
      "item add Weight --kind singleValue --unit kg --memo 'in the morning'",
      "item add Place --kind optionWithInterval --option home --option work --option car",
      "log Weight 98.6 --at 2026-11-20T07:00 --memo 'a b'",
      "log Place home --at 2026-11-20T08:00 --until 2026-11-20T12:00 --select work,car")
    #expect(made.status == 0, "\(made.error)")
  }

  /// The variables of an editor that runs a script of `sed` on the file.
  private func sed(_ script: String) -> [String: String] {
    ["EDITOR": "sed -i '\(script)'", "TMPDIR": shell.folder.url.path]
  }

  /// The files that are left for the person.
  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: shell.folder.url.path)
      .filter { $0.hasPrefix("appshell-edit-") }
  }

  private func weight() throws -> String {
    try shell.lines(
      "data list Weight", options: ["--format", "csv", "--no-header"]
    ).output.split(separator: ",", maxSplits: 1).last.map(String.init) ?? ""
  }

  private var uid: String {
    get throws {
      let listed = try shell.lines(
        "data list Weight", options: ["--format", "csv", "--no-header"])
      return String(listed.output.prefix(8))
    }
  }

  @Test(arguments: [
    ("s/98.6 kg/97.5/", "2026-11-20T07:00:00Z,,97.5,,,[],a b\n"),
    ("s/98.6 kg/-3kg/", "2026-11-20T07:00:00Z,,-3.0,,,[],a b\n"),
    ("s/memo: .*/memo: it: --is #1/", "2026-11-20T07:00:00Z,,98.6,,,[],it: --is #1\n"),
    ("s/memo: .*/memo:/", "2026-11-20T07:00:00Z,,98.6,,,[],\n"),
    ("s/11-20 07:00/11-21 08:30/", "2026-11-21T08:30:00Z,,98.6,,,[],a b\n"),
    ("/^at:/d; s/98.6/98/", "2026-11-20T07:00:00Z,,98.0,,,[],a b\n"),
  ])
  func changeFields(script: String, row: String) throws {
    let edited = try shell.lines("data edit \(try uid) --editor", environment: sed(script))
    #expect(edited.status == 0 && edited.output.hasPrefix("Weight "), "\(edited)")
    #expect(try weight() == row)
    #expect(try files().isEmpty)
    #expect(try shell.lines("undo").status == 0)
    #expect(try weight() == "2026-11-20T07:00:00Z,,98.6,,,[],a b\n")
  }

  @Test func showTheFieldsOfTheKind() throws {
    let copy = shell.folder.file("copy").path
    let shown = try shell.lines(
      "data edit last --editor",
      environment: ["VISUAL": "cp -- \"$1\" \(copy); :", "EDITOR": "false"])
    #expect(shown.status == 0 && shown.output == "nothing was changed\n", "\(shown)")
    let lines = try shell.read("copy").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      lines == [
        "at: 2026-11-20 08:00", "until: 2026-11-20 12:00", "option: home", "select: work, car",
        "memo: ",
      ])
    let edited = try shell.lines(
      "data edit last --editor",
      environment: sed("s/: home/: work/; s/select: .*/select:/; s/12:00/13:00/"))
    #expect(edited.output.hasSuffix("work, Fri 2026-11-20 08:00 to Fri 2026-11-20 13:00\n"))
  }

  @Test func changeItems() throws {
    let edited = try shell.lines(
      "item edit we --editor", environment: sed("s/: kg/: lb/; s/name: .*/name: Mass/"))
    #expect(edited.status == 0 && edited.output == "changed name, unit of Mass\n", "\(edited)")
    #expect(edited.error.contains("the values of 1 data point stay as they are"))
  }

  @Test(arguments: ["", "d", "/^[^#]/d"])
  func doNothingWithoutChanges(script: String) throws {
    for line in ["data edit last --editor", "item edit Weight --editor"] {
      let result = try shell.lines(line, environment: sed(script))
      #expect(result.status == 0 && result.output == "nothing was changed\n", "\(result)")
    }
    #expect(try files().isEmpty)
  }

  @Test(arguments: [
    ("s/98.6 kg/heavy/", "“heavy” is not a number"), ("s/kg/lb/", "is not the unit of Weight"),
    ("s/at: .*/at: someday/", "someday"), ("s/value:/val:/", "line 6: there is no field “val”"),
    ("s/value:/value/", "is no field"), ("s/memo:/value:/", "value is given twice"),
    ("s/at: .*/at:/", "date"),
  ])
  func keepMistakenTexts(script: String, message: String) throws {
    let before = try weight()
    let result = try shell.lines("data edit \(try uid) --editor", environment: sed(script))
    #expect(result.status == 1 && result.error.contains(message), "\(result)")
    let file = try #require(try files().first)
    #expect(result.error.contains("what you wrote is in \(shell.folder.file(file).path)"))
    #expect(try weight() == before)
  }

  @Test(arguments: [
    ("false", "the editor “false” failed with status 1"),
    ("/nowhere/editor", "the editor “/nowhere/editor” can't be started"),
    ("kill -9 $$;", "the editor “kill -9 $$;” was ended by signal 9"),
  ])
  func tellFailures(editor: String, message: String) throws {
    let result = try shell.lines(
      "data edit last --editor", environment: ["EDITOR": editor, "TMPDIR": shell.folder.url.path])
    #expect(result.status == 1 && result.error.contains("error: \(message)\n"), "\(result)")
    #expect(try files().isEmpty)
  }

  /// Ctrl-C goes to all programs of the terminal. Editors use it as a key.
  @Test func leaveInterruptionsToTheEditor() throws {
    let result = try shell.lines(
      "data edit last --editor",
      environment: [
        "EDITOR": "kill -INT $PPID $$; sed -i s,home,work,",
        "TMPDIR": shell.folder.url.path,
      ])
    #expect(result.status == 0 && result.output.contains("work"), "\(result)")
    #expect(try files().isEmpty)
  }

  @Test func takeLineEndsOfOtherSystems() throws {
    let edited = try shell.lines(
      "item edit Weight --editor", environment: sed("s/: kg/: lb/; s/$/\\r/"))
    #expect(edited.output == "changed unit of Weight\n", "\(edited)")
    let memo = "a\r\nb"
    let set = ["--store", shell.store, "item", "edit", "Weight", "--memo", memo]
    #expect(try shell.run(set).status == 0)
    let again = try shell.lines("item edit Weight --editor", environment: sed("s/: lb/: kg/"))
    #expect(again.output == "changed unit of Weight\n", "\(again)")
    let item = try shell.lines("fetch Item where name == 'Weight'", options: ["--format", "json"])
    #expect(item.output.contains(#""memo":"a\r\nb""#), "\(item)")
  }

  @Test func keepLabelsWithCommas() throws {
    let made = try shell.lines(
      "item add Snack --kind singleValue --option 'nuts, salted' --option fruit",
      "log Snack 1 --select 0,1")
    #expect(made.status == 0, "\(made.error)")
    let edited = try shell.lines(
      "data edit last --editor", environment: sed("s/value: 1/value: 2/"))
    #expect(edited.status == 0 && edited.output.contains("2"), "\(edited)")
  }

  /// The editor moves the store away, so that the save fails.
  @Test func loseNothingWhenTheSaveFails() throws {
    let result = try shell.lines(
      "data edit last --editor",
      environment: [
        "EDITOR": "mv '\(shell.store)' '\(shell.store).moved'; sed -i s,home,work,",
        "TMPDIR": shell.folder.url.path,
      ])
    #expect(result.status != 0 && result.error.contains("was deleted, moved or replaced"))
    let file = try #require(try files().first)
    #expect(result.error.contains("what you wrote is in \(shell.folder.file(file).path)"))
    #expect(try shell.read(file).contains("option: work"))
  }

  @Test func needATerminalOrAName() throws {
    let result = try shell.lines("item edit Weight --editor", environment: ["EDITOR": " "])
    #expect(result.status == 1 && result.error.contains("there is no terminal to edit in"))
    for line in ["data edit last 3 --editor", "data edit last --memo x --editor"] {
      #expect(try shell.lines(line, environment: sed("")).error.contains("--editor"))
    }
  }

  @Test func offerToEditAgain() throws {
    // The first time the script makes a mistake, and the second time it mends it.
    let terminal = try shell.terminal(
      environment: sed("s/: heavy/: 97/; s/98.6 kg/heavy/"))
    try terminal.wait(for: "appshell> ")
    terminal.type("data edit \(try uid) --editor\n")
    try terminal.wait(for: "edit again? [y/N]")
    terminal.type("y\n")
    try terminal.wait(for: "97 kg, Fri 2026-11-20 07:00")
    try terminal.wait(for: "appshell> ")
    terminal.type("data edit \(try uid) --editor\n")
    try terminal.wait(for: "nothing was changed")
    terminal.type("quit\n")
    #expect(try terminal.end().status == 0)
    #expect(try files().isEmpty)
  }

  @Test func changeNothingElseInATransaction() throws {
    let result = try shell.lines(
      "begin", "log Weight 90 --at 2026-11-22", "item edit Weight --editor",
      options: ["--keep-going"],
      environment: sed("s/: kg/: lb/; s/name: .*/name: place/"))
    #expect(result.error.contains("there is an item “Place” already"), "\(result)")
    #expect(try files().count == 1)
  }
}
