public import Foundation
internal import StrataDates

/// A calendar period: day, week, month or year.
public enum Period: String, CaseIterable, Sendable {
  case day, week, month, year

  /// The average length in seconds.
  private var length: TimeInterval {
    switch self {
    case .day: 86_400
    case .week: 604_800
    case .month: 2_629_746
    case .year: 31_556_952
    }
  }

  /// Returns the shortest period of which a range contains at most `count`.
  public static func fitting(_ range: Range<Date>, _ count: Int) -> Period {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    return allCases.first { length / $0.length <= Double(count) - 1 } ?? .year
  }

  /// Returns the approximate number of periods in a range.
  public func count(in range: Range<Date>) -> Double {
    range.upperBound.timeIntervalSince(range.lowerBound) / length
  }

  /// Returns the period that contains a date, in a time zone. Weeks begin on Monday.
  public func range(of date: Date, in zone: TimeZone) -> Range<Date> {
    let seconds = date.timeIntervalSinceReferenceDate
    // Calendars don't support dates this far away.
    guard abs(seconds) < 1e14 else {
      return date..<Date(timeIntervalSinceReferenceDate: max(seconds + length, seconds.nextUp))
    }
    let days = days(around: LocalTime(date, in: zone).day)
    return days.first.start(in: zone)..<days.next.start(in: zone)
  }

  /// Returns a name of the period that contains a date.
  ///
  /// The names sort in order of time: 2012, 2012-03, 2012-W09, 2012-03-31.
  public func name(of date: Date, in zone: TimeZone) -> String {
    guard abs(date.timeIntervalSinceReferenceDate) < 1e14 else { return "\(date)" }
    let first = days(around: LocalTime(date, in: zone).day).first
    let text = LocalTime(first).dayText
    switch self {
    case .day: return text
    case .month: return String(text.dropLast(3))
    case .year: return String(text.dropLast(6))
    case .week:
      let week = first.week
      // The text of a year has four digits at least.
      let year = LocalTime(CivilDay(number: first.number + 3)).dayText.dropLast(6)
      return "\(year)-W\(week.number < 10 ? "0" : "")\(week.number)"
    }
  }

  /// Returns the first day of the period that contains a day, and the first day of the next period.
  private func days(around day: CivilDay) -> (first: CivilDay, next: CivilDay) {
    func first(_ year: Int, _ month: Int) -> CivilDay {
      // The first day of a month always exists.
      CivilDay(year: year, month: month, day: 1) ?? day
    }
    switch self {
    case .day: return (day, CivilDay(number: day.number + 1))
    case .week:
      return (day.monday, CivilDay(number: day.monday.number + 7))
    case .month:
      let next = day.month == 12 ? (day.year + 1, 1) : (day.year, day.month + 1)
      return (first(day.year, day.month), first(next.0, next.1))
    case .year: return (first(day.year, 1), first(day.year + 1, 1))
    }
  }
}

// `distantPast` and `distantFuture` are the years 1 and 4001. Data points may lie beyond them.
extension Date {
  /// A date before any data point: 300,000 years ago.
  public static let earliest = Date(timeIntervalSinceReferenceDate: -1e13)
  /// A date after any data point: in 300,000 years.
  public static let latest = Date(timeIntervalSinceReferenceDate: 1e13)
}
