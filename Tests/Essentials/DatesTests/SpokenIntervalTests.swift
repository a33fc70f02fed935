import Foundation
import StrataDates
import Testing

/// Stretches of time as people say them, on a Monday, 2026-11-23 at 09:15:30 in Berlin.
@Suite struct SpokenIntervals {
  private func interval(
    _ text: String, now: String = "2026-11-23T09:15:30+01:00"
  ) throws -> SpokenInterval {
    try SpokenInterval(text, now: try Date(now, strategy: .iso8601), in: SpokenDates.berlin)
  }

  private func words(_ date: Date) -> String {
    LocalTime(date, in: SpokenDates.berlin).label
  }

  @Test(arguments: [
    ("7:00-7:31", "Mon 2026-11-23 07:00", "Mon 2026-11-23 07:31"),
    ("23:30-7:00", "Sun 2026-11-22 23:30", "Mon 2026-11-23 07:00"),
    ("23:30–7:00", "Sun 2026-11-22 23:30", "Mon 2026-11-23 07:00"),
    ("11:30pm - 7am", "Sun 2026-11-22 23:30", "Mon 2026-11-23 07:00"),
    ("from 23:30 to 7:00", "Sun 2026-11-22 23:30", "Mon 2026-11-23 07:00"),
    ("yesterday 23:30 until 7:00", "Sun 2026-11-22 23:30", "Mon 2026-11-23 07:00"),
    ("yesterday 23:30-today 7:00", "Sun 2026-11-22 23:30", "Mon 2026-11-23 07:00"),
    ("yesterday 7:00-7:31", "Sun 2026-11-22 07:00", "Sun 2026-11-22 07:31"),
    ("7:00 to 7:31 yesterday", "Sun 2026-11-22 07:00", "Sun 2026-11-22 07:31"),
    ("fri 23:30-7:00", "Fri 2026-11-20 23:30", "Sat 2026-11-21 07:00"),
    ("2026-11-20 23:30-07:00", "Fri 2026-11-20 23:30", "Sat 2026-11-21 07:00"),
    ("2026-11-20 23:30 to 2026-11-22 07:00", "Fri 2026-11-20 23:30", "Sun 2026-11-22 07:00"),
    ("20 Nov 22:00 to midnight", "Fri 2026-11-20 22:00", "Sat 2026-11-21 00:00"),
    ("midnight-6:00", "Mon 2026-11-23 00:00", "Mon 2026-11-23 06:00"),
    ("8:00-now", "Mon 2026-11-23 08:00", "Mon 2026-11-23 09:15:30"),
    ("23:30 until now", "Sun 2026-11-22 23:30", "Mon 2026-11-23 09:15:30"),
    ("yesterday 23:30 until now", "Sun 2026-11-22 23:30", "Mon 2026-11-23 09:15:30"),
  ])
  func areRead(text: String, start: String, end: String) throws {
    let interval = try interval(text)
    #expect(words(interval.start) == start)
    #expect(words(interval.end) == end)
  }

  @Test(arguments: [
    (
      "23:30-7:00 yesterday",
      "write 2026-11-21 23:30 to 2026-11-22 07:00 or 2026-11-22 23:30 to 2026-11-23 07:00"
    ),
    (
      "18:00-18:30",
      "write 2026-11-22 18:00 to 2026-11-22 18:30 or 2026-11-23 18:00 to 2026-11-23 18:30"
    ),
    (
      "22:00-9:30",
      "write 2026-11-21 22:00 to 2026-11-22 09:30 or 2026-11-22 22:00 to 2026-11-23 09:30"
    ),
  ])
  func areAmbiguousIfTheirDayCouldBeTwo(text: String, hint: String) throws {
    let error = try #require(throws: SpokenDateError.self) { try interval(text) }
    #expect(error.kind == .ambiguous && error.hint == hint)
    // Each of the two ways is one.
    let ways = hint.dropFirst("write ".count).components(separatedBy: " or ")
    for way in ways { #expect(throws: Never.self) { try interval(way) } }
  }

  @Test(arguments: ["today 8:00-yesterday 7:00", "today 10:00-now", "13pm-14:00 to 15:00"])
  func doNotEndBeforeTheyBegin(text: String) throws {
    let error = try #require(throws: SpokenDateError.self) { try interval(text) }
    #expect(error.kind != .ambiguous)
  }

  @Test(arguments: [
    "", "7:00", "yesterday", "2026-11-20", "7:00-", "-7:00", "7-8", "-2h", "now-7:00",
    "20 Nov-22 Nov",
    "7:00-8:00-9:00", "7:00 8:00", "7:00 to", "x-y",
  ])
  func areNoOthers(text: String) throws {
    let error = try #require(throws: SpokenDateError.self) { try interval(text) }
    #expect(error.kind == .unknown)
  }

  @Test func spanTheHourThatIsSkipped() throws {
    let interval = try interval("1:30-3:30", now: "2026-03-29T09:00:00+02:00")
    #expect(interval.end.timeIntervalSince(interval.start) == 3600)
  }
}
