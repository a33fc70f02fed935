import Foundation
import Testing

@testable import StrataShell

@MainActor
@Suite("Output")
struct OutputTests {
  private let standardOutput = CapturedOutput()
  private let standardError = CapturedOutput()

  private func output(
    _ format: OutputFormat = .table, isQuiet: Bool = false
  ) -> Output {
    Output(
      standardOutput: standardOutput, standardError: standardError, format: format,
      isQuiet: isQuiet)
  }

  @Test("messages go to standard output for people only", arguments: OutputFormat.allCases)
  func messages(format: OutputFormat) throws {
    let output = output(format)
    output.message("hello")
    try output.flush()
    #expect(standardOutput.text == (format == .table ? "hello\n" : ""))
    let object =
      #"{"kind":"message","message":"hello","hint":null,"place":null,"line":null,"column":null}"#
    #expect(
      standardError.text
        == (format == .table ? "" : (format == .json ? object : "hello") + "\n"))
  }

  @Test("quiet leaves out messages and row counts, not data, warnings or what was asked for")
  func quiet() throws {
    let output = output(isQuiet: true)
    output.message("hello")
    output.answer("answer")
    output.warning("careful")
    try output.print(Table(["a"], rows: [[.integer(1)]]))
    try output.flush()
    #expect(standardOutput.text == "answer\na\n-\n1\n")
    #expect(standardError.text == "warning: careful\n")
  }

  @Test(
    "what is shown in words is a text for people, and the value for programs",
    arguments: [
      (.table, "     n  d\n------  -----\n 82.13  today\n(none)\n(2 rows)\n"),
      (
        .markdown,
        "|      n | d     |\n| -----: | ----- |\n|  82.13 | today |\n| (none) |       |\n"
      ),
      (.csv, "n,d\n82.1333,2001-01-01T00:00:00Z\n,\n"),
      (.tsv, "n\td\n82.1333\t2001-01-01T00:00:00Z\n\t\n"),
      (.json, #"{"n":82.1333,"d":"2001-01-01T00:00:00Z"}"# + "\n" + #"{"n":null,"d":null}"# + "\n"),
    ] as [(OutputFormat, String)])
  func shownValues(format: OutputFormat, text: String) throws {
    let output = output(format)
    output.timeZone = .gmt
    let date = Cell.date(Date(timeIntervalSinceReferenceDate: 0))
    try output.print(
      Table(
        ["n", "d"],
        rows: [
          [.shown(.real(82.1333), as: "82.13"), .shown(date, as: "today")],
          [.shown(.null, as: "(none)"), .null],
        ]))
    try output.flush()
    #expect(standardOutput.text == text)
  }

  @Test("an error has its place, and its hint on lines of its own")
  func errors() {
    let error = ShellError("no\u{1B}[2J", hint: "a\nb", column: 3)
    output().report(error, in: LogicalLine("abc", sourceName: "s.txt", lineNumber: 4))
    output().report(error, in: LogicalLine("abc"))
    output().report(ShellError("gone", kind: .outputClosed))
    #expect(
      standardError.text == """
        s.txt:4:3: error: no\\u{1B}[2J
          hint: a
                b
        error: no\\u{1B}[2J
          hint: a
                b

        """)
  }

  @Test("any error can be shown")
  func conversion() {
    struct Plain: Error, CustomStringConvertible { var description: String { "plain words" } }
    struct Rich: ShellErrorConvertible {
      var shellError: ShellError { ShellError("rich", hint: "do this", column: 2) }
    }
    #expect(ShellError(Plain()).message == "plain words")
    #expect(ShellError(Rich()) == ShellError("rich", hint: "do this", column: 2))
    #expect(ShellError(CancellationError()) == .interrupted)
    #expect(ShellError("a", hint: "b").description == "a\n  hint: b")
  }

  @Test(
    "kinds of errors have their exit status",
    arguments: [
      (.syntax, 1), (.usage, 1), (.failed, 1), (.interrupted, 1), (.outputClosed, 0),
      (.programUsage, 2), (.storeUnavailable, 3),
    ] as [(ShellError.Kind, Int32)])
  func statuses(kind: ShellError.Kind, status: Int32) {
    #expect(ShellError("x", kind: kind).exitStatus.rawValue == status)
  }

  @Test(
    "colors are for terminals, unless wanted always", arguments: [true, false], ColorChoice.allCases
  )
  func colors(isTerminal: Bool, choice: ColorChoice) throws {
    let standardOutput = CapturedOutput(isTerminal: isTerminal)
    let standardError = CapturedOutput(isTerminal: isTerminal)
    let output = Output(
      standardOutput: standardOutput, standardError: standardError, color: choice)
    output.report(ShellError("x"))
    try output.print(Table(["a"]))
    try output.flush()
    let hasColor = choice == .always || choice == .auto && isTerminal
    #expect(standardError.text.contains("\u{1B}[1;31merror:\u{1B}[0m x\n") == hasColor)
    #expect(standardOutput.text.contains("\u{1B}[1ma\u{1B}[0m\n") == hasColor)
    #expect((standardOutput.text + standardError.text).contains("\u{1B}") == hasColor)
  }

  @Test(
    "NO_COLOR and dumb terminals forbid colors where nothing else is said",
    arguments: [
      (.auto, [:], .auto), (.never, [:], .never), (.auto, ["NO_COLOR": "1"], .never),
      (.auto, ["NO_COLOR": ""], .auto), (.auto, ["TERM": "dumb"], .never),
      (.always, ["NO_COLOR": "1", "TERM": "dumb"], .always),
    ] as [(ColorChoice, [String: String], ColorChoice)])
  func colorWishes(choice: ColorChoice, variables: [String: String], expected: ColorChoice) {
    #expect(choice.resolved(variables: variables) == expected)
  }

  @Test("errors, warnings and messages are objects, with all fields, when the format is JSON")
  func errorObjects() throws {
    let output = output(.json)
    output.report(
      ShellError("no “x”\u{1B}", hint: "a\nb", column: 3, kind: .usage),
      in: LogicalLine("abc", sourceName: "s.txt", lineNumber: 4))
    output.report(ShellError("gone"))
    output.warning("careful")
    output.message("done")
    #expect(
      standardError.text == #"""
        {"kind":"usage","message":"no “x”\u001b","hint":"a\nb","place":"s.txt","line":4,"column":3}
        {"kind":"failed","message":"gone","hint":null,"place":null,"line":null,"column":null}
        {"kind":"warning","message":"careful","hint":null,"place":null,"line":null,"column":null}
        {"kind":"message","message":"done","hint":null,"place":null,"line":null,"column":null}

        """#)
  }

  @Test("what happens is told to whoever wants to know", arguments: [true, false])
  func details(isVerbose: Bool) {
    let output = Output(
      standardOutput: standardOutput, standardError: standardError, isVerbose: isVerbose)
    output.detail("saved\n1")
    #expect(standardError.text == (isVerbose ? "# saved\\n1\n" : ""))
  }

  @Test("progress is shown on a terminal, seldom, and taken away before anything else")
  func progress() throws {
    let standardError = CapturedOutput(isTerminal: true)
    let output = Output(standardOutput: standardOutput, standardError: standardError)
    for number in 0..<1000 { output.progress("rows", completed: number * 10, total: 10_000) }
    output.message("done")
    try output.flush()
    #expect(standardError.text.hasPrefix("\r\u{1B}[Krows 0 of 10000 (0 %)"))
    #expect(standardError.text.hasSuffix("\r\u{1B}[K"))
    #expect(standardError.text.count < 1000)
  }

  @Test("progress isn't shown on a terminal that can't take a line back")
  func dumbProgress() {
    let variables = ["TERM": "dumb"]
    let standardError = CapturedOutput(isTerminal: true)
    let output = Output(
      standardOutput: standardOutput, standardError: standardError,
      showsProgress: Output.allowsProgress(variables: variables))
    output.progress("rows", completed: 1)
    output.endProgress()
    #expect(standardError.bytes.isEmpty)
    #expect(Output.allowsProgress(variables: ["TERM": "xterm"]))
  }

  @Test(
    "no data move the cursor of a terminal, and all go exactly into a file",
    arguments: OutputFormat.allCases, [true, false])
  func control(format: OutputFormat, isTerminal: Bool) throws {
    let evil = "a\u{1B}[2J\u{9B}1m\u{7}\u{8}\u{7F}\r\u{202E}b\u{2066}c\0d\te\nf"
    let sink = CapturedOutput(isTerminal: isTerminal)
    let output = Output(standardOutput: sink, standardError: sink, format: format)
    try output.print(
      Table([Table.Column(evil)], rows: [[.text(evil)], [.list([.text(evil)])], [.text(evil)]]))
    output.answer(evil)
    output.warning(evil)
    output.report(ShellError(evil, hint: evil), at: SourcePlace(name: evil, line: 1))
    output.progress(evil, completed: 1)
    output.endProgress()
    try output.flush()
    // The program's own way to write a line again.
    let shown = sink.text.replacing("\r\u{1B}[K", with: "")
    let controls = shown.unicodeScalars.filter {
      $0 != "\n" && $0 != "\t" && VisibleText.isControl($0)
    }
    if format == .tsv, !isTerminal {
      #expect(sink.text.contains("\u{1B}[2J") && !sink.text.contains("\r"))
    } else if isTerminal || format != .csv {
      #expect(controls.isEmpty)
    } else {
      #expect(sink.text.hasPrefix("\"\(evil)\"\n\"\(evil)\"\n"))
    }
    if format == .json { #expect(sink.text.contains(#"\u001b[2J\u009b1m\u0007"#)) }
  }

  @Test("progress is shown nowhere else")
  func noProgress() {
    output().progress("rows", completed: 1)
    #expect(standardError.bytes.isEmpty)
  }
}
