import Foundation
import StrataTestSupport
import Testing

@testable import StrataShell

@MainActor
@Suite("Table styles")
struct TableStyleTests {
  private static let wide = Table(
    ["name", "number", "empty", "when", "memo"],
    rows: [
      [
        .text("a name of some length"), .integer(123_456_789_012), .null,
        .date(Date(timeIntervalSince1970: 0)), .text("東京東京東京東京東京東京東京 and more words"),
      ],
      [.text("b"), .null, .text(""), .null, .text("short")],
    ])

  private func text(
    _ table: Table, _ style: TableStyle = TableStyle(), columns: Int? = nil
  ) throws -> String {
    let captured = CapturedOutput(
      isTerminal: columns != nil, size: columns.map { TerminalSize(columns: $0, rows: 100) })
    let output = Output(
      standardOutput: captured, standardError: CapturedOutput(), timeZone: .gmt, isQuiet: true)
    output.tableStyle = style
    try output.print(table)
    try output.flush()
    return captured.text
  }

  @Test("a column without any value is left out for people, and nowhere else")
  func empty() throws {
    #expect(try !text(Self.wide).contains("empty"))
    for format in OutputFormat.allCases where format != .table {
      #expect(try text(Self.wide, TableStyle(format: format)).contains("empty"))
    }
    #expect(try text(Table(["a", "b"], rows: [[.null, .null]])) == "a  b\n-  -\n\n")
    let asked = Table(
      ["a", Table.Column("b", staysWhenEmpty: true)], rows: [[.integer(1), .null]])
    #expect(try text(asked) == "a  b\n-  -\n1\n")
  }

