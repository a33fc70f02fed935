import Foundation
import Testing

@testable import StrataShell

@MainActor
@Suite("Completion")
struct CompletionTests {
  private func candidates(_ line: String) throws -> [String] {
    let toy = try ToyShell(commands: [
      Command(
        ["stats"], "",
        options: [
          .value("by", "UNIT", choices: ["day", "week"]), .flag("all"),
          .value("tag", "T", isRepeatable: true),
        ], completion: { request, _ in ["\(request.option ?? "argument")\(request.argumentIndex)"] }
      ) { _, _ in }
    ])
    toy.environment.names = ["Ada", "Grace Hopper", "Grace Kelly", "O'Neil"]
    let alias = RawText(text: "s = 'stats --all'", column: 1, range: "".startIndex..<"".endIndex)
    try toy.shell.aliases.set(alias)
    return toy.shell.completions(for: line).candidates
  }

  @Test(
    "offers what may stand at the cursor",
    arguments: [
      ("na", ["name"]), ("name ", ["add", "list"]), ("name l", ["list"]), ("zzz", []),
      ("time na", ["name"]), ("name add A", ["Ada"]), ("name add Ada A", ["Ada"]),
      ("name add Gr", ["'Grace Hopper'", "'Grace Kelly'"]),
      ("name add 'Grace K", ["'Grace Kelly'"]), ("name add \"Grace K", ["\"Grace Kelly\""]),
      ("name add O", ["\"O'Neil\""]),
      (
        "name add -",
        ["--format", "--help", "--json", "--limit", "--loud", "--no-header", "--no-pager"]
      ),
      ("stats --by ", ["day", "week"]),
      ("stats --by w", ["week"]),
      (
        "stats --all --",
        ["--by", "--format", "--help", "--json", "--limit", "--no-header", "--no-pager", "--tag"]
      ),
      ("stats --by=w", ["--by=week"]), ("stats --format=t", ["--format=table", "--format=tsv"]),
      ("name list --format js", ["json"]), ("stats --tag=", ["--tag=tag0"]), ("stats -- --", []),
      ("s --by w", ["week"]), ("s x ", ["argument1"]), ("ti", ["time"]),
      ("s", ["s", "source", "stats"]),
      ("unalias ", ["s"]), ("format --no", ["--no-header", "--no-pager"]),
      ("completion b", ["bash"]),
      ("stats --tag x --t", ["--tag"]), ("stats --tag ", ["tag0"]), ("stats x ", ["argument1"]),
      ("stats --by day ", ["argument0"]), ("help name a", ["add"]), ("format c", ["csv"]),
    ])
  func offers(line: String, expected: [String]) throws {
    #expect(try candidates(line) == expected)
  }

  @Test("doesn't offer names that a terminal would act on")
  func control() throws {
    let toy = try ToyShell()
    toy.environment.names = ["evil\u{1B}[2J", "east\u{202E}", "edna"]
    #expect(toy.shell.completions(for: "name add e").candidates == ["edna"])
  }

  @Test("knows where the word begins")
  func start() throws {
    let toy = try ToyShell()
    #expect(toy.shell.completions(for: "name add 'ä b").start == 9)
    #expect(toy.shell.completions(for: "é ").start == 3)
  }

  @Test("gives a library that knows no quotes its part of a candidate")
  func replacements() {
    let completions = Completions(
      line: "add 'Grace K", start: 4, candidates: ["'Grace Kelly'", "'Grey'"])
    #expect(completions.replacements(ofLast: 1) == ["Kelly'"])
    #expect(completions.replacements(ofLast: 8) == ["'Grace Kelly'", "'Grey'"])
    #expect(completions.replacements(ofLast: 12) == [])
  }

  @Test("completes names of files")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "completion-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("script folder"), withIntermediateDirectories: true)
    for name in ["script.txt", "other", ".hidden"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    let path = folder.path + "/"
    #expect(
      FileCompletion.candidates(for: path + "scr")
        == [path + "script folder/", path + "script.txt"])
    #expect(FileCompletion.candidates(for: path + ".") == [path + ".hidden"])
    #expect(
      try candidates("source \(path)scr") == ["'\(path)script folder/'", "\(path)script.txt"])
  }
}
