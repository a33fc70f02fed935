public import Foundation
package import StrataDates

/// A period of a calendar, in which dates are grouped.
///
/// The calendar is the Gregorian one of ISO 8601, for all times.
public enum DatePeriod: Sendable, Hashable {
  /// A calendar year, quarter or month.
  case year, quarter, month
  /// A week. Without another first day it is the week of ISO 8601.
  case week(startingOn: Locale.Weekday = .monday)
  /// A day, which has 23 or 25 hours where clocks change.
  case day
  /// An hour or a minute. One that the clocks show twice is two, and where clocks are set within an hour
  /// another one begins.
  case hour, minute
}

/// A part of a date, as clocks and calendars show it.
public enum DatePart: String, Sendable, Hashable, CaseIterable {
  /// The year, with 0 for the one before year 1.
  case year
  /// The quarter, 1 to 4.
  case quarter
  /// The month, 1 to 12.
  case month
  /// The week of ISO 8601, 1 to 53.
  case week
  /// The day of the month, 1 to 31.
  case day
  /// The day of the week as Foundation's calendars count it: 1 is Sunday, and 7 is Saturday.
  case weekday
  /// The hour, 0 to 23.
  case hour
  /// The minute, 0 to 59.
  case minute
}

extension DatePeriod {
  /// The period's name in SQL.
  package var name: String {
    switch self {
    case .year: "year"
    case .quarter: "quarter"
    case .month: "month"
    case .week: "week"
    case .day: "day"
    case .hour: "hour"
    case .minute: "minute"
    }
  }

  /// The number of the first day of its weeks by ISO 8601: 1 is Monday.
  package var firstWeekday: Int {
    guard case .week(let weekday) = self else { return 1 }
    return switch weekday {
    case .monday: 1
    case .tuesday: 2
    case .wednesday: 3
    case .thursday: 4
    case .friday: 5
    case .saturday: 6
    case .sunday: 7
    @unknown default: 1
    }
  }

  /// Creates a period of its name and the number of its first weekday, or returns nil if there is none.
  package init?(_ name: String, firstWeekday: Int) {
    let weekdays: [Locale.Weekday] = [
      .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
    ]
    switch name {
    case "year": self = .year
    case "quarter": self = .quarter
    case "month": self = .month
    case "week" where (1...7).contains(firstWeekday):
      self = .week(startingOn: weekdays[firstWeekday - 1])
    case "day": self = .day
    case "hour": self = .hour
    case "minute": self = .minute
    default: return nil
    }
  }

  /// Returns the moment at which a date's period begins, both in seconds since 2001-01-01 00:00 UTC.
  ///
  /// A day, or a longer period, begins at the first moment at which the clocks show its day. An hour or a minute in which
  /// clocks are set begins with that change.
  package func start(of seconds: Double, on clock: ZoneClock) -> Double {
    let moment = DatePart.wholeSeconds(seconds)
    let local = clock.localTime(at: moment)
    let number = local.floored(by: 86_400)
    let start: Int
    switch self {
    case .hour: return Double(clock.beginning(of: local.modulo(3600), secondsBefore: moment))
    case .minute: return Double(clock.beginning(of: local.modulo(60), secondsBefore: moment))
    case .day: start = number
    case .week: start = number - (number + 1 - firstWeekday).modulo(7)
    case .month: start = number - CivilDay(number: number).day + 1
    case .quarter:
      let day = CivilDay(number: number)
      start = day.first(ofMonth: (day.month - 1) / 3 * 3 + 1).number
    case .year: start = CivilDay(number: number).first(ofMonth: 1).number
    }
    return Double(clock.firstMoment(showing: start * 86_400))
  }
}

extension DatePart {
  /// Returns the part of a date, which is in seconds since 2001-01-01 00:00 UTC.
  package func value(of seconds: Double, on clock: ZoneClock) -> Int {
    let local = clock.localTime(at: Self.wholeSeconds(seconds))
    let number = local.floored(by: 86_400)
    switch self {
    case .hour: return local.modulo(86_400) / 3600
    case .minute: return local.modulo(3600) / 60
    // 2001-01-01 was a Monday.
    case .weekday: return (number + 1).modulo(7) + 1
    case .year: return CivilDay(number: number).year
    case .quarter: return (CivilDay(number: number).month - 1) / 3 + 1
    case .month: return CivilDay(number: number).month
    case .day: return CivilDay(number: number).day
    case .week:
      // A week is of the year that has its Thursday.
      let thursday = number - number.modulo(7) + 3
      return (thursday - CivilDay(number: thursday).first(ofMonth: 1).number) / 7 + 1
    }
  }

  /// The seconds of dates that calendars are asked about. A date beyond them counts as the limit.
  package static let limits = (lower: -200_000_000_000.0, upper: 9_000_000_000_000.0)

  fileprivate static func wholeSeconds(_ seconds: Double) -> Int {
    seconds.isNaN
      ? 0 : Int(min(max(seconds, limits.lower), limits.upper).rounded(.down))
  }
}

extension Int {
  /// The quotient of a division, rounded down.
  fileprivate func floored(by divisor: Int) -> Int { (self - modulo(divisor)) / divisor }

  /// The remainder of a division that is rounded down.
  fileprivate func modulo(_ divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
