import Testing

/// Files of more rows than are saved at once, and items of as many data points.
@Suite struct LongImports {
  private let shell: AppShell
  private let line = "import long.csv --date date --date-format unix --item Steps:singleValue:steps"

  init() throws { shell = try AppShell() }

  /// Writes 50,010 rows, the first ten once more, and what is given.
  private func write(_ end: String) throws {
    func row(_ number: Int) -> String { "\(1_000_000_000 + 60 * number),\(number)\n" }
    let rows = (0..<50_010).map(row).joined() + (0..<10).map(row).joined()
    try shell.write("date,steps\n" + rows + end, to: "long.csv")
  }

  @Test func areSavedAsTheyCome() throws {
    try write("")
    let result = try shell.lines(line + " --dry-run", line, line, "history --limit 9", "undo")
    #expect(
      result.output.hasPrefix(
        """
        would add 1 item, 50020 data points
        added 1 item, 50020 data points
        added nothing; 50020 data points were there already

        """), "\(result)")
    #expect(result.output.contains("(2 rows)"))
    #expect(result.error.contains("there is nothing to undo: an import can't be taken back"))
  }

  @Test func goOnWhereTheyEnded() throws {
    try write("\"1000000000")
    let broken = try shell.lines(line)
    #expect(broken.status == 1)
    #expect(
      broken.output
        == "added 1 item, 50000 data points until then; the same line goes on from there\n"
    )
    #expect(broken.error.contains("long.csv:50022:1: "), "\(broken)")
    try write("")
    #expect(
      try shell.lines(line).output == "added 20 data points; 50000 data points were there already\n"
    )
  }

  @Test func areSavedWholeOrNotAtAllWhereThatIsAskedFor() throws {
    try write("1000000000,many\n")
    let result = try shell.lines(line + " --strict", "count Item")
    #expect(
      result.status == 1 && result.error.contains("nothing was imported: 1 of the rows is bad"))
    #expect(try shell.lines("count Item", options: ["--format", "csv"]).output == "count\n0\n")
  }

  @Test func areDeletedAtOnce() throws {
    try write("")
    let result = try shell.lines(
      line, "log Steps 1 --at 2026-01-01", "item delete Steps --yes", "undo")
    #expect(result.output.hasSuffix("deleted Steps with 50021 data points\n"), "\(result)")
    #expect(
      result.error.contains("there is nothing to undo: 50021 data points can't be taken back"))
    #expect(
      try shell.lines("count ItemData", "check", options: ["--format", "csv"]).output
        .hasPrefix("count\n0\n"))
  }

  /// An item with 10,000 tags takes as long for each as one with a hundred: a look at all the others for
  /// each would take longer than a program may.
  @Test func takeItemsWithManyTags() throws {
    let tags = (0..<10_000).map { "\"tag \($0)\"" }.joined(separator: ",")
    let item = """
      {"item":{"uid":"6D2B5B0D-4E0A-4F4B-9C77-5A3C5F1E8A01","name":"Weight",\
      "created":"2026-01-01T00:00:00Z","kind":"singleValue","options":[],"tags":[\(tags)]}}
      """
    try shell.write(
      "{\"format\":\"appshell-tracker\",\"version\":1}\n\(item)\n{\"end\":1}\n", to: "many.jsonl")
    let result = try shell.lines("import many.jsonl", "import many.jsonl", "count Tag --format csv")
    #expect(
      result.output == "added 1 item, 10000 tags\nadded nothing\ncount\n10000\n", "\(result)")
  }
}
