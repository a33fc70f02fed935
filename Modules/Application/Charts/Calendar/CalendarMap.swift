public import Foundation

/// A calendar of a year with a column for each week, whose days are coloured by amount or category.
public struct CalendarMap: Sendable {
  /// The title.
  public var title: String
  /// The unit of amounts.
  public var unit: String?
  /// The year.
  public let year: Int
  /// The calendar, which decides where days and weeks begin.
  public let calendar: Calendar
  /// The days' values, by the moment at which each day begins.
  public var days: [Date: Day]
  /// The names of the categories.
  public var categories: [String]

  /// The value of a day.
  public enum Day: Sendable, Hashable {
    /// An amount.
    case amount(Double)
    /// The index of a category.
    case category(Int)
  }

  /// Makes a map of a year.
  ///
  /// - Parameter days: The days' values, by any moment of the day. The last of several moments
  ///   wins.
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

  /// Returns the range of a year, or nil if the calendar doesn't have the year.
  public static func range(of year: Int, in calendar: Calendar) -> Range<Date>? {
    guard (1...9999).contains(year),
      let start = calendar.date(from: DateComponents(year: year, month: 1, day: 1)),
      let end = calendar.date(from: DateComponents(year: year + 1, month: 1, day: 1)), start < end
    else { return nil }
    return start..<end
  }

  /// Returns the days of each week, from its first weekday on. Days of other years are nil.
  func weeks() -> [[Date?]] {
    guard let range = Self.range(of: year, in: calendar) else { return [] }
    var weeks: [[Date?]] = []
    var day = range.lowerBound
    while day < range.upperBound {
      let weekday = calendar.component(.weekday, from: day)
      let row = (weekday - calendar.firstWeekday + 7) % 7
      if weeks.isEmpty || row == 0 { weeks.append(Array(repeating: nil, count: 7)) }
      weeks[weeks.count - 1][row] = day
      // Adds a day from noon, since a day may begin at one o'clock and have 23 or 25 hours.
      day = calendar.startOfDay(for: day + 43_200 + 86_400)
    }
    return weeks
  }

  /// The names of the weekdays, from the week's first day on.
  var weekdays: [String] {
    (0..<7).map { DateLabel.weekdays[($0 + calendar.firstWeekday - 1) % 7] }
  }

  /// Returns the name of the month that begins in a week, or that of the first week shown.
  func month(of week: [Date?], isFirst: Bool) -> String? {
    let days = week.compactMap { $0 }
    let first = days.first { calendar.component(.day, from: $0) == 1 }
    guard let day = first ?? (isFirst ? days.first : nil) else { return nil }
    let month = calendar.component(.month, from: day) - 1
    return DateLabel.months.indices.contains(month) ? DateLabel.months[month] : nil
  }

  /// The division of the amounts into shades.
  var levels: CalendarLevels? {
    let amounts = days.values.compactMap { day -> Double? in
      guard case .amount(let amount) = day, amount.isFinite else { return nil }
      return amount
    }
    return CalendarLevels(amounts)
  }

  /// Returns the tooltip of a day.
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
