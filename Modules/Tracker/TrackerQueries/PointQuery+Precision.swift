@_spi(Query) import StrataContexts
public import Strata
internal import StrataDomain
internal import StrataQuery
internal import TrackerModel

extension PointQuery {
  /// The number of data points from which a precision is derived.
  private static let sampleSize = 100

  /// Returns the precision of the newest values.
  ///
  /// Data points without values have hours.
  ///
  /// - Complexity: It loads at most 100 data points.
  /// - Throws: `StorageError`.
  public func precision(in context: ModelContext) throws -> NumberPrecision {
    let newest = query(
      sort: [Query.Sort(PointValue.start.expression, isAscending: false)], limit: Self.sampleSize)
    let contents = try context.fetch(newest).compactMap { ($0 as? ItemData)?.dataContent }
    if let first = contents.first, first.value1 == nil { return .hours }
    return NumberPrecision(of: contents.flatMap { [$0.value1, $0.value2].compactMap { $0 } })
  }
}
