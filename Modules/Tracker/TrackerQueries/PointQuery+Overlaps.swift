public import Foundation
public import Strata
internal import StrataDomain
internal import StrataQuery
public import StrataTrackerModel

// An interval belongs to each part of time that it overlaps, with its hours there, unless its item counts at ends.
extension PointQuery {
  /// Makes a query for an item's intervals that overlap a part of time.
  ///
  /// - Parameter longest: The length in seconds of the item's longest interval. None that overlaps the
  ///   part can begin earlier than this before it.
  public init(item: Item, overlapping part: Range<Date>, longest: TimeInterval) {
    self.init(
      item: item, from: part.lowerBound - longest, to: part.upperBound, moment: .start,
      conditions: [
        .or([
          .comparison(.greater, PointValue.end.expression, .literal(part.lowerBound)),
          .comparison(.greaterOrEqual, PointValue.start.expression, .literal(part.lowerBound)),
        ])
      ])
  }

  /// Returns the length in seconds of an item's longest interval. 0 for an item of moments, and for one that counts at ends.
  ///
  /// - Complexity: O(the item's data points).
  public static func longestInterval(
    of item: Item, in context: ModelContext
  ) throws -> TimeInterval {
    guard item.isDivided else { return 0 }
    let hours = try PointQuery(item: item).number(.maximum, of: .hours, in: context)
    return (hours ?? 0) * 3600
  }
}

extension PointValue {
  /// The length of an interval in seconds. Nil for a moment.
  public static let seconds = PointValue(
    .arithmetic(.subtract, end.expression, start.expression),
    ColumnDescription("", .real, isOptional: true))

  /// Returns the number of an interval's seconds in a part of time.
  public static func seconds(in part: Range<Date>) -> PointValue {
    let (start, end) = (PointValue.start.expression, PointValue.end.expression)
    let (lower, upper) = (
      QueryExpression.literal(part.lowerBound), QueryExpression.literal(part.upperBound)
    )
    return PointValue(
      .arithmetic(
        .subtract, .conditional(.comparison(.less, end, upper), end, upper),
        .conditional(.comparison(.greater, start, lower), start, lower)),
      ColumnDescription("", .real))
  }
}
