import Foundation

/// What a text says of a moment, before it is known which moment that is.
struct DatePhrase {
  enum Day: Hashable {
    case whole(CivilDay)
    /// A month, a week or another stretch that begins with a day.
    case beginning(CivilDay)
    case ofMonth(month: Int, day: Int)
    case weekday(Weekday, Direction)
    /// Today, or so many days from it.
    case fromToday(Int)
    /// So many days from now, at this time of day.
    case fromNow(Int)
  }

  enum Direction { case last, next }

  enum Time: Hashable {
    case seconds(Double)
    case midnight
  }

  var day: Day?
  /// A weekday said beside a date.
  var weekday: Weekday?
  var time: Time?
  var zone: TimeZone?
  /// Exact seconds from now.
  var seconds: Double?
  var isNow = false

  var isWhole: Bool {
    if case .whole = day { true } else { false }
  }
}
