public import Foundation

/// A year of days, one column a week, each coloured by how much there was or by what it was.
public struct CalendarMap: Sendable {
  /// What it is about.
  public var title: String
  /// What amounts are measured in.
  public var unit: String?
  /// The year.
  public let year: Int
  /// The calendar: where days and weeks begin.
  public let calendar: Calendar
  /// What each day has, by the moment it begins.
  public var days: [Date: Day]
  /// What the categories of days are called.
  public var categories: [String]

  /// What a day has.
  public enum Day: Sendable, Hashable {
    /// So much.
    case amount(Double)
    /// One of the categories, by its number.
    case category(Int)
  }

  /// A map of a year.
  ///
  /// - Parameter days: What days have, by any moment of theirs; the last of several counts.
  public init(
    title: String, unit: String? = nil, year: Int, calendar: Calendar, days: [Date: Day],
    categories: [String] = []
  ) {
    self.title = title
    self.unit = unit
    self.year = year
    self.calendar = calendar
    self.days = Dictionary(
      days.sorted { $0.key < $1.key }.map { (calendar.startOfDay(for: $0.key), $0.value) },
      uniquingKeysWith: { $1 })
    self.categories = categories
  }

  /// The moments that a year begins and ends; nil for one that the calendar doesn't have.
  public static func range(of year: Int, in calendar: Calendar) -> Range<Date>? {
    guard (1...9999).contains(year),
      let start = calendar.date(from: DateComponents(year: year, month: 1, day: 1)),
      let end = calendar.date(from: DateComponents(year: year + 1, month: 1, day: 1)), start < end
    else { return nil }
    return start..<end
  }

  /// The days of each week, from the week's first day on; nil for days of other years.
  func weeks() -> [[Date?]] {
    guard let range = Self.range(of: year, in: calendar) else { return [] }
    var weeks: [[Date?]] = []
    var day = range.lowerBound
    while day < range.upperBound {
      let weekday = calendar.component(.weekday, from: day)
      let row = (weekday - calendar.firstWeekday + 7) % 7
      if weeks.isEmpty || row == 0 { weeks.append(Array(repeating: nil, count: 7)) }
      weeks[weeks.count - 1][row] = day
      // From noon: a day may begin at one o'clock, and may have 23 or 25 hours.
      day = calendar.startOfDay(for: day + 43_200 + 86_400)
    }
    return weeks
  }

  /// The names of a week's days, from its first on.
  var weekdays: [String] {
    (0..<7).map { DateLabel.weekdays[($0 + calendar.firstWeekday - 1) % 7] }
  }

  /// The month that begins in a week, or the first one that is shown.
  func month(of week: [Date?], isFirst: Bool) -> String? {
    let days = week.compactMap { $0 }
    let first = days.first { calendar.component(.day, from: $0) == 1 }
    guard let day = first ?? (isFirst ? days.first : nil) else { return nil }
    let month = calendar.component(.month, from: day) - 1
    return DateLabel.months.indices.contains(month) ? DateLabel.months[month] : nil
  }

  /// How the amounts are divided: each shade has about as many days as every other.
  var levels: CalendarLevels? {
    let amounts = days.values.compactMap { day -> Double? in
      guard case .amount(let amount) = day, amount.isFinite else { return nil }
      return amount
    }
    return CalendarLevels(amounts)
  }

  /// What somebody reads who points at a day.
  func hint(_ date: Date) -> String {
    let day = DateLabel.day(date, in: calendar)
    switch days[date] {
    case .amount(let amount)?:
      return "\(day): \(NumberText.short(amount, digits: 6))" + (unit.map { " \($0)" } ?? "")
    case .category(let index)? where categories.indices.contains(index):
      return "\(day): \(categories[index])"
    default: return "\(day): nothing"
    }
  }

  func caption(_ separator: String = " · ") -> String {
    title + (unit.map { " (\($0))" } ?? "") + "\(separator)\(year)"
  }
}