  @Test("a table fits the terminal: the widest texts are shortened, numbers and dates never")
  func fits() throws {
    #expect(
      try text(Self.wide, columns: 66) == """
        name                  number  when                  memo
        --------------  ------------  --------------------  --------------
        a name of som…  123456789012  1970-01-01T00:00:00Z  東京東京東京…
        b                                                   short

        """)
  }

  @Test(
    "lines are as wide as the terminal at most, wherever that can be",
    arguments: [56, 60, 71, 80, 200])
  func widths(columns: Int) throws {
    let lines = try text(Self.wide, columns: columns).split(separator: "\n")
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= columns })
    #expect(lines.contains { $0.contains("123456789012  1970-01-01T00:00:00Z") })
    let isWhole = lines.contains { $0.hasSuffix("and more words") }
    #expect(isWhole == (columns == 200))
  }

  @Test(
    "a limit leaves out the rows behind it, and the message says how many there are",
    arguments: [(0, "(0 of 3 rows)"), (2, "(2 of 3 rows)"), (3, "(3 rows)"), (9, "(3 rows)")])
  func limit(limit: Int, message: String) throws {
    let captured = CapturedOutput()
    let output = Output(standardOutput: captured, standardError: CapturedOutput(), timeZone: .gmt)
    let table = Table(["a"], rows: [[.integer(1)], [.integer(2)], [.integer(3)]])
    output.tableStyle = TableStyle(rowLimit: limit)
    try output.print(table)
    try output.flush()
    let shown = ["1", "2", "3"].prefix(limit).map { $0 + "\n" }.joined()
    #expect(captured.text.hasSuffix("-\n\(shown)\(message)\n"), "\(captured.text)")
    #expect(
      try text(table, TableStyle(format: .csv, rowLimit: limit))
        == "a\n" + ["1", "2", "3"].prefix(limit).map { $0 + "\n" }.joined())
  }

  @Test("nothing is shortened in a file or a pipe, or in another format")
  func whole() throws {
    #expect(try text(Self.wide).contains("and more words"))
    for format in OutputFormat.allCases where format != .table {
      #expect(try text(Self.wide, TableStyle(format: format), columns: 20).contains("more words"))
    }
  }

  @Test("on a terminal that is too narrow for anything no text is lost to nothing")
  func narrow() throws {
    #expect(try text(Self.wide, columns: 5).contains("a name …"))
  }

  @Test("TSV has a tab between, and none within")
  func tsv() throws {
    let table = Table(
      ["a", "b"], rows: [[.text("x\ty\\z\r\n\"q\""), .null], [.list([.integer(1)]), .real(2)]])
    #expect(
      try text(table, TableStyle(format: .tsv))
        == "a\tb\nx\\ty\\\\z\\r\\n\"q\"\t\n[1]\t2.0\n")
  }

  @Test("Markdown shows values as they are")
  func markdown() throws {
    let table = Table(
      ["count(*)", "text"],
      rows: [
        [.integer(3), .text("a|b <i>*x* `c`\nnext & temp_max _y_")], [.integer(12), .null],
      ])
    let lines = try text(table, TableStyle(format: .markdown)).split(separator: "\n")
    let value = #"a\|b \<i\>\*x\* \`c\`<br>next \& temp_max \_y\_"#
    let dashes = String(repeating: "-", count: value.count)
    let blanks = String(repeating: " ", count: value.count)
    #expect(
      lines
        == [
          #"| count(\*) | text\#(blanks.dropFirst(4)) |"#, "| --------: | \(dashes) |",
          "|         3 | \(value) |", "|        12 | \(blanks) |",
        ].map { $0[...] })
  }

  @Test(
    "the names above the columns can be left out",
    arguments: [
      (.table, "1  x\n"), (.csv, "1,x\n"), (.tsv, "1\tx\n"), (.markdown, "|   1 | x   |\n"),
      (.json, "{\"long\":1,\"b\":\"x\"}\n"),
    ] as [(OutputFormat, String)])
  func noHeader(format: OutputFormat, expected: String) throws {
    let table = Table(["long", "b"], rows: [[.integer(1), .text("x")]])
    let style = TableStyle(format: format, hasHeader: false)
    let text = try text(table, style)
    #expect(format == .markdown ? text.contains("|    1 | x   |\n") : text == expected)
  }

  @Test("every command takes --format and --no-header, for its own line")
  func commonOptions() async throws {
    let toy = try ToyShell(keepsGoing: true)
    _ = await toy.run(
      """
      name add Ada
      name list --format csv --no-header
      name list --format=json
      name list --no-header
      name list --format xml
      time name list --format csv
      name list --format json --nope
      """)
    #expect(
      toy.text.hasPrefix(
        "Ada,3\n{\"name\":\"Ada\",\"length\":3}\nAda  3\n(1 row)\nname,length\nAda,3\n"))
    #expect(toy.errors.contains("script.txt:5:20: error: --format can't be “xml”\n"))
    #expect(toy.errors.contains("script.txt:7:25: error: name list has no option “--nope”\n"))
  }

  @Test("an error is an object where its own line asks for JSON")
  func errorOfTheLine() async throws {
    let toy = try ToyShell(keepsGoing: true)
    _ = await toy.run("name add A\nname add A --format json\nname add A")
    #expect(toy.errors.hasPrefix(#"{"kind":"usage","message":"“A” is there already","hint":null"#))
    #expect(toy.errors.hasSuffix("\nscript.txt:3:10: error: “A” is there already\n"))
  }

  @Test("format sets the style for all lines, and says it as it is typed")
  func format() async throws {
    let toy = try ToyShell()
    _ = await toy.run(
      "name add A\nformat tsv --no-header\nname list\nformat\nformat --header\nname list")
    #expect(toy.text == "A\t1\nname\tlength\nA\t1\n")
    #expect(toy.errors == "tsv --no-header\n")
  }

  @Test("a command's own option of the name is its own")
  func ownOption() async throws {
    let toy = try ToyShell(commands: [
      Command(["write"], "", options: [.value("format", "F")]) { invocation, environment in
        environment.output.answer(invocation.option("format")?.text ?? "")
        try environment.output.print(Table(["a"], rows: [[.integer(1)]]))
      }
    ])
    _ = await toy.run("write --format xml")
    #expect(toy.text == "xml\na\n-\n1\n(1 row)\n")
  }
}
