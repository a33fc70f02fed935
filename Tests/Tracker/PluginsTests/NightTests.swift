import Foundation
import StrataChartsPlugin
import StrataGoalsPlugin
import StrataShell
import Testing

/// What lasts over midnight, and belongs to the day on which it ends.
@MainActor @Suite struct Nights {
  private let shell: TrackerShell

  init() async throws {
    let now = try #require(ISO8601DateFormatter().date(from: "2026-11-03T09:00:00Z"))
    shell = try TrackerShell(and: [ChartsPlugin(), GoalsPlugin()], now: now)
    for line in [
      "item add Sleep --kind duration --day end", "item add Nap --kind duration",
      "item add Stage --kind optionWithInterval --day end --option deep,light",
      "item add Walk --kind valueWithInterval --unit km --day end",
      "log Sleep --at 2026-11-01T22:26 --until 2026-11-02T06:00",
      "log Sleep --at 2026-11-02T23:00 --until 2026-11-03T07:00",
      "log Nap --at 2026-11-02T23:00 --until 2026-11-03T01:00",
      "log Stage deep --at 2026-11-02T23:00 --until 2026-11-03T05:00",
      "log Walk 12 --at 2026-11-02T22:00 --until 2026-11-03T01:00",
    ] {
      try await shell.run(line)
    }
  }

  private func rows(_ line: String) async throws -> [Substring] {
    Array(try await shell.run(line + " --format csv").split(separator: "\n").dropFirst())
  }

  @Test func areInTheListOfTheirMorning() async throws {
    let today = try await shell.run("today --format csv")
    #expect(today.contains(",Sleep,") && today.contains(",Stage,") && today.contains(",Walk,"))
    #expect(!today.contains(",Nap,"))
    let second = try await shell.run("data list --from 2026-11-02 --to 2026-11-03 --format csv")
    #expect(second.contains(",Sleep,2026-11-01T22:26:00Z") && second.contains(",Nap,"), "\(second)")
    #expect(!second.contains(",Walk,") && !second.contains(",Sleep,2026-11-02"))
    let sleep = try await rows("data list Sleep --from 2026-11-02 --to 2026-11-03")
    #expect(sleep.count == 1 && sleep[0].contains("2026-11-01T22:26"), "\(sleep)")
  }

  @Test func countWholeForTheirDay() async throws {
    #expect(
      try await rows("stats Sleep --by day --time-zone UTC") == [
        "2026-11-02,1,7.56666666667,7.56666666667,7.56666666667,7.56666666667",
        "2026-11-03,1,8.0,8.0,8.0,8.0",
      ])
    #expect(
      try await rows("stats Sleep --by weekday --time-zone UTC").map { $0.prefix(9) } == [
        "Monday,1,", "Tuesday,1",
      ])
    #expect(
      try await rows("chart Sleep --by day") == [
        "2026-11-02T00:00:00Z,2026-11-03T00:00:00Z,1,7.56666666667",
        "2026-11-03T00:00:00Z,2026-11-04T00:00:00Z,1,8.0",
      ])
    // Without the word, each day has its hours.
    #expect(
      try await rows("chart Nap --by day").map { $0.suffix(3) } == ["1.0", "1.0"])
    let walk = try await rows("chart Walk --by day")
    #expect(walk.count == 1 && walk[0].hasPrefix("2026-11-03"), "\(walk)")
    let overview = try await rows("overview --days --last 3")
    #expect(
      overview.filter { $0.hasPrefix("Sleep,") } == [
        "Sleep,2026-11-02,sum,h,1,7.56666666667,", "Sleep,2026-11-03,sum,h,1,8.0,",
      ])
  }

  @Test func meetAGoalOfADay() async throws {
    try await shell.run("goal add Sleep '>= 7.9' --per day")
    try await shell.run("goal add Nap '>= 1.5' --per day")
    let goals = try await rows("goal list")
    #expect(goals.contains { $0.contains(",Sleep,") && $0.contains(",8.0,100,met") }, "\(goals)")
    #expect(goals.contains { $0.contains(",Nap,") && $0.contains(",open") }, "\(goals)")
  }

  @Test func haveSumsInFigures() async throws {
    let trend = try await shell.run("trend Sleep")
    #expect(trend.contains("last day") && trend.contains("sum 7d") && trend.contains("15 h 34 min"))
    #expect(try await shell.run("trend Sleep --average").contains("average 7d"))
  }

  @Test func areInTheReportWithTheirGoals() async throws {
    try await shell.run("goal add Sleep '>= 7.9' --per day")
    try await shell.run(
      "item add Pressure --kind dualValues --unit mmHg --values systolic/diastolic")
    try await shell.run("log Pressure 120/80")
    try await shell.run("goal add Pressure 'diastolic < 85'")
    try await shell.run("report \(shell.path("r.html"))")
    let page = try shell.read("r.html")
    #expect(page.contains("<h3>Goals</h3>") && page.contains("sum &gt;= 7 h 54 min a day"))
    #expect(page.contains("diastolic latest &lt; 85 mmHg"))
    #expect(page.contains("<h3>systolic</h3>") && !page.contains("first value"))
    #expect(page.contains("15 h 34 min"))
  }

  @Test func haveSharesOfTheirOptions() async throws {
    let chart = try await shell.run("chart Stage --by day --format csv")
    #expect(chart.contains("2026-11-03") && !chart.contains("2026-11-02T00:00:00Z,"), "\(chart)")
  }

  /// The last one may end in the first moment of a day.
  @Test func ofTheLastMidnightCount() async throws {
    try await shell.run("log Sleep --at 2026-11-03T22:00 --until 2026-11-04T00:00")
    #expect(
      try await rows("chart Sleep --by day").last
        == "2026-11-04T00:00:00Z,2026-11-05T00:00:00Z,1,2.0")
    #expect(try await shell.run("trend Sleep --format csv").contains("last day,2.0"))
    try await shell.run("item add Weight --kind singleValue --measure sum")
    try await shell.run("log Weight 80 --at 2026-11-03T00:00")
    #expect(try await shell.run("trend Weight --format csv").contains("last day,80.0"))
    // One alone, of several days.
    try await shell.run("item add Trip --kind duration --day end")
    try await shell.run("log Trip --at 2026-10-24T22:00 --until 2026-10-27T00:00")
    #expect(
      try await rows("chart Trip --by day") == ["2026-10-27T00:00:00Z,2026-10-28T00:00:00Z,1,50.0"])
  }

  /// Hours of a night that began before are in a limited time.
  @Test(arguments: ["--on 2026-11-03", "--from 2026-11-03", "--from 2026-11-03 --to 2026-11-04"])
  func dividedOnesAreInTheDayBehindThem(limits: String) async throws {
    #expect(
      try await rows("chart Nap --by day \(limits)").last
        == "2026-11-03T00:00:00Z,2026-11-04T00:00:00Z,1,1.0")
    #expect(try await shell.run("trend Nap \(limits) --format csv").contains("last day,1.0"))
    try await shell.run("report \(shell.path("r.html")) --item Nap \(limits)")
    #expect(!(try shell.read("r.html").contains("No data points")))
    await #expect(throws: ShellError.self) { try await rows("chart Nap --on 2026-11-04") }
  }

  @Test func becomeOrdinaryAgain() async throws {
    #expect(try await shell.run("item show Sleep --format csv").contains("day,end"))
    try await shell.run("item edit Sleep --day start")
    #expect(!(try await shell.run("item show Sleep --format csv").contains("day,")))
    #expect(!(try await shell.run("today --format csv").contains(",Sleep,")))
  }

  @Test(arguments: ["item add Weight --kind singleValue --day end", "item edit Pill --day end"])
  func needAnEnd(line: String) async throws {
    try await shell.run("item add Pill --kind event")
    let error = await #expect(throws: ShellError.self) { try await shell.run(line) }
    #expect(error?.message.contains("have no end") == true)
  }
}

