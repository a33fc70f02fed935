import Foundation
import StrataDates
import Testing

/// What people say, on a Monday, 2026-11-23 at 09:15:30 in Berlin.
@Suite struct SpokenDates {
  static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  /// Reads a text, and shows what it means in the zone.
  static func reading(
    _ text: String, now: String = "2026-11-23T09:15:30+01:00", in zone: TimeZone = berlin
  ) throws -> String {
    let now = try Date(now, strategy: .iso8601)
    return LocalTime(try SpokenDate(text, now: now, in: zone).date, in: zone).label
  }

  @Test(arguments: [
    ("now", "Mon 2026-11-23 09:15:30"), ("today", "Mon 2026-11-23 00:00"),
    ("Today", "Mon 2026-11-23 00:00"), ("yesterday", "Sun 2026-11-22 00:00"),
    ("yesterday 7:00", "Sun 2026-11-22 07:00"), ("  yesterday   at 7pm ", "Sun 2026-11-22 19:00"),
    ("7:00 yesterday", "Sun 2026-11-22 07:00"), ("20.11 23:30", "Fri 2026-11-20 23:30"),
    ("tomorrow", "Tue 2026-11-24 00:00"),
    ("tomorrow, noon", "Tue 2026-11-24 12:00"),
  ])
  func nameDays(text: String, expected: String) throws {
    #expect(try Self.reading(text) == expected)
  }

  @Test(arguments: [
    ("7:00", "07:00"), ("07:00", "07:00"), ("7am", "07:00"), ("7 am", "07:00"), ("7 PM", "19:00"),
    ("7:30pm", "19:30"), ("12am", "00:00"), ("12pm", "12:00"), ("12:30 a.m.", "00:30"),
    ("noon", "12:00"), ("23:59:59", "23:59:59"), ("7:00:00.25", "07:00:00.250"),
    ("7:00:00,25", "07:00:00.250"),
  ])
  func nameTimesOfToday(text: String, expected: String) throws {
    #expect(try Self.reading(text) == "Mon 2026-11-23 \(expected)")
  }

  @Test(arguments: [
    ("-2h", "Mon 2026-11-23 07:15:30"), ("-30m", "Mon 2026-11-23 08:45:30"),
    ("\u{2212}30 min", "Mon 2026-11-23 08:45:30"), ("+90s", "Mon 2026-11-23 09:17"),
    ("-1h30m", "Mon 2026-11-23 07:45:30"), ("-3d", "Fri 2026-11-20 09:15:30"),
    ("-3d 7:00", "Fri 2026-11-20 07:00"), ("-1w", "Mon 2026-11-16 09:15:30"),
    ("half an hour ago", "Mon 2026-11-23 08:45:30"), ("-1h30", "Mon 2026-11-23 07:45:30"),
    ("2 hours ago", "Mon 2026-11-23 07:15:30"), ("an hour ago", "Mon 2026-11-23 08:15:30"),
    ("3 days ago", "Fri 2026-11-20 09:15:30"), ("3 days ago 7am", "Fri 2026-11-20 07:00"),
    ("in 20 minutes", "Mon 2026-11-23 09:35:30"), ("-1d2h", "Sun 2026-11-22 07:15:30"),
  ])
  func countFromNow(text: String, expected: String) throws {
    #expect(try Self.reading(text) == expected)
  }

  @Test(arguments: [
    ("sun", "Sun 2026-11-22"), ("tue", "Tue 2026-11-17"), ("Tuesday", "Tue 2026-11-17"),
    ("tues.", "Tue 2026-11-17"), ("last friday", "Fri 2026-11-20"),
    ("last monday", "Mon 2026-11-16"), ("next monday", "Mon 2026-11-30"),
    ("next Tue", "Tue 2026-11-24"),
  ])
  func nameWeekdays(text: String, expected: String) throws {
    #expect(try Self.reading(text) == "\(expected) 00:00")
    #expect(try Self.reading(text + " 18:30") == "\(expected) 18:30")
  }

