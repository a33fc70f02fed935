import Foundation
import Testing

@testable import StrataShell

@MainActor
@Suite("Tables")
struct TableTests {
  private static let table = Table(
    ["name", "value", "when", "ok", "tags"],
    rows: [
      [
        .text("Rain, \"heavy\""), .real(1226), .date(Date(timeIntervalSince1970: 0)),
        .boolean(true), .list([.text("a"), .text("b,c"), .null]),
      ],
      [.text("東京"), .integer(-7), .null, .boolean(false), .list([])],
      [.text(""), .null, .date(Date(timeIntervalSince1970: 0.25)), .null, .null],
    ])

  private func text(_ table: Table, _ format: OutputFormat) throws -> String {
    let captured = CapturedOutput()
    let output = Output(
      standardOutput: captured, standardError: CapturedOutput(), format: format,
      timeZone: try #require(TimeZone(secondsFromGMT: -8 * 3600)))
    try output.print(table)
    try output.flush()
    return captured.text
  }

  @Test("a table for people is aligned")
  func people() throws {
    #expect(
      try text(Self.table, .table) == """
        name            value  when                           ok     tags
        -------------  ------  -----------------------------  -----  --------
        Rain, "heavy"  1226.0  1969-12-31T16:00:00-08:00      true   a, b,c,
        東京               -7                                 false
                               1969-12-31T16:00:00.250-08:00
        (3 rows)

        """)
  }

