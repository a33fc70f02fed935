@_spi(Query) import StrataContexts
internal import Foundation
public import Strata
internal import StrataCharts
internal import StrataDomain
internal import StrataQuery
internal import StrataTrackerModel

extension PointQuery {
  /// Computes exact quantiles of a value, by the rule of `Quantile`.
  ///
  /// If an index has the values in order, their positions are found in it. Otherwise the values are
  /// counted in bins, and those of a bin in finer bins (`ValueBins`). In both cases few values are
  /// in memory at a time.
  ///
  /// - Parameters:
  ///   - probabilities: The parts of the values that are smaller, from 0 to 1. The median has 0.5.
  ///   - summary: A summary of the values, if you have one.
  ///   - check: Called before each query. Throw from it to cancel.
  /// - Returns: The quantiles, or an empty array if no data point has the value.
  /// - Complexity: O(data points) for each of a few queries.
  public func quantiles(
    _ probabilities: [Double], of value: PointValue, _ summary: Summary? = nil,
    in context: ModelContext, check: @escaping () throws -> Void = {}
  ) throws -> [Double] {
    try check()
    guard
      let summary = try summary ?? summaries(of: [value], hasSums: false, in: context).first ?? nil
    else { return [] }
    let places = probabilities.map { Quantile.Place($0, of: summary.count) }
    // Unsaved objects would have to be merged with all rows before the wanted position.
    if isOrdered(by: value), !context.hasChanges {
      return try places.map { place in
        try check()
        let found = try values(place.lower...place.upper, of: summary.count, value, context)
        return place.value(between: found.lower, and: found.upper)
      }
    }
    let found = try ValueBins(points: self, value: value, context: context, check: check)
      .values(
        at: Set(places.flatMap { [$0.lower, $0.upper] }),
        in: .init(first: 0, count: summary.count, least: summary.minimum, most: summary.maximum))
    return places.map { place in
      // A position is missing only if another process has deleted data points meanwhile.
      place.value(
        between: found[place.lower] ?? summary.maximum,
        and: found[place.upper] ?? summary.maximum)
    }
  }

  /// Reads one value or two adjacent ones by position in rising order, counted from the nearer end.
  private func values(
    _ places: ClosedRange<Int>, of count: Int, _ value: PointValue, _ context: ModelContext
  ) throws -> (lower: Double, upper: Double) {
    let isRising = places.lowerBound <= count / 2
    let found = try context.fetch(
      with(.comparison(.notEqual, value.expression, .literal(.null))).query(
        sort: Self.order(by: value, isRising: isRising),
        limit: places.count, offset: isRising ? places.lowerBound : count - 1 - places.upperBound)
    ).compactMap { object -> Double? in
      guard let content = (object as? ItemData)?.dataContent else { return nil }
      return value == .start ? content.startDate.timeIntervalSinceReferenceDate : content.value1
    }.sorted()
    return (found.first ?? .nan, found.last ?? .nan)
  }

  /// Returns the order of the value's index. Equal values are sorted by key in the same direction.
  static func order(by value: PointValue, isRising: Bool) -> [Query.Sort] {
    [
      .init(value.expression, isAscending: isRising),
      .init(.key(QueryPath()), isAscending: isRising),
    ]
  }
}