  @Test(arguments: [
    ("20 Nov", "Fri 2026-11-20"), ("Nov 20", "Fri 2026-11-20"), ("20. Nov.", "Fri 2026-11-20"),
    ("20.11.", "Fri 2026-11-20"), ("23 nov", "Mon 2026-11-23"), ("1 Jan", "Thu 2026-01-01"),
    ("Fri 20 Nov", "Fri 2026-11-20"), ("friday, 20 November", "Fri 2026-11-20"),
    ("20 Nov 2025", "Thu 2025-11-20"), ("November 20th, 2025", "Thu 2025-11-20"),
    ("20th of Nov 2025", "Thu 2025-11-20"), ("20.11.2025", "Thu 2025-11-20"),
    ("24 Dec 2027", "Fri 2027-12-24"), ("29 Feb 2024", "Thu 2024-02-29"),
  ])
  func nameMonths(text: String, expected: String) throws {
    #expect(try Self.reading(text) == "\(expected) 00:00")
    #expect(try Self.reading(text + " 7:00") == "\(expected) 07:00")
    #expect(try Self.reading("7am " + text) == "\(expected) 07:00")
  }

  @Test(arguments: [
    ("2020-01-31", "Fri 2020-01-31 00:00"), ("2020/01/31", "Fri 2020-01-31 00:00"),
    ("2020/1/5 7:00", "Sun 2020-01-05 07:00"), ("20200131", "Fri 2020-01-31 00:00"),
    ("2020-01-31T07:30", "Fri 2020-01-31 07:30"), ("2020-01-31t07:30", "Fri 2020-01-31 07:30"),
    ("2020-01-31 07:30:15.5", "Fri 2020-01-31 07:30:15.500"),
    ("2020-01-31T06:30:00Z", "Fri 2020-01-31 07:30"),
    ("2020-01-31T07:30:00+01:00", "Fri 2020-01-31 07:30"),
    ("2020-01-31T01:30-0500", "Fri 2020-01-31 07:30"),
    ("2020-01-31T01:30-05", "Fri 2020-01-31 07:30"),
    ("2020-01-31 07:00:00 +0100", "Fri 2020-01-31 07:00"),
    ("2020-01-31 07:00 UTC", "Fri 2020-01-31 08:00"), ("20200131T073000Z", "Fri 2020-01-31 08:30"),
    ("20200131T0730", "Fri 2020-01-31 07:30"), ("20200131T073015.5", "Fri 2020-01-31 07:30:15.500"),
    ("2026-11", "Sun 2026-11-01 00:00"), ("2026-W47", "Mon 2026-11-16 00:00"),
    ("2026-W47-5", "Fri 2026-11-20 00:00"), ("2026-324", "Fri 2026-11-20 00:00"),
    ("2020-W53-7", "Sun 2021-01-03 00:00"),
    ("Fri 2026-11-20 07:00", "Fri 2026-11-20 07:00"),
    ("Fri, 20 Nov 2026 07:00:00 +0100", "Fri 2026-11-20 07:00"),
    ("2026-11-20 07:00 America/Los_Angeles", "Fri 2026-11-20 16:00"),
  ])
  func areISODates(text: String, expected: String) throws {
    #expect(try Self.reading(text) == expected)
  }

  /// In the zone that is said it is still Sunday.
  @Test func countDaysInTheirZone() throws {
    #expect(try Self.reading("today 20:00 America/Los_Angeles") == "Tue 2026-11-24 05:00")
    #expect(
      try Self.reading("today 20:00 America/Los_Angeles", now: "2026-11-23T05:00:00+01:00")
        == "Mon 2026-11-23 05:00")
  }

  /// What an answer shows is a date too.
  @Test(arguments: ["now", "-3d", "friday", "2020-01-31T07:30:15.5"])
  func readTheirLabels(text: String) throws {
    let label = try Self.reading(text)
    #expect(try Self.reading(label) == label)
  }
}
