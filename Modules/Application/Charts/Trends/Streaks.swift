public import Foundation

/// The streaks of a series: consecutive days with at least one value.
public struct Streaks: Sendable, Hashable {
  /// The number of days with values.
  public let dayCount: Int
  /// The length of the longest streak, in days.
  public let longest: Int
  /// The first day of the longest streak, or of the earliest of several. Nil without days.
  public let longestStart: Date?
  /// The length of the streak up to today.
  ///
  /// If today has no value yet, the streak up to yesterday still counts.
  public let current: Int

  /// Finds the streaks among some dates.
  ///
  /// - Parameters:
  ///   - dates: The dates of the values, in any order. Several on a day count once.
  ///   - today: Any moment of the present day.
  ///   - calendar: The calendar that decides when a day begins. A day may have 23 or 25 hours.
  /// - Complexity: O(*n* log *n*).
  public init(_ dates: some Sequence<Date>, today: Date, in calendar: Calendar) {
    let days = Set(dates.map { calendar.startOfDay(for: $0) }).sorted()
    var best = (count: 0, start: Date?.none)
    var run = (count: 0, start: Date?.none)
    var previous: Date?
    for day in days {
      if let before = previous, Self.follows(day, before, calendar) {
        run.count += 1
      } else {
        run = (1, day)
      }
      if run.count > best.count { best = run }
      previous = day
    }
    dayCount = days.count
    longest = best.count
    longestStart = best.start
    let now = calendar.startOfDay(for: today)
    let isCurrent = previous.map { $0 == now || Self.follows(now, $0, calendar) } ?? false
    current = isCurrent ? run.count : 0
  }

  private static func follows(_ day: Date, _ other: Date, _ calendar: Calendar) -> Bool {
    // Adds a day from noon, since a day may begin at one o'clock.
    calendar.date(byAdding: .day, value: 1, to: other + 43_200).map {
      calendar.startOfDay(for: $0) == day
    } ?? false
  }
}
