import Foundation
import Strata
import StrataDomain
import StrataQuery
import StrataTrackerModel
import StrataTrackerQueries

/// Computes the statistics of goals in the store, without loading data points.
@MainActor struct GoalReader {
  private let context: ModelContext
  private let item: Item
  /// The length of the longest interval. 0 for what has values or is of moments.
  private let longest: TimeInterval

  private let isOfSecondValue: Bool

  /// Makes a reader for the statistics of a goal.
  init(_ goal: Goal, of item: Item, in context: ModelContext) throws {
    let measure = goal.measure
    isOfSecondValue = goal.isOfSecondValue
    self.context = context
    self.item = item
    longest =
      measure == .sum && !item.kind.isRequired(.value1)
      ? try PointQuery.longestInterval(of: item, in: context) : 0
  }

  /// Returns the statistics that goals for a kind of item can compare.
  static func measures(of kind: ItemDataContent.Kind) -> [GoalMeasure] {
    PointValue.numbers(of: kind).isEmpty ? [.count] : GoalMeasure.allCases
  }

  /// Computes a statistic of the data points whose moment is in a range.
  ///
  /// The sum of what lasts is that of its hours in the range, or of the whole if it counts at its end. Of no data points the sum and the count
  /// are 0, and other statistics nil.
  func value(_ measure: GoalMeasure, _ range: Range<Date>) throws -> Double? {
    let points = PointQuery(item: item, range)
    // Of data points without values the hours count.
    let values = PointValue.numbers(of: item.kind)
    let value = (isOfSecondValue ? values.dropFirst().first : nil) ?? values.first ?? .hours
    switch measure {
    case .count: return Double(try points.count(in: context))
    case .sum: return try sum(of: value, range)
    case .average: return try points.number(.average, of: value, in: context)
    case .minimum: return try points.number(.minimum, of: value, in: context)
    case .maximum: return try points.number(.maximum, of: value, in: context)
    case .latest:
      guard let last = try points.number(.maximum, of: points.moment, in: context) else {
        return nil
      }
      // Data points of the same moment have no order, so their average is taken.
      return try PointQuery(
        item: item,
        conditions: [.comparison(.equal, points.moment.expression, .literal(.real(last)))]
      ).number(.average, of: value, in: context)
    }
  }

  /// Nil if the sum overflows.
  private func sum(of value: PointValue, _ range: Range<Date>) throws -> Double? {
    let isOfHours = value == .hours
    let points =
      isOfHours && item.isDivided
      ? PointQuery(item: item, overlapping: range, longest: longest) : PointQuery(item: item, range)
    let seconds: PointValue = item.isDivided ? .seconds(in: range) : .seconds
    let numbers = try points.numbers(
      [.init(.count), .init(.sum, of: isOfHours ? seconds : value)], in: context)
    guard let count = numbers[0], count > 0 else { return 0 }
    guard let sum = numbers[1], sum.isFinite else { return nil }
    return isOfHours ? sum / 3600 : sum
  }
}
