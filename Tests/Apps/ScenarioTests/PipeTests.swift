import Foundation
import Testing

/// The program between others: pipes, signals, other processes on the same store.
@Suite struct Pipes {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  private static let importWind =
    "import sample:seattle-weather.csv --date date --item Wind:singleValue:wind"

  @Test func aReaderThatLeavesIsNoError() throws {
    // The program's status is written by the shell around it, since a pipe has the reader's.
    let result = try shell.pipeline(
      """
      { "$APPSHELL" --memory --format csv -c '\(Self.importWind)' -c 'data list Wind' \
      -c 'data list Wind' -c 'data list Wind' 2>errors; echo $? >status; } | head -n 1
      """)
    #expect(result.output == "uid,start,end,value1,value2,option,selection,memo\n")
    #expect(try shell.read("status") == "0\n")
    #expect(try shell.read("errors") == "added 1 item, 1461 data points\n")
  }

  @Test func aFullDiskIsAnError() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let result = try shell.pipeline("\"$APPSHELL\" --memory -c 'help' >/dev/full")
    #expect(result.status == 1)
    #expect(result.error.contains("can't write to standard output"))
  }

  @Test func importsStandardInput() throws {
    let result = try shell.pipeline(
      """
      printf 'date,steps\\n2026-01-01,5\\n' | \
        "$APPSHELL" --store a.store import - --date date --item Steps:singleValue:steps
      "$APPSHELL" --store a.store export - | "$APPSHELL" --store b.store import -
      """)
    #expect(result.status == 0, "\(result)")
    #expect(result.output == "added 1 item, 1 data point\nadded 1 item, 1 data point\n")
  }

  @Test func argumentsThatAreNoTextAreRefused() throws {
    let result = try shell.pipeline(
      #""$APPSHELL" --store a.store echo "$(printf 'a\377b')""#)
    #expect(result.status == 2 && result.output == "")
    #expect(result.error.contains("argument 4 is no text"), "\(result)")
  }

  @Test func isAFilter() throws {
    let result = try shell.pipeline(
      "printf 'echo one\\necho two' | \"$APPSHELL\" --memory | tr a-z A-Z")
    #expect(result.output == "ONE\nTWO\n")
  }

  @Test(arguments: ["Asia/Tokyo", "America/Los_Angeles", "UTC"], ["C", "tr_TR.UTF-8"])
  func answersAreTheSameInAllZonesAndLanguages(zone: String, language: String) throws {
    let environment = ["TZ": zone, "LANG": language, "LC_ALL": language]
    let result = try shell.lines(
      Self.importWind + " --time-zone UTC", "item add Info --kind interval",
      "fetch ItemData where dataContent.value1 > 9", "item list",
      "stats Wind --by year --time-zone UTC",
      #"count Item where name ==[c] "INFO""#, options: ["--format", "csv"], environment: environment
    )
    #expect(result.status == 0)
    let offset = [
      "Asia/Tokyo": "T09:00:00+09:00", "America/Los_Angeles": "-08:00", "UTC": "T00:00:00Z",
    ]
    #expect(result.lines.dropFirst().first?.contains(offset[zone] ?? "") == true)
    let rest = result.lines.filter { !$0.hasPrefix("ItemData/") }
    #expect(
      rest == [
        "key,createTimestamp,uid,source,dataContent.type,dataContent.startDate,dataContent.endDate,"
          + "dataContent.value1,dataContent.value2,dataContent.optionID,selection,memo,item",
        "name,kind,unit,options,tags,data", "Info,interval,,[],[],0",
        "Wind,singleValue,,[],[],1461", "period,value,count,sum,minimum,maximum,average",
        "2012,1,366,1244.7,1.0,9.5,3.40081967213", "2013,1,365,1100.8,0.4,8.8,3.01589041096",
        "2014,1,365,1236.5,0.6,8.8,3.38767123288", "2015,1,365,1153.3,0.5,8.0,3.1597260274",
        "count", "1",
      ])
  }

  @Test func terminationLeavesCleanly() throws {
    try shell.write("item add Weight --kind singleValue\necho ready\n", to: "lines")
    // The reader keeps standard input open, so that the program waits for a line.
    let result = try shell.pipeline(
      """
      mkfifo pipe; "$APPSHELL" --store tracker.store <pipe >out 2>err & program=$!
      exec 3>pipe; cat lines >&3
      tries=0; until grep -q ready out; do tries=$((tries+1)); [ $tries -lt 20000 ] || exit 9; done
      kill -TERM $program; wait $program; echo "status $?"
      """)
    // 1 when the signal comes between two lines and further ones could have come.
    #expect(["status 0\n", "status 1\n"].contains(result.output))
    #expect(try shell.lines("count Item", options: ["--format", "csv"]).output == "count\n1\n")
  }

  @Test func twoProgramsWriteToOneStore() throws {
    #expect(try shell.lines("item add Weight --kind singleValue").status == 0)
    let count = 40
    let programs = try (0..<2).map { program in
      let lines = (0..<count).map { "log Weight \(program * 1000 + $0) --at 2026-01-01\n" }.joined()
      return try shell.start(
        ["--store", shell.store, "--quiet", "--author", "writer \(program)"], input: lines)
    }
    for program in programs {
      #expect(try program.result() == .init(status: 0, output: "", error: ""))
    }
    let options = ["--format", "csv"]
    #expect(try shell.lines("count ItemData", options: options).output == "count\n\(2 * count)\n")
    let values = try shell.lines("data list Weight", options: options).lines.dropFirst().map {
      Int(Double($0.split(separator: ",", omittingEmptySubsequences: false)[3]) ?? -1)
    }
    #expect(Set(values) == Set((0..<count).flatMap { [$0, 1000 + $0] }))
    let numbers = try shell.lines("history", options: options).lines.dropFirst().map {
      Int($0.prefix { $0 != "," })
    }
    #expect(numbers == Array(1...(2 * count + 1)))
    #expect(try shell.lines("check").status == 0)
  }

  @Test func manyProgramsMakeOneStoreAtOnce() throws {
    let programs = try (0..<6).map { number in
      try shell.start(
        ["--store", shell.store, "-c", "item add 'Item \(number)' --kind interval"])
    }
    for (number, program) in programs.enumerated() {
      #expect(
        try program.result() == .init(status: 0, output: "added Item \(number)\n", error: ""))
    }
    #expect(try shell.lines("count Item", options: ["--format", "csv"]).output == "count\n6\n")
    #expect(try shell.lines("check").status == 0)
  }
}
