import StrataChartsPlugin
import StrataGoalsPlugin
import StrataDomain
import StrataShell
import Testing
import StrataTrackerModel

/// What pictures and goals take of an item's data points: their sum, number or average.
@MainActor @Suite struct Measures {
  private let shell: TrackerShell

  init() async throws {
    shell = try TrackerShell(and: [ChartsPlugin(), GoalsPlugin()])
    try await shell.run("item add Coffee --kind singleValue")
    for (day, cups) in [[1.0, 2], [1], [3, 1, 1]].enumerated() {
      for (index, value) in cups.enumerated() {
        try await shell.run("log Coffee \(value) --at 2026-11-0\(day + 1)T1\(index):00")
      }
    }
  }

  private func amounts(_ line: String) async throws -> [String] {
    try await shell.run("\(line) --format csv --time-zone UTC").split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: ",").last.map(String.init) }
  }

  @Test(arguments: [
    ("", ["1.5", "1.0", "1.66666666667"]), ("--average", ["1.5", "1.0", "1.66666666667"]),
    ("--sum", ["3.0", "1.0", "5.0"]), ("--count", ["2.0", "1.0", "3.0"]),
  ])
  func ofALineAreDrawn(flag: String, expected: [String]) async throws {
    #expect(try await amounts("calendar Coffee \(flag)") == expected)
  }

  @Test(arguments: [("sum", ["3.0", "1.0", "5.0"]), ("count", ["2.0", "1.0", "3.0"])])
  func ofAnItemAreItsRule(measure: String, expected: [String]) async throws {
    try await shell.run("item edit Coffee --measure \(measure)")
    #expect(try await amounts("calendar Coffee") == expected)
    #expect(try await amounts("calendar Coffee --average") == ["1.5", "1.0", "1.66666666667"])
    try await shell.run("item edit Coffee --measure ''")
    #expect(try await amounts("calendar Coffee") == ["1.5", "1.0", "1.66666666667"])
  }

  @Test func ofPeriodsAreBars() async throws {
    #expect(try await amounts("chart Coffee --count") == ["2", "1", "3"])
    #expect(try await amounts("chart Coffee --sum --by month") == ["9.0"])
    let picture = try await shell.run("chart Coffee --count --width 60")
    #expect(picture.contains("Coffee · 2026-11-01 to 2026-11-03 · counts by day"))
  }

  @Test func ofATrendAreThoseOfDays() async throws {
    let trend = try await shell.run("trend Coffee --sum --window 1d --from 2026-11-01 --format csv")
    for line in [
      "figure,sum", "data points,6", "last day,5.0", "sum 1d,5.0", "sum before,1.0", "change,4.0",
      "day minimum,1.0", "day median,3.0", "day maximum,5.0",
    ] {
      #expect(trend.contains("\n\(line)\n") || trend.hasPrefix("\(line)\n"), "\(line) in \(trend)")
    }
  }

  @Test func ofGoalsAreThoseOfTheItem() async throws {
    try await shell.run("item edit Coffee --measure count")
    #expect(try await shell.run("goal add Coffee '<= 3' --per day").contains("count <= 3 a day"))
    try await shell.run("item edit Coffee --measure average")
    #expect(try await shell.run("goal add Coffee '<= 3' --per day").contains("average <= 3 a day"))
    #expect(try await shell.run("goal add Coffee '<= 3'").contains("latest <= 3"))
  }

  @Test func ofTheReportAreThoseOfTheItem() async throws {
    try await shell.run("item edit Coffee --measure count")
    try await shell.run("report \(shell.path("page.html"))")
    let page = try shell.read("page.html")
    #expect(page.contains("<dt>count of 7 days</dt><dd>6</dd>"))
    #expect(page.contains("counts by day"))
  }

  @Test func areOneOfALine() async throws {
    await #expect(throws: ShellError.self) { try await shell.run("chart Coffee --sum --count") }
    do {
      try await shell.run("trend Coffee --count --average")
    } catch let error as ShellError {
      #expect(error.message == "--count and --average exclude each other")
    }
  }

  @Test(arguments: ItemDataContent.Kind.allCases)
  func areCheckedForEachKind(kind: ItemDataContent.Kind) async throws {
    for measure in ItemMeasure.allCases {
      let line = "item add 'Thing \(measure)' --kind \(kind.rawValue) --measure \(measure.rawValue)"
      if ItemMeasure.measures(of: kind).contains(measure) {
        try await shell.run(line)
      } else {
        await #expect(throws: ShellError.self) { try await shell.run(line) }
      }
    }
  }

  @Test func forbidAKindWithoutThem() async throws {
    try await shell.run("item add Sleep --kind interval --measure sum")
    await #expect(
      throws: ShellError(
        "as singleOption, the data points of Sleep have no numbers, and so no sum",
        hint: "give another measure as well: --measure '' for that of the kind", column: 24,
        kind: .usage)
    ) {
      try await shell.run("item edit Sleep --kind singleOption")
    }
    try await shell.run("item edit Sleep --kind singleOption --measure ''")
  }

  @Test func ofHoursAreThoseOfEachDay() async throws {
    try await shell.run("item add Sleep --kind interval")
    try await shell.run("log Sleep --at 2026-11-01T23:00 --until 2026-11-02T06:00")
    try await shell.run("log Sleep --at 2026-11-02T13:00 --until 2026-11-02T14:00")
    #expect(try await amounts("calendar Sleep") == ["1.0", "7.0"])
    #expect(try await amounts("calendar Sleep --sum") == ["1.0", "7.0"])
    // The number and the average are of what begins on a day.
    #expect(try await amounts("calendar Sleep --count") == ["1.0", "1.0"])
    #expect(try await amounts("calendar Sleep --average") == ["7.0", "1.0"])
  }
}
