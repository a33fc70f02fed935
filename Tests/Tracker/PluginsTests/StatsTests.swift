import StrataShell
import Testing

/// A figure that `stats` can't give for an item.
@MainActor @Suite struct PercentilesOfItems {
  @Test(arguments: ["interval", "singleOption", "optionWithInterval"])
  func withoutValuesAreRefused(kind: String) async throws {
    let shell = try TrackerShell()
    try await shell.run("item add Sleep --kind \(kind)")
    await #expect(
      throws: ShellError(
        "Sleep has no values, so there are no percentiles of them", hint: "leave --percentiles out",
        column: 27, kind: .usage)
    ) {
      try await shell.run("stats Sleep --percentiles 50")
    }
    try await shell.run("stats Sleep")
  }
}

/// The hours that `stats` shows of what lasts.
@MainActor @Suite struct HoursOfItems {
  private func stats(_ kind: String, _ lines: [String], _ line: String) async throws -> [Substring]
  {
    let shell = try TrackerShell()
    try await shell.run("item add Place --kind \(kind)" + lines[0])
    for line in lines.dropFirst() { try await shell.run("log Place \(line)") }
    return try await shell.run("stats Place \(line) --format csv --time-zone UTC")
      .split(separator: "\n")
  }

  private let days = [
    "--at 2026-11-01T08:00 --until 2026-11-01T10:00",
    "--at 2026-11-01T12:00 --until 2026-11-01T20:00",
    "--at 2026-11-02T08:00 --until 2026-11-02T08:20",
  ]

  @Test func haveExtremesAndAnAverage() async throws {
    #expect(
      try await stats("interval", [""] + days, "--by day") == [
        "period,count,hours,minimum,maximum,average", "2026-11-01,2,10.0,2.0,8.0,5.0",
        "2026-11-02,1,0.333333333333,0.333333333333,0.333333333333,0.333333333333",
      ])
  }

  @Test func areThoseOfEachOption() async throws {
    let labels = " --option work --option home --option away"
    let logs = zip(["work", "home", "work"], days).map { "\($0) \($1)" }
    #expect(
      try await stats("optionWithInterval", [labels] + logs, "") == [
        "option,count,hours,minimum,maximum,average",
        "work,2,2.33333333333,0.333333333333,2.0,1.16666666667", "home,1,8.0,8.0,8.0,8.0",
      ])
  }

  @Test func ofNothingAreZero() async throws {
    #expect(
      try await stats("interval", [""], "") == [
        "count,hours,minimum,maximum,average", "0,0.0,,,",
      ])
  }
}

/// Figures by what comes back: the day of the week, and the hour.
@MainActor @Suite struct RecurringStats {
  private let shell: TrackerShell

  init() async throws {
    shell = try TrackerShell()
    try await shell.run("item add Run --kind singleValue --unit km")
    // 2026-03-02 is a Monday. At 23:30 UTC it is Tuesday in Berlin.
    for (date, value) in [
      ("2026-03-02T08:00", "5"), ("2026-03-02T23:30", "3"), ("2026-03-08T08:15", "10"),
      ("2026-03-09T09:00", "7"),
    ] {
      try await shell.run("log Run \(value) --at \(date)")
    }
  }

  private func stats(_ line: String) async throws -> [Substring] {
    try await shell.run("stats Run \(line) --format csv").split(separator: "\n")
  }

  @Test func haveTheDaysOfTheWeekFromMonday() async throws {
    #expect(
      try await stats("--by weekday --time-zone UTC") == [
        "weekday,value,count,sum,minimum,maximum,average", "Monday,1,3,15.0,3.0,7.0,5.0",
        "Sunday,1,1,10.0,10.0,10.0,10.0",
      ])
  }

  @Test func areThoseOfTheTimeZone() async throws {
    #expect(
      try await stats("--by weekday --time-zone Europe/Berlin").dropFirst() == [
        "Monday,1,2,12.0,5.0,7.0,6.0", "Tuesday,1,1,3.0,3.0,3.0,3.0",
        "Sunday,1,1,10.0,10.0,10.0,10.0",
      ])
    #expect(
      try await stats("--by hour --time-zone Europe/Berlin --percentiles 50").dropFirst() == [
        "00,1,1,3.0,3.0,3.0,3.0,3.0", "09,1,2,15.0,5.0,10.0,7.5,7.5",
        "10,1,1,7.0,7.0,7.0,7.0,7.0",
      ])
  }

  @Test func keepToTheLimits() async throws {
    #expect(
      try await stats("--by weekday --time-zone UTC --from 2026-03-08").dropFirst() == [
        "Monday,1,1,7.0,7.0,7.0,7.0", "Sunday,1,1,10.0,10.0,10.0,10.0",
      ])
  }

  @Test func haveOptionsInTheirOwnOrder() async throws {
    try await shell.run("item add Mood --kind singleOption --option great --option bad")
    for word in ["bad", "great", "bad"] { try await shell.run("log Mood \(word) --at 2026-03-02") }
    #expect(
      try await shell.run("stats Mood --by weekday --format csv").split(separator: "\n") == [
        "weekday,option,count", "Monday,great,1", "Monday,bad,2",
      ])
  }
}
