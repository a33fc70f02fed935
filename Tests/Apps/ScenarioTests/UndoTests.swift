import Testing

/// Lines taken back in another run than their own, or beside another program.
@Suite struct Undoing {
  private func store() throws -> AppShell {
    let shell = try AppShell()
    let made = try shell.lines(
      "item add Weight --kind singleValue --tag body",
      "item add Mood --kind singleOption --option a",
      "log Weight 1 --at 2026-11-20", "log Weight 2 --at 2026-11-21 --memo late")
    #expect(made.status == 0, "\(made.error)")
    return shell
  }

  private func count(_ entity: String, _ shell: AppShell) throws -> String? {
    try shell.lines("count \(entity)", options: ["--format", "csv"]).lines.last
  }

  @Test func takesBackWhatEarlierRunsAdded() throws {
    let shell = try store()
    let first = try shell.lines("undo")
    #expect(first.status == 0 && first.output.contains("which added 1 ItemData, 1 Memo"))
    #expect(try count("ItemData", shell) == "1")
    #expect(try count("Memo", shell) == "0")
    #expect(try shell.lines("undo 2").status == 0)
    #expect(try count("ItemData", shell) == "0")
    #expect(try count("ItemOption", shell) == "0")
    // The tag was made with the first item.
    #expect(try count("Tag", shell) == "1")
    #expect(try shell.lines("undo").status == 0)
    #expect(try count("Tag", shell) == "0")
    let last = try shell.lines("undo", "check")
    #expect(last.error.contains("there is nothing to undo"))
  }

