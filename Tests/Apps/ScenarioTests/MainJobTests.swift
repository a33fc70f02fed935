import Foundation
import StrataTestSupport
import Testing

/// The main job on a store on disk, in several runs of the program.
@Suite struct MainJob {
  private static let importLine = """
    import sample:seattle-weather.csv --date date --time-zone America/Los_Angeles \
    --item 'Temperature:dualValues:temp_max,temp_min:°C' \
    --item 'Precipitation:singleValue:precipitation:mm' \
    --item 'Wind:singleValue:wind:m/s' --item 'Weather:singleOption:weather'
    """

  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    let result = try shell.lines(Self.importLine)
    #expect(
      result
        == .init(
          status: 0, output: "added 4 items, 5 options, 5844 data points\n", error: ""))
  }

  @Test(arguments: [
    ("count ItemData", "count\n5844\n"),
    (
      #"count ItemData where item.name == "Temperature" AND dataContent.value1 > 30"#, "count\n53\n"
    ),
    ("stats Weather", "option,count\ndrizzle,54\nrain,259\nsun,714\nsnow,23\nfog,411\n"),
  ])
  func answers(line: String, expected: String) throws {
    #expect(
      try shell.lines(line, options: ["--format", "csv"])
        == .init(status: 0, output: expected, error: ""))
  }

  @Test func sumsByYear() throws {
    let result = try shell.lines(
      "stats Precipitation --by year --time-zone America/Los_Angeles",
      options: ["--format", "csv"])
    #expect(
      result.lines.dropFirst().map { $0.split(separator: ",")[3] }
        == ["1226.0", "828.0", "1232.8", "1139.2"])
  }

  @Test func extremesOfBothValues() throws {
    let result = try shell.lines("stats Temperature", options: ["--format", "json"])
    #expect(result.lines.count == 2)
    #expect(result.lines.first?.contains(#""maximum":35.6"#) == true)
    #expect(result.lines.last?.contains(#""minimum":-7.1"#) == true)
  }

  @Test func isOneTransactionByImport() throws {
    let result = try shell.lines("history", options: ["--format", "csv"])
    #expect(result.lines.count == 2)
    #expect(result.lines.last?.hasPrefix("1,import,") == true)
    #expect(result.lines.last?.contains(",5853,0,0,") == true)
  }

  @Test func againAddsNothing() throws {
    let result = try shell.lines(Self.importLine, "count ItemData", options: ["--format", "csv"])
    #expect(result.output == "count\n5844\n")
    #expect(result.error == "added nothing; 5844 data points were there already\n")
    #expect(try shell.lines("history", options: ["--format", "csv"]).lines.count == 2)
  }

  @Test func someoneNamedImportCanImport() throws {
    let result = try shell.lines(Self.importLine, options: ["--author", "import"])
    #expect(result.output == "added nothing; 5844 data points were there already\n")
  }

  @Test(arguments: ["csv", "json"])
  func comesOutOfAFileAsItWentIn(format: String) throws {
    let export = try shell.lines("export all.\(format)", "export -")
    #expect(export.status == 0)
    #expect(export.output.hasPrefix("wrote 5844 data points\n"))
    let text = try shell.read("all.\(format)")
    // The form's name, 4 items, the data points, and the end; in CSV a header and 5 options as well.
    #expect(text.split(separator: "\n").count == 5850 + (format == "csv" ? 6 : 0))
    if format == "csv" { #expect("wrote 5844 data points\n" + text == export.output) }
  }

  @Test func anExportedItemIsKnownWhenItComesBack() throws {
    #expect(try shell.lines("export wind.csv --item Wind").status == 0)
    let back = "import wind.csv"
    #expect(
      try shell.lines(back).output
        == "added nothing; 1461 data points were there already\n")
    let other = try shell.run(["--store", shell.folder.file("other.store").path, "-c", back])
    #expect(other.output == "added 1 item, 1461 data points\n")
  }

  @Test func theDemoShowsIt() throws {
    let result = try shell.run(["demo"])
    #expect(result.status == 0)
    for answer in ["5844", "53", "35.6", "-7.1", "1226.0", "import"] {
      #expect(result.output.contains(answer), "\(answer) is missing")
    }
    #expect(
      try shell.folder.names().contains { $0.hasSuffix(".store") && $0 != "tracker.store" } == false
    )
  }
}
