import Foundation
import StrataDates
import Testing

/// Whole days as people say them, on a Monday, 2026-11-23 at 09:15:30 in Berlin.
@Suite struct SpokenPeriods {
  private func days(_ text: String) throws -> String {
    let now = try Date("2026-11-23T09:15:30+01:00", strategy: .iso8601)
    let range = try SpokenPeriod(text, now: now, in: SpokenDates.berlin).range
    return [range.lowerBound, range.upperBound].map {
      LocalTime($0, in: SpokenDates.berlin).label.replacing(" 00:00", with: "")
    }.joined(separator: " to ")
  }

  @Test(arguments: [
    ("today", "Mon 2026-11-23 to Tue 2026-11-24"),
    ("yesterday", "Sun 2026-11-22 to Mon 2026-11-23"),
    ("last friday", "Fri 2026-11-20 to Sat 2026-11-21"),
    ("20 Nov", "Fri 2026-11-20 to Sat 2026-11-21"),
    ("2026-03-29", "Sun 2026-03-29 to Mon 2026-03-30"),
    ("this week", "Mon 2026-11-23 to Mon 2026-11-30"),
    ("last week", "Mon 2026-11-16 to Mon 2026-11-23"),
    ("Next Week", "Mon 2026-11-30 to Mon 2026-12-07"),
    ("last day", "Sun 2026-11-22 to Mon 2026-11-23"),
    ("this month", "Sun 2026-11-01 to Tue 2026-12-01"),
    ("last month", "Thu 2026-10-01 to Sun 2026-11-01"),
    ("this year", "Thu 2026-01-01 to Fri 2027-01-01"),
    ("last year", "Wed 2025-01-01 to Thu 2026-01-01"),
    ("last 7 days", "Tue 2026-11-17 to Tue 2026-11-24"),
    ("past 2 weeks", "Tue 2026-11-10 to Tue 2026-11-24"),
    ("2026", "Thu 2026-01-01 to Fri 2027-01-01"), ("2026-11", "Sun 2026-11-01 to Tue 2026-12-01"),
    ("2026-12", "Tue 2026-12-01 to Fri 2027-01-01"),
    ("2026-W47", "Mon 2026-11-16 to Mon 2026-11-23"),
    ("november", "Sun 2026-11-01 to Tue 2026-12-01"), ("Dec", "Mon 2025-12-01 to Thu 2026-01-01"),
    ("Feb 2024", "Thu 2024-02-01 to Fri 2024-03-01"),
  ])
  func areRead(text: String, expected: String) throws {
    #expect(try days(text) == expected)
  }

  @Test(arguments: [
    "", "yesterday 7:00", "-2h", "now", "last", "this", "last weeks", "2026-13", "2026-W54",
    "last 0 days",
    "last 7", "soon", "7", "last 9999999 days", "Nov 26",
  ])
  func areNoOthers(text: String) {
    #expect(throws: SpokenDateError.self) { try days(text) }
  }

  @Test func beginAtTheFirstMomentOfTheirDays() throws {
    let zone = try #require(TimeZone(identifier: "America/Asuncion"))
    let now = try Date("2023-10-01T12:00:00-03:00", strategy: .iso8601)
    // Clocks were put forward over midnight.
    let range = try SpokenPeriod("today", now: now, in: zone).range
    #expect(range.upperBound.timeIntervalSince(range.lowerBound) == 23 * 3600)
  }
}