/// Data points that say no more than that something happened.
@MainActor @Suite struct Events {
  private func shell() throws -> TrackerShell {
    let now = try #require(ISO8601DateFormatter().date(from: "2026-11-03T09:00:00Z"))
    return try TrackerShell(and: [ChartsPlugin(), GoalsPlugin()], now: now)
  }

  @Test(arguments: ["event", "habit", "happened"]) func areLoggedByTheirName(kind: String)
    async throws
  {
    let shell = try shell()
    try await shell.run("item add Pill --kind \(kind)")
    try await shell.run("log pill")
    try await shell.run("log pill yesterday 8:00 --memo late")
    #expect(try await shell.run("data list").contains("happened  late"))
    #expect(
      try await shell.run("stats Pill --by day --time-zone UTC --format csv")
        == "period,count\n2026-11-02,1\n2026-11-03,1\n")
    #expect(try await shell.run("stats Pill --format csv") == "count\n2\n")
    let chart = try await shell.run("chart Pill --by day --format csv")
    #expect(chart.contains("2026-11-02T00:00:00Z,2026-11-03T00:00:00Z,1"), "\(chart)")
    try await shell.run("goal add Pill 'at least 1' --per day")
    #expect(try await shell.run("goal list --format csv").contains(",100,met"))
    #expect(try await shell.run("trend Pill --format csv").contains("streak now,2"))
    for (line, message) in [
      ("log Pill 3", "takes no value"), ("log Pill --for 1h", "is of one moment"),
      ("item edit Pill --measure sum", "have no numbers"),
      ("item edit Pill --kind singleValue", "lack a value"),
    ] {
      let error = await #expect(throws: ShellError.self) { try await shell.run(line) }
      #expect(error?.message.contains(message) == true, "\(line): \(error?.message ?? "")")
    }
  }

  @Test(arguments: ["--unit mg", "--option a,b"]) func haveNothingElse(option: String) async throws
  {
    let shell = try shell()
    let error = await #expect(throws: ShellError.self) {
      try await shell.run("item add Pill --kind event \(option)")
    }
    #expect(error?.message.contains("no more than that something happened") == true)
  }

  @Test func areReadFromColumnsOfYesAndNo() async throws {
    let shell = try shell()
    let answer = try await shell.importing(
      "date,Pill,Run\n2026-11-01,yes,0\n2026-11-02,no,1\n2026-11-03,,x\n2026-11-04,maybe,✓\n",
      "--item Pill:event:Pill --item Run:event:Run --date date --yes")
    #expect(answer.contains("“maybe” is neither yes nor no"), "\(answer)")
    #expect(
      try await shell.run("stats Pill --by day --time-zone UTC --format csv")
        == "period,count\n2026-11-01,1\n")
    #expect(try await shell.run("stats Run --format csv") == "count\n2\n")
  }
}
