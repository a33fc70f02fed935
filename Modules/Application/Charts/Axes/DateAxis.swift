public import Foundation

/// An axis of round dates over a range of time, in a calendar and its time zone.
public struct DateAxis: Sendable, Hashable {
  /// The round dates, in rising order, all within the range.
  public let ticks: [Date]
  /// The dates' labels, which are as short as they can be and still differ.
  public let labels: [String]

  /// The possible steps between dates, in rising order.
  private static let steps: [(unit: Calendar.Component, count: Int, seconds: Double)] = {
    let small: [(Calendar.Component, Int, Double)] = [
      (.second, 1, 1), (.second, 5, 1), (.second, 15, 1), (.second, 30, 1), (.minute, 1, 60),
      (.minute, 5, 60), (.minute, 15, 60), (.minute, 30, 60), (.hour, 1, 3600), (.hour, 3, 3600),
      (.hour, 6, 3600), (.hour, 12, 3600), (.day, 1, 86_400), (.day, 2, 86_400),
      (.weekOfYear, 1, 604_800), (.weekOfYear, 2, 604_800), (.month, 1, 2_629_746),
      (.month, 3, 2_629_746), (.month, 6, 2_629_746),
    ]
    let years = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map {
      (Calendar.Component.year, $0, 31_556_952.0)
    }
    return small + years
  }()

  /// Makes an axis with the smallest step that leaves at most `count` dates in the range.
  public init(_ range: Range<Date>, count: Int, in calendar: Calendar) {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    let count = max(1, count)
    for step in Self.steps where length / (step.seconds * Double(step.count)) <= Double(count) + 1 {
      let ticks = Self.ticks(range, step.unit, step.count, calendar, limit: count)
      guard let ticks else { continue }
      self.ticks = ticks
      labels = ticks.map { DateLabel.tick($0, in: calendar, step: step.unit) }
      return
    }
    ticks = []
    labels = []
  }

  /// Returns the round dates of a step, or nil if there are more than `limit`.
  private static func ticks(
    _ range: Range<Date>, _ unit: Calendar.Component, _ count: Int, _ calendar: Calendar,
    limit: Int
  ) -> [Date]? {
    guard var date = start(before: range.lowerBound, unit, count, calendar) else { return nil }
    var found: [Date] = []
    while date <= range.upperBound {
      if date >= range.lowerBound { found.append(date) }
      if found.count > limit { return nil }
      guard let next = calendar.date(byAdding: unit, value: count, to: date), next > date else {
        return nil
      }
      // Counting restarts at midnight for hours, since a day may have 23 or 25, and on the first of
      // a month for days.
      let anew = start(of: next, within: unit, calendar) ?? next
      date = anew > date ? anew : next
    }
    return found
  }

  /// Returns the beginning of an hour's day or of a day's month, where counting restarts.
  private static func start(
    of date: Date, within unit: Calendar.Component, _ calendar: Calendar
  ) -> Date? {
    switch unit {
    case .hour: calendar.startOfDay(for: date)
    case .day: calendar.dateInterval(of: .month, for: date)?.start
    default: nil
    }
  }

  /// Returns the last round date at or before another.
  private static func start(
    before date: Date, _ unit: Calendar.Component, _ count: Int, _ calendar: Calendar
  ) -> Date? {
    guard let start = calendar.dateInterval(of: unit, for: date)?.start else { return nil }
    let number: Int
    switch unit {
    case .weekOfYear: return start
    case .month: number = calendar.component(.month, from: start) - 1
    case .day: number = calendar.component(.day, from: start) - 1
    default: number = calendar.component(unit, from: start)
    }
    return calendar.date(byAdding: unit, value: -(number % count), to: start)
  }
}
