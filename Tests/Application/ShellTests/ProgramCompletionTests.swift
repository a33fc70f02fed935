import Foundation
import StrataTestSupport
import Testing

@testable import StrataShell

@Suite("Completion of a program's arguments")
struct ProgramCompletionTests {
  private func place(_ words: [String], _ prefix: String) -> ProgramCompletion {
    ProgramCompletion(
      words, prefix: prefix, leading: [("demo", "shows it")], plugins: ["Alpha", "Beta"])
  }

  private func texts(_ words: [String], _ prefix: String) -> [String]? {
    guard case .candidates(let candidates) = place(words, prefix) else { return nil }
    return candidates.map(\.text)
  }

  @Test(
    "offers options and their values",
    arguments: [
      ([], "--no-c", ["--no-color", "--no-config"]), ([], "-", nil),
      (["--format"], "", ["csv", "json", "markdown", "table", "tsv"]),
      (["--memory", "--color"], "a", ["always", "auto"]), ([], "--format=js", ["--format=json"]),
      (["--plugins"], "", ["Alpha", "Beta"]), (["--without"], "Alpha,", ["Alpha,Beta"]),
      (["-c", "x", "--author"], "", []), (["demo"], "--quie", ["--quiet"]), (["demo"], "x", []),
    ] as [([String], String, [String]?)])
  func options(words: [String], prefix: String, expected: [String]?) {
    let found = texts(words, prefix)
    if let expected { #expect(found == expected) } else { #expect((found?.count ?? 0) > 15) }
  }

  @Test("leaves a command's words to its plugin")
  func commands() {
    let demo = [CompletionCandidate("demo", "shows it")]
    #expect(place([], "") == .command([], others: demo))
    #expect(place(["--store", "x"], "l") == .command([], others: demo))
    #expect(place(["--store=x", "log"], "We") == .command(["log"], others: []))
    #expect(place(["--", "log", "--"], "-") == .command(["log", "--"], others: []))
    #expect(place(["log", "--format"], "") == .command(["log", "--format"], others: []))
  }

  @Test("completes files")
  func files() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: folder.file("my.store"))
    #expect(texts(["--store"], folder.file("my").path) == [folder.file("my.store").path])
    #expect(texts(["-f"], folder.file("my").path) == [folder.file("my.store").path])
  }

  @Test(
    "gives bash what it puts in place of the word's last part",
    arguments: [
      ("toy show Gr", ["Grace Hopper", "Grey"], ["'Grace Hopper'", "Grey"]),
      ("toy show 'Grace H", ["Grace Hopper"], ["Grace Hopper"]),
      ("toy show \"a$", ["a$b`"], [#"a\$b\`"#]), ("toy show O", ["O'Neil"], [#"'O'\''Neil'"#]),
      ("toy list --format=j", ["--format=json"], ["json"]),
      ("toy --plugins=Alpha,B", ["--plugins=Alpha,Beta"], ["Alpha,Beta"]),
      ("toy add a:b", ["a:bc"], ["bc"]), ("toy ", ["$x", "(y)", "é"], ["'$x'", "'(y)'", "é"]),
    ])
  func bash(line: String, candidates: [String], expected: [String]) {
    let found = CompletionShell.bashCompletions(for: line, breaks: " \t\n\"'><=;|&(:") {
      _, prefix in
      candidates.map { CompletionCandidate($0) }.matching(prefix)
    }
    #expect(found == expected)
  }
}
