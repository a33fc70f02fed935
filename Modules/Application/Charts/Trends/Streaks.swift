public import Foundation

/// Days in a row on which there was something.
public struct Streaks: Sendable, Hashable {
  /// On how many days there was something.
  public let dayCount: Int
  /// The most days in a row.
  public let longest: Int
  /// The first day of the longest streak, the first of several; nil without days.
  public let longestStart: Date?
  /// The days in a row up to today; those up to yesterday where today has nothing yet, since it isn't
  /// over.
  public let current: Int

  /// The streaks of some moments.
  ///
  /// - Parameters:
  ///   - dates: Any moments, in any order; several of a day are one.
  ///   - today: Any moment of the present day.
  ///   - calendar: Says when a day begins. A day has 23 or 25 hours where clocks are changed.
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
    // From noon: a day may begin at one o'clock.
    calendar.date(byAdding: .day, value: 1, to: other + 43_200).map {
      calendar.startOfDay(for: $0) == day
    } ?? false
  }
}
