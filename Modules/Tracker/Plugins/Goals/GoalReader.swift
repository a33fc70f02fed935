import Foundation
import Strata
import StrataDomain
import StrataQuery
import TrackerModel
import TrackerQueries

/// Asks the store what a goal's data points come to; none is loaded.
@MainActor struct GoalReader {
  let context: ModelContext
  let item: Item

  /// What goals for a kind of item are about when nothing else is said.
  static func measures(of kind: ItemDataContent.Kind) -> [GoalMeasure] {
    kind == .singleOption ? [.count] : GoalMeasure.allCases
  }

  /// What the data points that begin in a range come to; nil without any, but for sums and counts.
  func value(_ measure: GoalMeasure, _ range: Range<Date>) throws -> Double? {
    let points = PointQuery(item: item, range)
    // Two values count with the first, and what has none with its hours.
    let value = PointValue.numbers(of: item.kind).first ?? .hours
    switch measure {
    case .count: return Double(try points.count(in: context))
    case .sum: return try points.number(.sum, of: value, in: context)
    case .average: return try points.number(.average, of: value, in: context)
    case .minimum: return try points.number(.minimum, of: value, in: context)
    case .maximum: return try points.number(.maximum, of: value, in: context)
    case .latest:
      guard let last = try points.number(.maximum, of: .start, in: context) else { return nil }
      // Several of one moment have no order.
      return try PointQuery(
        item: item,
        conditions: [.comparison(.equal, PointValue.start.expression, .literal(.real(last)))]
      ).number(.average, of: value, in: context)
    }
  }
}
