import Foundation

/// The parts of a date's text before they are resolved to a moment.
struct DatePhrase {
  enum Day: Hashable {
    case whole(CivilDay)
    /// A month, week or other period, by its first day.
    case beginning(CivilDay)
    case ofMonth(month: Int, day: Int)
    case weekday(Weekday, Direction)
    /// A number of days from today.
    case fromToday(Int)
    /// A number of days from now, at the same time of day.
    case fromNow(Int)
  }

  enum Direction { case last, next }

  enum Time: Hashable {
    case seconds(Double)
    case midnight
  }

  var day: Day?
  /// A weekday that is stated beside a date.
  var weekday: Weekday?
  var time: Time?
  var zone: TimeZone?
  /// An exact number of seconds from now.
  var seconds: Double?
  var isNow = false

  /// True if the text says which day it is.
  var hasDay: Bool { day != nil || weekday != nil || seconds != nil || isNow }

  /// True if the text says a time of day, or a distance from now.
  var hasTime: Bool {
    if case .fromNow = day { return true }
    return time != nil || seconds != nil || isNow
  }

  var isWhole: Bool {
    if case .whole = day { true } else { false }
  }
}
