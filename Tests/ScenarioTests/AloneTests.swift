import Foundation
import TestSupport
import Testing

/// Small programs that each import one module alone.
@Suite struct ModulesAlone {
  @Test(arguments: [
    (
      "DomainAlone",
      "Weight singleValue 98.6 [63]\n"
    ),
    ("MacroSyntaxAlone", "class Book 2\n"),
    ("ObservationAlone", "true\nsaved 7\n0\n"),
    (
      "StackAlone", "true\n[\"Leaves of Grass on Poems\"]\n"
    ),
    ("StorageAlone", "1 [\"1: 1.5\", \"2: 2.5\"]\n[\"1 alone 2\"]\n"),
    ("ShellAlone", "count\n2\ncount\n42\nsuccess\n"),
  ])
  func workWithoutTheOthers(program: String, expected: String) throws {
    let result = try run(program)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix(expected))
  }

  @Test func schemaTellsWhereAQueryIsWrong() throws {
    let lines = try run("SchemaAlone").lines
    #expect(lines.first == #"where title BEGINSWITH[c] "the" sort by title limit 3"#)
    #expect(lines.last == "column 7: Book has no property titel; did you mean title?")
  }

  private func run(_ program: String) throws -> AppShell.Result {
    let shell = try AppShell()
    let url = try AppShell.executable.deletingLastPathComponent().appendingPathComponent(program)
    return try RunningProgram(
      url, [], input: try shell.write("", to: "nothing"), environment: [:], folder: shell.folder
    ).result()
  }
}
