import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataQuery

extension PointReader {
  /// Quantiles of one of the item's numbers, exact, by the rule of `Quantile`.
  ///
  /// Values are counted in a thousand bins, and the bin with the wanted one in further bins, until few
  /// are left: so memory is bounded whatever there is. O(data points) for each of the few rounds.
  func quantiles(
    _ probabilities: [Double], of number: QueryExpression, _ range: Range<Date>
  ) throws -> [Double] {
    let limits = [PointColumns.start >= range.lowerBound, PointColumns.start < range.upperBound]
    let values = try self.values(
      limits, GroupedQuery.Aggregate(.count), .minimum(number), .maximum(number)
    ).map(\.number)
    guard let count = values[0].map({ Int($0) }), count > 0, let least = values[1],
      let most = values[2]
    else { return [] }
    let all = try bins(limits, number, least...most)
    return try probabilities.map { probability in
      let place = Quantile.Place(probability, of: count)
      let lower = try value(at: place.lower, in: all, limits, number)
      let upper =
        place.upper == place.lower ? lower : try value(at: place.upper, in: all, limits, number)
      return place.value(between: lower, and: upper)
    }
  }

  /// How many values lie in a small range, and their extremes.
  private struct Bin {
    let count: Int
    let least: Double
    let most: Double
  }

  private func bins(
    _ limits: [QueryExpression], _ number: QueryExpression, _ range: ClosedRange<Double>
  ) throws -> [Bin] {
    // Halves, so that the widest range has a finite width.
    let width = (range.upperBound / 2 - range.lowerBound / 2) / 500
    let within: [QueryExpression] =
      limits + [
        .comparison(.greaterOrEqual, number, .literal(.real(range.lowerBound))),
        .comparison(.lessOrEqual, number, .literal(.real(range.upperBound))),
      ]
    var keys: [GroupedQuery.Value] = []
    if width > 0, (range.lowerBound / width).isFinite {
      let place = QueryExpression.arithmetic(
        .divide, .arithmetic(.subtract, number, .literal(.real(range.lowerBound))),
        .literal(.real(width)))
      // SQLite's remainder is one of whole numbers, so that this is the number without its fraction.
      keys = [
        .column(
          .arithmetic(.remainder, place, .literal(.integer(1 << 40))),
          ColumnDescription("", .real))
      ]
    }
    let groups = try groups(
      within, keys: keys, [GroupedQuery.Aggregate(.count), .minimum(number), .maximum(number)])
    return groups.compactMap { group in
      guard let count = group.values[0].number, count > 0, let least = group.values[1].number,
        let most = group.values[2].number
      else { return nil }
      return Bin(count: Int(count), least: least, most: most)
    }.sorted { $0.least < $1.least }
  }

  /// The value with a number in rising order.
  private func value(
    at place: Int, in bins: [Bin], _ limits: [QueryExpression], _ number: QueryExpression
  ) throws -> Double {
    var place = place
    var bins = bins
    while let index = bins.indices.first(where: { index in
      if place < bins[index].count { return true }
      place -= bins[index].count
      return false
    }) {
      let bin = bins[index]
      if bin.least == bin.most || place == 0 { return bin.least }
      if place == bin.count - 1 { return bin.most }
      let finer = try self.bins(limits, number, bin.least...bin.most)
      // Values so near to each other that no bins lie between them.
      guard finer.count > 1 else { return bin.least }
      bins = finer
    }
    return bins.last?.most ?? 0
  }
}
