internal import Foundation

/// A day of the proleptic Gregorian calendar, as in ISO 8601.
///
/// Foundation's calendars switch to the Julian one before 1582, and are slow when you read a
/// million dates.
public struct CivilDay: Hashable, Comparable, Sendable {
  /// The year.
  ///
  /// Year 0 is the one before year 1.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a day, or returns nil if the month doesn't have it.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the day that is a number of days after 2001-01-01, the day of Foundation's reference
  /// date.
  ///
  /// Algorithm: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days. Its
  /// years begin in March, so that the leap day is the last of its year.
  public init(number: Int) {
    let shifted = number + 730_791
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 2001-01-01, by the algorithm's other half, days_from_civil.
  public var number: Int {
    let year = month <= 2 ? self.year - 1 : self.year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 730_791
  }

  private init(first year: Int, month: Int) {
    self.year = year
    self.month = month
    day = 1
  }

  /// The first day of a month of the same year, which is 1 to 12.
  package func first(ofMonth month: Int) -> CivilDay { CivilDay(first: year, month: month) }

  /// The day of the week.
  public var weekday: Weekday {
    // 2001-01-01 was a Monday.
    Weekday(rawValue: ((number % 7) + 7) % 7) ?? .monday
  }

  /// Returns the number of days in a month.
  public static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Returns true if a day is before another.
  public static func < (first: CivilDay, second: CivilDay) -> Bool {
    (first.year, first.month, first.day) < (second.year, second.month, second.day)
  }
}

/// A day of the week.
public enum Weekday: Int, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// The first three letters, such as `Mon`.
  public var abbreviation: String { String(name.prefix(3)) }
  /// The English name, such as `Monday`.
  public var name: String { "\(self)".capitalized }
}

// Weeks as ISO 8601 numbers them: they begin on Monday, and each belongs to the year of its Thursday.
extension CivilDay {
  /// The Monday of a week of a year, or nil if the year has no such week.
  public static func monday(ofWeek week: Int, of year: Int) -> CivilDay? {
    // The first week is the one with 4 January.
    guard week > 0, let fourth = CivilDay(year: year, month: 1, day: 4) else { return nil }
    let monday = CivilDay(number: fourth.monday.number + (week - 1) * 7)
    return CivilDay(number: monday.number + 3).year == year ? monday : nil
  }

  /// The Monday of the day's week.
  public var monday: CivilDay { CivilDay(number: number - weekday.rawValue) }

  /// The number of the day's week, and the year that it belongs to.
  public var week: (number: Int, year: Int) {
    let thursday = CivilDay(number: monday.number + 3)
    let newYear = CivilDay(year: thursday.year, month: 1, day: 1) ?? thursday
    return ((thursday.number - newYear.number) / 7 + 1, thursday.year)
  }
}
