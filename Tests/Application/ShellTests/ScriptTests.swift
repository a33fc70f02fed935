import Foundation
import Testing

@testable import StrataShell

@MainActor
@Suite("Scripts")
final class ScriptTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "shell-tests-\(UUID().uuidString)")
    let inner = folder.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @discardableResult
  private func write(_ text: String, _ name: String) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  @Test("a script includes others relative to itself")
  func relative() async throws {
    let main = try write("source inner/a.txt\necho end", "main.txt")
    try write("source b.txt", "inner/a.txt")
    try write("echo inner", "inner/b.txt")
    let toy = try ToyShell()
    #expect(await toy.shell.run([.script(path: main)]) == .success)
    #expect(toy.text == "inner\nend\n")
  }

  @Test("an error in an included script is shown once, and stops the outer one")
  func nestedError() async throws {
    let main = try write("source bad.txt\necho end", "main.txt")
    try write("echo in\n\nnonsense", "bad.txt")
    let toy = try ToyShell()
    #expect(await toy.shell.run([.script(path: main)]) == .commandFailed)
    #expect(toy.text == "in\n")
    #expect(
      toy.errors == """
        bad.txt:3:1: error: there is no command “nonsense”
          hint: help lists the commands

        """)
  }

  @Test("quit in an included script leaves the shell")
  func nestedQuit() async throws {
    let main = try write("source q.txt\necho end", "main.txt")
    try write("quit", "q.txt")
    let toy = try ToyShell()
    #expect(await toy.shell.run([.script(path: main), .line("echo after")]) == .success)
    #expect(toy.text == "")
  }

  @Test("a script that includes itself is an error, not an endless loop")
  func recursion() async throws {
    let main = try write("source main.txt", "main.txt")
    let toy = try ToyShell()
    #expect(await toy.shell.run([.script(path: main)]) == .commandFailed)
    #expect(
      toy.errors == """
        main.txt:1: error: lines are nested more than 16 deep
          hint: does a script include itself?

        """)
  }

  @Test("a folder and a missing file are no scripts")
  func notReadable() async throws {
    let toy = try ToyShell(keepsGoing: true)
    let missing = folder.appendingPathComponent("none").path
    let status = await toy.shell.run([
      .script(path: folder.path), .script(path: missing), .line("source '\(missing)'"),
    ])
    #expect(status == .commandFailed)
    #expect(
      toy.errors == """
        error: can't read the script “\(folder.path)”: it is a folder
        error: can't read the script “\(missing)”: No such file or directory
        -c:1:8: error: can't read the script “\(missing)”: No such file or directory

        """)
  }

  @Test("CRLF line ends, a byte order mark and a missing last line end make no difference")
  func lineEnds() async throws {
    let main = try write("\u{FEFF}echo a\r\necho b \\\r\n  c\r\n\r\necho d", "main.txt")
    let toy = try ToyShell()
    #expect(await toy.shell.run([.script(path: main)]) == .success)
    #expect(toy.text == "a\nb c\nd\n")
  }

  @Test("a long script is read in pieces")
  func longScript() async throws {
    let lines = (0..<20_000).map { "# comment line number \($0)" }.joined(separator: "\n")
    let main = try write(lines + "\necho done", "main.txt")
    let toy = try ToyShell()
    #expect(await toy.shell.run([.script(path: main)]) == .success)
    #expect(toy.text == "done\n")
  }

  @Test("a pipe is read until its end")
  func pipeInput() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("echo a\nnonsense".utf8))
    try pipe.fileHandleForWriting.close()
    let source = FileLineSource(
      descriptor: pipe.fileHandleForReading.fileDescriptor, name: "<stdin>",
      interruption: Cancellation(), termination: Cancellation())
    let toy = try ToyShell()
    #expect(await toy.shell.run([.standardInput], standardInput: source) == .commandFailed)
    #expect(toy.text == "a\n")
    #expect(toy.errors.hasPrefix("<stdin>:2:1: error: "))
  }
}
