import Foundation
import StrataTestSupport
import Testing

@testable import StrataShell

@MainActor
@Suite("Pager")
struct PagerTests {
  private let folder: TemporaryFolder
  private let screen = CapturedOutput(isTerminal: true, size: TerminalSize(columns: 80, rows: 10))
  private let errors = CapturedOutput(isTerminal: true)
  private let output: Output

  init() throws {
    folder = try TemporaryFolder()
    output = Output(standardOutput: screen, standardError: errors)
  }

  private var pages: String {
    (try? String(contentsOf: folder.file("pages"), encoding: .utf8)) ?? ""
  }

  private func show(_ lines: Int, isTyped: Bool = true, command: String? = nil) throws {
    output.pager = Pager(command: command ?? "cat >'\(folder.file("pages").path)'")
    output.beginLine(isTyped: isTyped)
    for number in 1...lines { output.answer("line \(number)") }
    output.warning("careful")
    try output.finishLine()
  }

  @Test("shows what is longer than the screen, and warnings when it has been read")
  func long() throws {
    try show(5000)
    #expect(pages.hasPrefix("line 1\nline 2\n") && pages.hasSuffix("line 5000\n"))
    #expect(screen.text.isEmpty)
    #expect(errors.text == "warning: careful\n")
  }

  @Test("isn't started for what fits, for nobody, or when it isn't wanted")
  func short() throws {
    try show(9)
    try show(50, isTyped: false)
    output.tableStyle.usesPager = false
    try show(50)
    #expect(pages.isEmpty)
    #expect(screen.text.split(separator: "\n").count == 109)
  }

  @Test("that is left early is no error")
  func left() throws {
    try show(100_000, command: "head -n 1 >'\(folder.file("pages").path)'")
    #expect(pages == "line 1\n")
    try show(3)
    #expect(screen.text == "line 1\nline 2\nline 3\n")
  }

  @Test("isn't waited with for what comes bit by bit")
  func streamed() throws {
    output.pager = Pager(command: "cat >'\(folder.file("pages").path)'")
    output.beginLine(isTyped: true)
    for number in 1...30 {
      output.answer("line \(number)")
      try output.flush()
      #expect(screen.text.hasSuffix("line \(number)\n"))
    }
    try output.finishLine()
    #expect(pages.isEmpty)
  }

  @Test(
    "is the one that a person wants",
    arguments: [
      (["PAGER": "more -s"], nil, "more -s"),
      (["PAGER": "more", "TOY_PAGER": "sort"], nil, "sort"),
      (["PAGER": "more"], "sort -r", "sort -r"), (["PAGER": "cat"], nil, nil),
      (["PAGER": ""], nil, nil), (["PAGER": "more", "TERM": "dumb"], nil, nil),
      (["PAGER": "no-such-program"], nil, nil), (["PAGER": "'/a b/c' -d"], nil, "'/a b/c' -d"),
    ] as [([String: String], String?, String?)])
  func choice(variables: [String: String], configured: String?, expected: String?) throws {
    for name in ["more", "sort"] {
      let file = folder.file(name).path
      #expect(
        FileManager.default.createFile(
          atPath: file, contents: Data(), attributes: [.posixPermissions: 0o755]))
    }
    let variables = variables.merging(["PATH": folder.url.path]) { own, _ in own }
    let pager = Pager.find(program: "toy", configured: configured, variables: variables)
    #expect(pager?.command == expected)
  }
}
