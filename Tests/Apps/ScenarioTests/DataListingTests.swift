import Testing

/// Lists of more data points than are in memory at a time.
@Suite struct DataListings {
  private func store() throws -> AppShell {
    let shell = try AppShell()
    let rows = (0..<5000).map { "\(1_000_000_000 + 60 * ($0 / 2)),\($0)\n" }
    try shell.write("date,steps\n" + rows.joined(), to: "steps.csv")
    return shell
  }

  private let line =
    "import steps.csv --date date --date-format unix --item Steps:singleValue:steps"

  @Test(arguments: ["", " --oldest", " --last 4999 --oldest"])
  func haveEachDataPointOnce(options: String) throws {
    let shell = try store()
    let result = try shell.lines(
      "begin", line, "data list" + options, "save", options: ["--format", "csv", "--no-header"])
    #expect(result.status == 0)
    let values = result.lines.compactMap { Double($0.split(separator: ",")[3]) }
    let all = (0..<5000).map(Double.init)
    #expect(
      values
        == (options == ""
          ? all.reversed() : options.contains("last") ? Array(all.dropFirst()) : all))
  }

  @Test func leaveNothingOutThatOthersDelete() throws {
    let shell = try store()
    #expect(try shell.lines(line).status == 0)
    let result = try shell.pipeline(
      #"""
      "$APPSHELL" --store tracker.store --format csv -c 'data list Steps' | (
        read -r first
        "$APPSHELL" --store tracker.store -c 'delete ItemData where dataContent.value1 >= 4900' >other
        cat
      ) | wc -l
      """#)
    #expect(result.output == "5000\n", "\(result)")
    #expect(
      try shell.lines("count ItemData", options: ["--format", "csv"]).output == "count\n4900\n")
  }
}
