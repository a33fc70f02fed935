import Foundation
import Strata
import StrataDomain
import StrataQuery
import TrackerModel
import TrackerQueries

/// Computes the statistics of goals in the store, without loading data points.
@MainActor struct GoalReader {
  let context: ModelContext
  let item: Item

  /// Returns the statistics that goals for a kind of item can compare.
  static func measures(of kind: ItemDataContent.Kind) -> [GoalMeasure] {
    kind == .singleOption ? [.count] : GoalMeasure.allCases
  }

  /// Computes a statistic of the data points that begin in a range. Nil without data points, except
  /// for counts.
  func value(_ measure: GoalMeasure, _ range: Range<Date>) throws -> Double? {
    let points = PointQuery(item: item, range)
    // Of pairs the first value counts, and of data points without values the hours.
    let value = PointValue.numbers(of: item.kind).first ?? .hours
    switch measure {
    case .count: return Double(try points.count(in: context))
    case .sum: return try points.number(.sum, of: value, in: context)
    case .average: return try points.number(.average, of: value, in: context)
    case .minimum: return try points.number(.minimum, of: value, in: context)
    case .maximum: return try points.number(.maximum, of: value, in: context)
    case .latest:
      guard let last = try points.number(.maximum, of: .start, in: context) else { return nil }
      // Data points of the same moment have no order, so their average is taken.
      return try PointQuery(
        item: item,
        conditions: [.comparison(.equal, PointValue.start.expression, .literal(.real(last)))]
      ).number(.average, of: value, in: context)
    }
  }
}
