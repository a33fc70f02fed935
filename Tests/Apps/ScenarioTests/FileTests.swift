import Foundation
import StrataTestSupport
import Testing

/// Files that go in and come out.
@Suite struct Files {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  private static let item = "--date date --item Wind:singleValue:wind"

  private func imported(_ text: String, _ options: String = item) throws -> AppShell.Result {
    try shell.write(text, to: "a.csv")
    return try shell.run(["--memory", "-c", "import a.csv \(options)", "-c", "count ItemData"])
  }

  @Test(arguments: [
    "date,wind\r\n2012-01-01,1\r\n2012-01-02,2\r\n", "date,wind\r2012-01-01,1\r2012-01-02,2",
    "\u{FEFF}date,wind\n2012-01-01,1\n\n\n2012-01-02,2\n",
    "\"date\",\"wind\"\n\"2012-01-01\",\"1\"\n2012/01/02, 2",
    "wind,note,date\n1,\"a, \"\"b\"\"\nc\",2012-01-01\n2,,2012-01-02\n",
  ])
  func areReadHoweverTheyAreWritten(text: String) throws {
    let result = try imported(text)
    #expect(result.output.hasPrefix("added 1 item, 2 data points\n"), "\(result)")
    #expect(result.error.isEmpty)
  }

  @Test(arguments: [
    ("", "a.csv is empty"), ("\n\n", "a.csv is empty"),
    (
      "date,wind\n2012-01-01,1\n\"2012-01-02,2\n",
      "a.csv:3:1: a quote that opens here is never closed"
    ),
    ("date,speed\n", "the file has no column “wind”"),
    ("wind\n1\n", "the file has no column “date”"),
  ])
  func thatAreWrongAsAWholeAreRefused(text: String, message: String) throws {
    let result = try imported(text)
    #expect(result.status == 1)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(result.output.isEmpty)
  }

  @Test func thatAreNoTextAreRefused() throws {
    try (Data("date,wind\n2012-01-01,".utf8) + [0xFF, 0xFE, 0x0A]).write(
      to: shell.folder.file("b.csv"))
    let result = try shell.run(["--memory", "-c", "import b.csv \(Self.item)"])
    #expect(result.status == 1)
    #expect(result.error.contains("b.csv:2:12: the text is not UTF-8"))
  }

  /// A pipe that nobody writes into is waited for until the program is told to end.
  @Test(arguments: ["import pipe", "health import pipe"])
  func thatNobodyWritesAreWaitedForUntilTheEnd(line: String) throws {
    #expect(mkfifo(shell.folder.file("pipe").path, 0o600) == 0)
    let program = try shell.start(["--memory", "-c", "echo ready", "-c", line])
    let deadline = ContinuousClock.now + .seconds(TimeScale.seconds(60))
    while program.outputSoFar != "ready\n", ContinuousClock.now < deadline { usleep(1000) }
    program.send(SIGTERM)
    let result = try program.result()
    #expect(result.status == 1 && result.error.contains("interrupted"), "\(result)")
  }

  @Test func thatNeverEndALineAreRefused() throws {
    let result = try shell.run(["--memory", "-c", "import /dev/zero \(Self.item)"])
    #expect(result.status == 1)
    #expect(result.error.contains("the record is longer than 16 MiB"))
  }

  @Test func zonesOfAnIntervalAreTheSame() throws {
    try shell.write("date,end\n2012-07-01T08:00,2012-07-01T09:30\n", to: "a.csv")
    let result = try shell.run([
      "--memory", "--format", "csv", "-c",
      "import a.csv --date date --item Sleep:interval:end --time-zone Europe/Berlin", "-c",
      "stats Sleep",
    ])
    #expect(result.output == "count,hours,minimum,maximum,average\n1,1.5,1.5,1.5,1.5\n")
  }

  @Test func aMapSaysWhatToImport() throws {
    try shell.write(
      "# a map\ndate date\nitem 'Wind:singleValue:wind:m/s'\ntime-zone UTC\n", to: "map")
    #expect(
      try imported("date,wind\n2012-01-01,1\n", "--map map").output.hasPrefix(
        "added 1 item, 1 data point\n"))
    try shell.write("date date\ncolour red\n", to: "map")
    #expect(
      try imported("date,wind\n2012-01-01,1\n", "--map map").error.contains(
        "map:2: a line of a map is"))
  }

  @Test func whatIsLoggedNowIsKnownWhenItComesBack() throws {
    var lines = ["item add Weight --kind singleValue"]
    lines += (0..<50).map { "log Weight \($0)" }
    lines += ["export all.csv", "import all.csv --date start --item Weight:singleValue:value1"]
    let result = try shell.run(["--memory"], input: lines.joined(separator: "\n"))
    let answers = result.lines.filter { !$0.hasPrefix("logged ") }
    #expect(
      answers == [
        "added Weight", "wrote 50 data points", "added nothing; 50 data points were there already",
      ],
      "\(result)")
  }

  @Test func datesOfLongAgoComeBackAsTheyWere() throws {
    try shell.write("date,wind\n1500-03-01,1\n0001-01-01,2\n", to: "a.csv")
    let result = try shell.run([
      "--memory", "--format", "csv", "-c", "import a.csv \(Self.item)", "-c", "data list Wind",
    ])
    #expect(result.output.contains(",1500-03-01T00:00:00Z,"))
  }

  @Test func anExportLeavesNothingBesideItsFile() throws {
    let result = try shell.lines(
      "item add Weight --kind singleValue", "export all.csv", "export all.json")
    #expect(result.status == 0)
    #expect(
      try shell.folder.names().filter { !$0.hasPrefix("tracker") && !$0.hasPrefix("input-") }
        == ["all.csv", "all.json"])
  }

  @Test(arguments: ["tracker.store", "./tracker.store", "link"])
  func anExportDoesNotReplaceTheStore(name: String) throws {
    #expect(try shell.lines("item add Weight --kind singleValue").status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: shell.folder.file("link").path, withDestinationPath: "tracker.store")
    let result = try shell.lines("export \(name)")
    #expect(result.status == 1)
    #expect(result.error.contains("belongs to the store itself"))
    #expect(try shell.lines("count Item", options: ["--format", "csv"]).output == "count\n1\n")
  }

  @Test func anExportWritesIntoALinksTargetAndAPipe() throws {
    try shell.write("old", to: "target.csv")
    try FileManager.default.createSymbolicLink(
      atPath: shell.folder.file("link.csv").path, withDestinationPath: "target.csv")
    let result = try shell.pipeline(
      """
      mkfifo pipe; cat pipe >copy & "$APPSHELL" --memory -c 'export link.csv --overwrite' -c 'export pipe'
      status=$?; wait; test -p pipe && test -L link.csv && exit $status
      """)
    #expect(result.status == 0)
    let text = try shell.read("target.csv")
    #expect(text.hasPrefix("record,item,"))
    #expect(try shell.read("copy") == text)
  }
}
