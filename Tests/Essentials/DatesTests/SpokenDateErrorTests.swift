import Foundation
import StrataDates
import Testing

/// What can't be understood, or could be understood in two ways.
@Suite struct SpokenDateErrors {
  private func failure(
    _ text: String, now: String = "2026-11-23T09:15:30+01:00",
    in zone: TimeZone = SpokenDates.berlin
  ) throws -> SpokenDateError {
    let now = try Date(now, strategy: .iso8601)
    return try #require(throws: SpokenDateError.self) {
      try SpokenDate(text, now: now, in: zone)
    }
  }

  @Test(arguments: [
    ("03/04/2026", "write 2026-04-03 or 2026-03-04"), ("3/4", "write 3 Apr or 4 Mar"),
    ("31/01/2026", "write 2026-01-31"), ("01/31/2026", "write 2026-01-31"),
    ("4/4/2026", "write 2026-04-04"), ("03-04-2026", "write 2026-04-03 or 2026-03-04"),
    ("monday", "write today, last monday or next monday"),
    ("mon 7:00", "write today, last monday or next monday"),
    ("24 Dec", "write 24 Dec 2025 or 24 Dec 2026"), ("29 Feb", "write 29 Feb 2020 or 29 Feb 2024"),
    ("2026", "write 2026-01-01 or 20:26"),
    ("20 Nov 25", "write all four, as 2026-11-20 or 20 Nov 2026"),
    ("20.11.25", "write all four, as 2026-11-20 or 20 Nov 2026"),
    ("19h30", "write 19:30 for the time or 19 h 30 min for the length"),
    ("7h05 yesterday", "write 7:05 for the time or 7 h 05 min for the length"),
    ("last night", "write the time, as today 7:00 or yesterday 23:00"),
    ("this morning", "write the time, as today 7:00 or yesterday 23:00"),
    ("yesterday evening", "write the time, as today 7:00 or yesterday 23:00"),
    ("tonight", "write the time, as today 7:00 or yesterday 23:00"),
    ("yesterday midnight", "write “2026-11-22 00:00” or “2026-11-23 00:00”"),
  ])
  func tellBothWays(text: String, hint: String) throws {
    let error = try failure(text)
    #expect(error.hint == hint)
    #expect(error.kind == .ambiguous)
  }

  @Test(arguments: [
    "2026-02-30", "29 Feb 2026", "31.04.2026", "2026-13-01", "20261301", "2026-W54", "2026-W00",
    "2026-366", "2026-000", "24:00", "7:60", "7:00:60", "13pm", "0am", "Thu 20 Nov", "-1 month",
    "2 years ago", "2026-11-20T2500",
  ])
  func nameWhatDoesNotExist(text: String) throws {
    #expect(try failure(text).kind == .impossible)
  }

  @Test(arguments: [
    "", " ", ",", "soon", "7", "0700 yesterday", "yesterday today", "7:00 8:00", "now 7:00",
    "-2h 7:00", "yesterday -2h", "-2h -3h", "at 7:00", "last", "last week", "this", "this week",
    "19.30", "27.11", "half", "half 7:00", "friday monday",
    "2026-11-20T", "2026-11-20T7", "2026-11-20x", "7:0", "7:00x", "20 Novx", "Nov", "2026-1-1",
    "2026-11-20 07:00 +25:00", "7:00 Z Z", "-h", "--2h", "ago", "3 ago", "in", "٣ Nov", "20260131x",
    "yesterday7:00", "99999999999999999999 days ago", "2026-W1", "12345678901234567890", "😀",
    "2020-01-31 07:00:00 +01:00:00", "7:00:00.", "1e3", "20..2026", "Europe/Berlin", "/", "x /",
  ])
  func areOfNoDates(text: String) throws {
    #expect(try failure(text).kind == .unknown)
  }

  @Test func sayThatAnHourWasSkipped() throws {
    let error = try failure("2026-03-29 02:30")
    #expect(error.message.contains("there was no 2026-03-29 02:30"))
    #expect(error.hint == "write 2026-03-29 03:30, or another time")
    #expect(error.kind == .impossible)
    #expect(try failure("-1d", now: "2026-03-30T02:30:00+02:00").kind == .impossible)
  }
}

/// Hours that clocks skip or repeat.
@Suite struct ClockChanges {
  private func moment(_ text: String, in zone: String = "Europe/Berlin") throws -> SpokenDate {
    let now = try Date("2026-12-01T12:00:00Z", strategy: .iso8601)
    return try SpokenDate(text, now: now, in: try #require(TimeZone(identifier: zone)))
  }

  @Test func repeatHours() throws {
    let first = try moment("2026-10-25 02:30")
    #expect(first.date == (try Date("2026-10-25T00:30:00Z", strategy: .iso8601)))
    let note = try #require(first.note)
    #expect(note.contains("twice") && note.contains("2026-10-25 02:30+01:00"))
    let second = try moment("2026-10-25 02:30+01:00")
    #expect(second.date == (try Date("2026-10-25T01:30:00Z", strategy: .iso8601)))
    #expect(second.note == nil)
  }

  @Test(arguments: [
    "2026-10-25 01:59:59", "2026-10-25 03:00", "2026-03-29 01:59:59", "2026-03-29 03:00",
  ])
  func leaveOtherHoursAlone(text: String) throws {
    let spoken = try moment(text)
    #expect(spoken.note == nil)
    #expect(SpokenDate.label(spoken.date, in: SpokenDates.berlin) == "Sun \(text)")
  }

  /// Where midnight is skipped the day begins at one.
  @Test func skipMidnight() throws {
    let beirut = try #require(TimeZone(identifier: "Asia/Beirut"))
    let spoken = try moment("2026-03-29", in: "Asia/Beirut")
    #expect(SpokenDate.label(spoken.date, in: beirut) == "Sun 2026-03-29 01:00")
  }

  /// Each moment that a clock shows is found again, in zones with clocks of all sorts.
  @Test(arguments: [
    "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
  ])
  func areNoneForMostMoments(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    for hour in 0..<20_000 {
      let date = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(hour) * 1800)
      switch LocalTime(date, in: zone).moments(in: zone) {
      case .once(let found): #expect(found == date)
      case .twice(let first, let second): #expect(date == first || date == second)
      case .never: Issue.record("\(date) is shown by clocks")
      }
    }
  }
}
