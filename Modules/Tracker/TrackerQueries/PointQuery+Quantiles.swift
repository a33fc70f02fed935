internal import Foundation
public import Strata
internal import StrataCharts
internal import StrataDomain
internal import StrataQuery
internal import TrackerModel

extension PointQuery {
  /// Values below which given parts of all values lie, exact, by the rule of `Quantile`; none where no
  /// data point has the value.
  ///
  /// Where an index has the values in order, they are counted off in it. Else they are counted in bins,
  /// and those of a bin in further bins; see `ValueBins`. Either way few values are in memory at a time.
  ///
  /// - Parameters:
  ///   - probabilities: Which part of the values lies below, 0 to 1; 0.5 for the median.
  ///   - summary: What is known of the values already.
  ///   - check: Called before each query, to throw when somebody wants to stop.
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
    // What isn't saved would have to be merged with all that lies before the wanted value.
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
      // None is missing, unless somebody else has deleted data points meanwhile.
      place.value(
        between: found[place.lower] ?? summary.maximum,
        and: found[place.upper] ?? summary.maximum)
    }
  }

  /// One value in rising order, or two that follow each other: counted off from the nearer end.
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

  /// The order of an index of a value: equal ones follow each other by their keys, both ways.
  static func order(by value: PointValue, isRising: Bool) -> [Query.Sort] {
    [
      .init(value.expression, isAscending: isRising),
      .init(.key(QueryPath()), isAscending: isRising),
    ]
  }
}
