import Foundation
import Strata
import StrataDomain
import StrataQuery
import StrataTrackerModel
import StrataTrackerQueries

/// Computes aggregates of an item's data points in the store, without loading them.
@MainActor struct PointReader {
  let context: ModelContext
  let item: Item
  let calendar: Calendar
  /// Called before each query. It throws to cancel.
  let check: @MainActor () throws -> Void
  /// The measure that the line or the item asks for. Nil for that of the item's kind.
  var wantedMeasure: ItemMeasure?

  var kind: ItemDataContent.Kind { item.kind }

  /// The measure that pictures show. Nil for the shares of options.
  var measure: ItemMeasure? {
    if let wantedMeasure { return wantedMeasure }
    return switch kind {
    case .singleValue, .valueWithOption, .dualValues: .average
    case .valueWithInterval, .interval: .sum
    case .event: .count
    case .singleOption, .optionWithInterval: nil
    }
  }

  /// The unit of the measure. Nil for counts and shares of options.
  var unit: String? {
    switch measure {
    case .sum, .average: kind.isRequired(.value1) ? item.unit : "h"
    case .count, nil: nil
    }
  }

  /// Computes aggregates over data points, or over groups with equal values.
  func groups(
    _ points: PointQuery, by key: PointValue? = nil, _ aggregates: [GroupedQuery.Aggregate]
  ) throws -> [PointQuery.Group] {
    try check()
    return try points.groups(by: key, aggregates, in: context)
  }

  /// Computes one aggregate over the data points that begin in a range. Nil without data points.
  func number(
    _ function: GroupedQuery.Aggregate.Function, of value: PointValue,
    _ range: Range<Date> = .earliest ..< .latest
  ) throws -> Double? {
    try check()
    return try PointQuery(item: item, range).number(function, of: value, in: context)
  }

  /// Returns the range from the first to the last moment of the data points that begin in a range. Nil without data
  /// points.
  ///
  /// Hours that are divided among periods are in the range as far as they overlap it.
  func extent(_ range: Range<Date>) throws -> Range<Date>? {
    let isOverlap = item.isDivided && !kind.isRequired(.value1)
    if isOverlap, range.lowerBound != .earliest {
      try check()
      let points = PointQuery(item: item, overlapping: range, longest: try longest())
      let first = try points.number(.minimum, of: .start, in: context)
      let last = try points.number(.maximum, of: .start, in: context)
      guard let first, let last else { return nil }
      let end = try points.number(.maximum, of: .end, in: context) ?? last
      return Self.extent(first, last, end, within: range)
    }
    // Two queries, since an index answers each of them directly.
    let first = try number(.minimum, of: item.moment, range)
    let last = try number(.maximum, of: item.moment, range)
    guard let first, let last else { return nil }
    let end = item.isDivided ? try number(.maximum, of: .end, range) : nil
    return Self.extent(first, last, end ?? last, within: range)
  }

  /// The range from the first moment to behind the last one, or to the end of what lasts longer.
  private static func extent(
    _ first: Double, _ last: Double, _ end: Double, within range: Range<Date>
  ) -> Range<Date> {
    let lower = max(Date(timeIntervalSinceReferenceDate: first), range.lowerBound)
    let upper = Date(timeIntervalSinceReferenceDate: max(last.nextUp, end))
    return
      lower..<max(
        min(upper, range.upperBound),
        Date(timeIntervalSinceReferenceDate: lower.timeIntervalSinceReferenceDate.nextUp))
  }

  /// Returns the moment of the first data point at or after a date.
  func next(from date: Date) throws -> Date? {
    try check()
    return try PointQuery(item: item, from: date).number(.minimum, of: item.moment, in: context).map
    {
      Date(timeIntervalSinceReferenceDate: $0)
    }
  }

  /// Returns the length of the longest interval.
  ///
  /// An interval that overlaps a part can't begin earlier than this before it.
  func longest() throws -> TimeInterval {
    try check()
    return try PointQuery.longestInterval(of: item, in: context)
  }

  /// Returns the beginnings of the days with data points. An index finds each day.
  func days(_ range: Range<Date>) throws -> [Date] {
    var days: [Date] = []
    var date = range.lowerBound
    while date < range.upperBound, let next = try next(from: date), next < range.upperBound {
      let day = Period.day.range(of: next, in: calendar.timeZone)
      days.append(day.lowerBound)
      date = day.upperBound
    }
    return days
  }
}

extension Range<Date> {
  /// The last moment of the range.
  var lastMoment: Date {
    Date(timeIntervalSinceReferenceDate: upperBound.timeIntervalSinceReferenceDate.nextDown)
  }
}
