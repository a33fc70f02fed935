import Foundation
import Testing

@testable import StrataShell

@MainActor
@Suite("Echoed lines")
struct EchoTests {
  private func makeShell(
    format: OutputFormat = .table, isQuiet: Bool = false, keepsGoing: Bool = false
  ) throws -> ToyShell {
    var configuration = ShellConfiguration()
    configuration.echoesLines = true
    return try ToyShell(
      keepsGoing: keepsGoing, format: format, isQuiet: isQuiet, configuration: configuration)
  }

  @Test("each line stands before its answer, as it was written")
  func lines() async throws {
    let toy = try makeShell()
    _ = await toy.run("# names\necho  one # two\n\necho a \\\n  b\nquit\necho never")
    #expect(
      toy.text == """
        > # names
        > echo  one # two
        one
        >
        > echo a \\
        ...   b
        a b
        > quit

        """)
  }

  @Test("a line that can't be run is shown before its error")
  func errors() async throws {
    let output = CapturedOutput()
    var configuration = ShellConfiguration()
    configuration.echoesLines = true
    configuration.keepsGoing = true
    // Both go to one place, as at a terminal.
    let environment = ToyEnvironment(Output(standardOutput: output, standardError: output))
    let shell = try Shell(environment: environment, commands: [], configuration: configuration)
    _ = await shell.run(TextLineSource("nonsense\necho 'a\necho b \\", name: "s"))
    #expect(
      output.text == """
        > nonsense
        s:1:1: error: there is no command “nonsense”
          hint: help lists the commands
        > echo 'a
        s:2:6: error: the quote ' is not closed
          hint: write "it's" for a word with an apostrophe
        > echo b \\
        s:3: error: the last line ends in a backslash, but no line follows
          hint: remove the backslash, or add the line

        """)
  }

  @Test("quiet leaves them, and data has standard output for itself")
  func formats() async throws {
    let toy = try makeShell(format: .csv, isQuiet: true)
    _ = await toy.run("name add Ada\nname list")
    #expect(toy.text == "name,length\nAda,3\n")
    #expect(toy.errors == "> name add Ada\n> name list\n")
  }

  @Test("lines given as arguments are shown, those of an included script aren't")
  func sources() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)")
    try Data("echo inner\n".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let toy = try makeShell()
    #expect(await toy.shell.run([.line("source \(url.path)"), .line("echo end")]) == .success)
    #expect(toy.text == "> source \(url.path)\ninner\n> echo end\nend\n")
  }

  @Test("control characters are made visible")
  func controls() async throws {
    let toy = try makeShell()
    _ = await toy.run("# \u{1B}[2J")
    #expect(toy.text == "> # \\u{1B}[2J\n")
  }
}
