import Foundation
import StrataDates
import StrataQuery
import StrataTestSupport
import Testing

/// Foundation's calendars say what periods and parts are.
@Suite struct DatePeriods {
  private static let periods: [DatePeriod] = [
    .year, .quarter, .month, .week(), .week(startingOn: .sunday), .week(startingOn: .saturday),
    .day, .hour, .minute,
  ]

  private func expected(_ period: DatePeriod, _ date: Date, _ calendar: Calendar) -> Date? {
    switch period {
    case .year: return calendar.dateInterval(of: .year, for: date)?.start
    case .quarter:
      // The first month's start, since Foundation's own quarters begin where it likes.
      var month = calendar.dateComponents([.year, .month], from: date)
      month.month = month.month.map { ($0 - 1) / 3 * 3 + 1 }
      month.day = 2
      month.hour = 12
      return calendar.date(from: month).flatMap {
        calendar.dateInterval(of: .month, for: $0)?.start
      }
    case .month: return calendar.dateInterval(of: .month, for: date)?.start
    case .week:
      var days = calendar
      days.firstWeekday = period.firstWeekday % 7 + 1
      return days.dateInterval(of: .weekOfYear, for: date)?.start
    case .day: return calendar.startOfDay(for: date)
    case .hour:
      return calendar.dateInterval(of: .hour, for: date).map { begun($0.start, date, calendar) }
    case .minute:
      return calendar.dateInterval(of: .minute, for: date).map { begun($0.start, date, calendar) }
    }
  }

  /// The start of an hour or a minute, or the change of the clocks since. Foundation subtracts what the clocks show.
  private func begun(_ start: Date, _ date: Date, _ calendar: Calendar) -> Date {
    let zone = calendar.timeZone
    guard zone.secondsFromGMT(for: start) != zone.secondsFromGMT(for: date) else { return start }
    return zone.nextDaylightSavingTimeTransition(after: start) ?? start
  }

  private func expected(_ part: DatePart, _ date: Date, _ calendar: Calendar) -> Int {
    switch part {
    case .year: calendar.component(.year, from: date)
    case .quarter: (calendar.component(.month, from: date) - 1) / 3 + 1
    case .month: calendar.component(.month, from: date)
    case .week: calendar.component(.weekOfYear, from: date)
    case .day: calendar.component(.day, from: date)
    case .weekday: calendar.component(.weekday, from: date)
    case .hour: calendar.component(.hour, from: date)
    case .minute: calendar.component(.minute, from: date)
    }
  }

  private func check(_ date: Date, _ zone: TimeZone) throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = zone
    let clock = ZoneClock.of(zone)
    let seconds = date.timeIntervalSinceReferenceDate
    for period in Self.periods {
      // Foundation's minutes are those of UTC, which differ from the clocks' before there were time zones.
      if period == .minute, zone.secondsFromGMT(for: date) % 60 != 0 { continue }
      let start = period.start(of: seconds, on: clock)
      // Foundation has no answer where a day was repeated.
      guard let wanted = expected(period, date, calendar)?.timeIntervalSinceReferenceDate else {
        continue
      }
      // Where a week's first day was left out, Foundation takes the week before it for the same one.
      if case .week = period,
        expected(.weekday, Date(timeIntervalSinceReferenceDate: start), calendar)
          != period.firstWeekday % 7 + 1
      {
        continue
      }
      #expect(start == wanted, "\(period) of \(seconds) in \(zone.identifier)")
    }
    for part in DatePart.allCases {
      #expect(
        part.value(of: seconds, on: clock) == expected(part, date, calendar),
        "\(part) of \(seconds) in \(zone.identifier)")
    }
  }

  @Test func areThoseOfFoundationsCalendar() throws {
    var generator = SeededGenerator()
    for _ in 0..<3000 {
      let name = try #require(
        TimeZone.knownTimeZoneIdentifiers.randomElement(using: &generator))
      // From 1842 to 2159.
      let seconds = Double.random(in: -5e9...5e9, using: &generator)
      try check(
        Date(timeIntervalSinceReferenceDate: seconds), try #require(TimeZone(identifier: name)))
    }
  }

  @Test func areThoseOfFoundationsCalendarWhereClocksChange() throws {
    var generator = SeededGenerator()
    for _ in 0..<1000 {
      let name = try #require(
        TimeZone.knownTimeZoneIdentifiers.randomElement(using: &generator))
      let zone = try #require(TimeZone(identifier: name))
      let moment = Date(
        timeIntervalSinceReferenceDate: .random(in: -4e9...4e9, using: &generator))
      guard let change = zone.nextDaylightSavingTimeTransition(after: moment) else { continue }
      for distance in [-90_000.0, -5400, -1, 0, 1, 1800, 5400, 90_000] {
        try check(change + distance, zone)
      }
    }
  }

  /// Clocks there are set by half an hour: from 2:00 to 2:30, and from 2:00 to 1:30.
  @Test(arguments: [
    ("2026-10-03T15:29:59Z", "2026-10-03T14:30:00Z"),
    ("2026-10-03T15:30:00Z", "2026-10-03T15:30:00Z"),
    ("2026-10-03T15:59:59Z", "2026-10-03T15:30:00Z"),
    ("2026-10-03T16:00:00Z", "2026-10-03T16:00:00Z"),
    ("2026-04-04T14:59:59Z", "2026-04-04T14:00:00Z"),
    ("2026-04-04T15:00:00Z", "2026-04-04T15:00:00Z"),
    ("2026-04-04T15:29:59Z", "2026-04-04T15:00:00Z"),
    ("2026-04-04T15:30:00Z", "2026-04-04T15:30:00Z"),
    ("2426-10-03T15:45:00Z", "2426-10-03T15:30:00Z"),
  ])
  func beginAnotherHourWhereClocksAreSet(_ date: String, _ start: String) throws {
    let clock = try #require(ZoneClock.named("Australia/Lord_Howe"))
    let found = DatePeriod.hour.start(
      of: try Date(date, strategy: .iso8601).timeIntervalSinceReferenceDate, on: clock)
    #expect(Date(timeIntervalSinceReferenceDate: found).formatted(.iso8601) == start)
  }
}
