import Foundation
import Strata
import StrataDomain
import StrataQuery
import TrackerModel
import TrackerQueries

/// Asks the store for what the data points of an item come to. None of them is loaded.
@MainActor struct PointReader {
  let context: ModelContext
  let item: Item
  let calendar: Calendar
  /// Called before each query, to throw when somebody wants to stop.
  let check: @MainActor () throws -> Void

  var kind: ItemDataContent.Kind { item.kind }

  /// Works something out over data points, or over groups of those that have a value alike.
  func groups(
    _ points: PointQuery, by key: PointValue? = nil, _ aggregates: [GroupedQuery.Aggregate]
  ) throws -> [PointQuery.Group] {
    try check()
    return try points.groups(by: key, aggregates, in: context)
  }

  /// One number over the data points that begin in a range; nil without any.
  func number(
    _ function: GroupedQuery.Aggregate.Function, of value: PointValue,
    _ range: Range<Date> = .earliest ..< .latest
  ) throws -> Double? {
    try check()
    return try PointQuery(item: item, range).number(function, of: value, in: context)
  }

  /// The first and the last moment of data points that begin in a range; nil without any.
  func extent(_ range: Range<Date>) throws -> Range<Date>? {
    // Two queries, each of which an index answers at once.
    let first = try number(.minimum, of: .start, range)
    let last = try number(.maximum, of: .start, range)
    guard let first, let last else { return nil }
    var end = last
    if kind.isRequired(.endDate) {
      end = max(end, try number(.maximum, of: .end, range) ?? end)
      end = min(end, range.upperBound.timeIntervalSinceReferenceDate)
    }
    return Date(
      timeIntervalSinceReferenceDate: first)..<Date(
        timeIntervalSinceReferenceDate: max(first, end).nextUp)
  }

  /// When the first data point begins at or after a moment.
  func next(from date: Date) throws -> Date? {
    try check()
    return try PointQuery(item: item, from: date).number(.minimum, of: .start, in: context).map {
      Date(timeIntervalSinceReferenceDate: $0)
    }
  }

  /// How long the longest data point lasts: none that reaches into a period began earlier than that.
  func longest() throws -> TimeInterval {
    guard kind.isRequired(.endDate) else { return 0 }
    return (try number(.maximum, of: .hours) ?? 0) * 3600
  }

  /// The beginnings of days that have data points, each found by an index.
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