  @Test func doesAgainWhatAnEarlierRunTookBack() throws {
    let shell = try store()
    #expect(
      try shell.lines("undo").output.contains(
        "took back “log Weight 2 --at 2026-11-21 --memo late”, save 4 of "))
    #expect(try shell.lines("undo").status == 0)
    #expect(
      try shell.lines("redo").output.contains(
        "did again “log Weight 1 --at 2026-11-20”, save 3 of "))
    #expect(try count("ItemData", shell) == "1")
    #expect(try shell.lines("redo 1").status == 0)
    #expect(try count("ItemData", shell) == "2")
    #expect(try count("Memo", shell) == "1")
    #expect(try shell.lines("redo").error.contains("there is nothing to redo"))
    // Both are there again, and go back in their order.
    #expect(try shell.lines("undo 2").output.contains("took back “log Weight 1 "))
    #expect(try count("ItemData", shell) == "0")
    #expect(try shell.lines("redo").output.contains("“log Weight 2 "))
    #expect(try count("ItemData", shell) == "2")
    #expect(try shell.lines("check").status == 0)
  }

  @Test func doesNothingAgainOnceSomethingElseIsSaved() throws {
    let shell = try store()
    #expect(try shell.lines("undo", "log Weight 3").status == 0)
    #expect(try shell.lines("redo").error.contains("there is nothing to redo"))
    // What a run takes back itself, a later one can do again.
    #expect(try shell.lines("log Weight 4", "undo").status == 0)
    #expect(try count("ItemData", shell) == "2")
    #expect(try shell.lines("redo", options: ["--author", "ann"]).error.contains("not by ann"))
    #expect(try shell.lines("redo").status == 0)
    #expect(try count("ItemData", shell) == "3")
  }

  @Test func takesBackWhatEarlierRunsChanged() throws {
    let shell = try store()
    #expect(try shell.lines("item rename Weight Mass").status == 0)
    #expect(try shell.lines("log Mass 3").status == 0)
    let result = try shell.lines("undo 2")
    #expect(result.status == 0, "\(result.error)")
    #expect(
      result.output.contains("which added 1 ItemData") && result.output.contains("changed 1 Item"))
    #expect(try count("ItemData", shell) == "2")
    #expect(try shell.lines("item show Weight").status == 0)
  }

  @Test func leavesTheSavesOfOthers() throws {
    let shell = try store()
    #expect(try shell.lines("log Weight 3", options: ["--author", "ann"]).status == 0)
    let refused = try shell.lines("undo")
    #expect(refused.status == 1 && refused.error.contains("was made by ann"))
    #expect(try shell.lines("undo", options: ["--author", "ann"]).status == 0)
    #expect(try count("ItemData", shell) == "2")
  }

  @Test func takesBackLinks() throws {
    let shell = try store()
    let before = try shell.lines("item show Mood", "tag list").output
    #expect(try shell.lines("tag add Mood body").status == 0)
    #expect(try shell.lines("item show Mood", "tag list").output != before)
    #expect(try shell.lines("undo").status == 0)
    #expect(try shell.lines("item show Mood", "tag list").output == before)
  }

  /// Another program changes the same between a line and its undo.
  @Test func tellsWhatOthersHaveChanged() throws {
    let shell = try store()
    let result = try shell.pipeline(
      #"""
      (
        echo 'item rename Weight Mass'
        until "$APPSHELL" --store tracker.store -c 'item show Mass' >other 2>&1; do :; done
        "$APPSHELL" --store tracker.store -c 'item rename Mass Body' >other
        echo 'undo'
        echo 'item list'
        echo 'undo --discard'
        echo 'undo'
      ) | "$APPSHELL" --store tracker.store --keep-going
      """#)
    #expect(result.error.contains("name of Item/1 was changed by somebody else since"))
    #expect(result.output.contains("Body"))
    #expect(result.output.contains("gave up: item rename Weight Mass"))
    // The last save is the other program's, under the same author.
    #expect(result.output.contains("took back “item rename Mass Body”, save 6 of "))
  }

  @Test(arguments: [
    ["data delete last"], ["item delete Weight --yes"],
    ["delete ItemData where TRUEPREDICATE"], ["data edit last 5"],
  ])
  func takesBackWhatEarlierRunsDeletedOrChanged(lines: [String]) throws {
    let shell = try AppShell()
    let made = try shell.lines(
      "item add Weight --kind singleValue", "log Weight 1 --at 2026-01-01",
      "log Weight 2 --at 2026-01-02 --memo late")
    #expect(made.status == 0)
    let shown = ["data list", "count Item", "count Memo"]
    let before = try shell.lines(shown[0], shown[1], shown[2]).output
    for line in lines { #expect(try shell.lines(line).status == 0) }
    #expect(try shell.lines(shown[0], shown[1], shown[2]).output != before)
    let result = try shell.lines("undo")
    #expect(result.status == 0, "\(result)")
    #expect(try shell.lines(shown[0], shown[1], shown[2]).output == before)
    // The one before that, and not what the undo has brought back.
    #expect(try shell.lines("undo").output.contains("which added 1 ItemData, 1 Memo"))
    #expect(try shell.lines("check").output.contains("the store is sound"))
  }

  @Test func goesOnBehindWhatAnUndoHasBroughtBack() throws {
    let shell = try AppShell()
    let made = try shell.lines(
      "item add Weight --kind singleValue", "log Weight 1", "delete ItemData where TRUEPREDICATE",
      "undo")
    #expect(made.status == 0)
    #expect(try shell.lines("count ItemData", options: ["--format", "csv"]).output == "count\n1\n")
    #expect(try shell.lines("undo").output.contains("which added 1 ItemData"))
    #expect(try shell.lines("count ItemData", options: ["--format", "csv"]).output == "count\n0\n")
  }

  @Test func takesBackAnySave() throws {
    let shell = try store()
    #expect(try shell.lines("item delete Weight --yes").status == 0)
    #expect(try shell.lines("item add Steps --kind singleValue", "log Steps 5").status == 0)
    let number = try #require(
      try shell.lines("history", options: ["--format", "csv"]).lines.dropFirst().first {
        $0.contains("item delete Weight") || $0.hasPrefix("5,")
      }?.split(separator: ",").first)
    let shown = try shell.lines("history show \(number)").output
    #expect(shown.contains("name=Weight"))
    #expect(try shell.lines("undo --save \(number)").status == 0)
    #expect(try count("ItemData", shell) == "3")
    #expect(try shell.lines("item show Weight", "item show Steps").status == 0)
    let again = try shell.lines("undo --save \(number)")
    #expect(again.status == 1 && again.error.contains("can't be taken back"))
    #expect(!again.error.contains("somebody else"))
    for line in ["undo 2 --save \(number)", "undo --save \(number) --discard"] {
      let mixed = try shell.lines(line)
      #expect(mixed.status == 1 && mixed.error.contains("goes with nothing else"), "\(mixed)")
    }
    let unknown = try shell.lines("undo --save 999")
    #expect(unknown.status == 1 && unknown.error.contains("remembers no transaction 999"))
  }

  @Test func goesOnBehindWhatARunHasTakenBackItself() throws {
    let shell = try AppShell()
    let made = try shell.lines(
      "item add Weight --kind singleValue", "log Weight 1", "log Weight 2", "undo")
    #expect(made.status == 0)
    #expect(try shell.lines("undo").output.contains("which added 1 ItemData"))
    #expect(try shell.lines("undo").output.contains("which added 1 Item\n"))
    #expect(try shell.lines("undo").status == 1)
  }
}