  @Test("JSON is an object a line, keys in column order")
  func json() throws {
    #expect(
      try text(Self.table, .json) == """
        {"name":"Rain, \\"heavy\\"","value":1226.0,"when":"1969-12-31T16:00:00-08:00","ok":true,\
        "tags":["a","b,c",null]}
        {"name":"東京","value":-7,"when":null,"ok":false,"tags":[]}
        {"name":"","value":null,"when":"1969-12-31T16:00:00.250-08:00","ok":null,"tags":null}

        """)
  }

  @Test("CSV is quoted where needed and tells an empty text from null")
  func csv() throws {
    #expect(
      try text(Self.table, .csv) == #"""
        name,value,when,ok,tags
        "Rain, ""heavy""",1226.0,1969-12-31T16:00:00-08:00,true,"[""a"",""b,c"",null]"
        東京,-7,,false,[]
        "",,1969-12-31T16:00:00.250-08:00,,

        """#)
  }

  @Test(
    "an empty table still has its header, and no rows",
    arguments: [
      (.table, "a\n-\n(0 rows)\n"), (.json, ""), (.csv, "a\n"), (.tsv, "a\n"),
      (.markdown, "| a   |\n| --- |\n"),
    ] as [(OutputFormat, String)])
  func empty(format: OutputFormat, expected: String) throws {
    #expect(try text(Table(["a"]), format) == expected)
  }

  @Test("control characters reach no terminal and break no line", arguments: OutputFormat.allCases)
  func controls(format: OutputFormat) throws {
    let evil = "a\u{1B}[2J\u{9B}1m\u{7F}\r\u{202E}b\tc"
    let found = try text(Table(["x", "n"], rows: [[.text(evil), .integer(1)]]), format)
    if format == .csv {
      #expect(found == "x,n\n\"\(evil)\",1\n")
    } else if format == .tsv {
      // Exact, but for what TSV itself has no room for.
      let exact = evil.replacing("\r", with: "\\r").replacing("\t", with: "\\t")
      #expect(found == "x\tn\n\(exact)\t1\n")
    } else {
      #expect(!found.unicodeScalars.contains { $0 != "\n" && $0.value < 0x20 })
      #expect(!found.unicodeScalars.contains { (0x7F..<0xA0).contains($0.value) })
    }
    if format == .table {
      #expect(found.contains("a\\u{1B}[2J\\u{9B}1m\\u{7F}\\r\\u{202E}b\\tc"))
    }
  }

  @Test("JSON reads back as what was written")
  func jsonRoundTrip() throws {
    let evil = "\u{0}\u{1F}\"\\/\u{7F}\u{2028}é👩‍👩‍👧\u{10FFFF}"
    let line = try text(Table([Table.Column(evil)], rows: [[.text(evil)]]), .json)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
    #expect(object == [evil: evil])
  }

  @Test(
    "reals have the fewest digits that read back the same",
    arguments: [
      (1226.0, "1226.0"), (35.6, "35.6"), (-7.1, "-7.1"), (0.1 + 0.2, "0.30000000000000004"),
      (1e100, "1e+100"), (.infinity, "Infinity"), (-.infinity, "-Infinity"), (.nan, "NaN"),
    ])
  func reals(number: Double, expected: String) { #expect(Cell.text(of: number) == expected) }

  @Test("numbers that JSON doesn't know are texts there")
  func nonFinite() throws {
    #expect(
      try text(Table(["x"], rows: [[.real(.infinity)], [.real(.nan)]]), .json)
        == "{\"x\":\"Infinity\"}\n{\"x\":\"NaN\"}\n")
  }

  @Test("a lone null is no empty line in CSV")
  func loneNull() throws { #expect(try text(Table(["x"], rows: [[.null]]), .csv) == "x\n\"\"\n") }

  @Test("JSON, CSV and TSV go out row by row", arguments: [OutputFormat.json, .csv, .tsv])
  func streaming(format: OutputFormat) throws {
    let captured = CapturedOutput()
    let output = Output(
      standardOutput: captured, standardError: CapturedOutput(), format: format)
    let writer = try output.beginTable(["x"])
    for number in 0..<20_000 { try writer.row([.integer(Int64(number))]) }
    #expect(captured.bytes.count >= 1 << 16)
    try writer.end()
    try output.flush()
    #expect(captured.text.hasSuffix(format == .json ? "{\"x\":19999}\n" : "19999\n"))
    #expect(writer.rowCount == 20_000)
  }

  @Test("every 10,000 rows of a table for people are a part of their own")
  func parts() throws {
    let captured = CapturedOutput()
    let output = Output(
      standardOutput: captured, standardError: CapturedOutput(), format: .table)
    let writer = try output.beginTable(["x", "y"])
    for number in 0..<10_000 { try writer.row([.integer(Int64(number)), .null]) }
    try output.flush()
    #expect(captured.text.hasPrefix("   x\n----\n   0\n"))
    try writer.row([.integer(123_456), .text("late")])
    try writer.end()
    try output.flush()
    #expect(
      captured.text.hasSuffix(
        "9999\n\n     x  y\n------  ----\n123456  late\n(10001 rows)\n"),
      "\(captured.text.suffix(100))")
  }

  @Test(
    "a table of just 10,000 rows has no second part", arguments: [OutputFormat.table, .markdown])
  func onePart(format: OutputFormat) throws {
    let rows = (0..<10_000).map { [Cell($0)] }
    let text = try text(Table(["x"], rows: rows), format)
    #expect(text.split(separator: "\n").count == 10_002 + (format == .table ? 1 : 0))
    #expect(!text.contains("\n\n"))
  }

  @Test("rows that don't fit and columns of the same name are errors")
  func misfits() {
    #expect(throws: ShellError.self) { try text(Table(["a"], rows: [[.null, .null]]), .table) }
    #expect(throws: ShellError.self) { try text(Table(["a", "a"]), .json) }
    #expect(throws: ShellError.self) { try text(Table([]), .csv) }
  }

  @Test("alignment can be asked for")
  func alignment() throws {
    let columns = [
      Table.Column("left", alignment: .leading), Table.Column("right", alignment: .trailing),
    ]
    #expect(
      try text(Table(columns, rows: [[.integer(1), .text("x")]]), .table)
        == "left  right\n----  -----\n1         x\n(1 row)\n")
  }
}
