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
        "option,count,hours,minimum,maximum,average", "home,1,8.0,8.0,8.0,8.0",
        "work,2,2.33333333333,0.333333333333,2.0,1.16666666667",
      ])
  }

  @Test func ofNothingAreZero() async throws {
    #expect(
      try await stats("interval", [""], "") == [
        "count,hours,minimum,maximum,average", "0,0.0,,,",
      ])
  }
}
