import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// An item's row of an overview: its measure in each period.
@MainActor struct OverviewRow {
  let item: Item
  let measure: ItemMeasure
  /// The unit of the measure. Nil for a count, and for values without a unit.
  let unit: String?
  /// The precision with which people see the numbers.
  private let precision: NumberPrecision
  private let isOfHours: Bool
  /// The buckets of each number of a data point, by the beginnings of their periods.
  private let numbers: [[Date: Bucket]]

  /// Reads the row.
  ///
  /// - Parameter wanted: The measure that the line asks for, which the item has. Nil for the item's.
  init(
    _ item: Item, _ wanted: ItemMeasure?, _ periods: OverviewPeriods, _ request: ChartRequest
  ) throws {
    let measure = wanted ?? item.measure ?? Self.usualMeasure(of: item.kind)
    let invocation = request.invocation
    let context = request.environment.context
    let reader = PointReader(
      context: context, item: item, calendar: try request.calendar(),
      check: { try invocation.checkCancellation() }, wantedMeasure: measure)
    let division = Division.periods(periods.period, periods.zone)
    let buckets =
      switch measure {
      case .average: try reader.buckets(periods.range, division, hasExtremes: false)
      case .sum, .count: [try reader.totals(of: measure, periods.range, division)]
      }
    self.item = item
    self.measure = measure
    unit = reader.unit
    numbers = buckets.map {
      Dictionary($0.map { ($0.start, $0) }, uniquingKeysWith: { first, _ in first })
    }
    isOfHours = measure != .count && !item.kind.isRequired(.value1)
    let hasNoPrecision =
      isOfHours || measure == .count || !request.environment.output.format.isForPeople
    let precision =
      hasNoPrecision ? .hours : try PointQuery(item: item).precision(in: context)
    // Two averages with a decimal more, such as 121.5/79.5, would take the room of two periods.
    self.precision =
      numbers.count > 1
      ? NumberPrecision(decimals: precision.decimals, computedDecimals: precision.decimals)
      : precision
  }

  /// The measure of an item that has none of its own.
  private static func usualMeasure(of kind: ItemDataContent.Kind) -> ItemMeasure {
    switch kind {
    case .event, .singleOption: .count
    case .interval, .valueWithInterval, .optionWithInterval: .sum
    case .singleValue, .dualValues, .valueWithOption: .average
    }
  }

  /// The measure with its unit for people: `avg kg`, `sum h`, `count`.
  var label: String {
    (measure == .average ? "avg" : measure.rawValue) + (unit.map { " \($0)" } ?? "")
  }

  /// Returns the measure of periods together, one number for each that a data point has.
  ///
  /// - Returns: The number of data points and the numbers, nil for a sum that overflows. Nil without data
  ///   points.
  func amounts(_ ranges: some Sequence<Range<Date>>) -> (count: Int, numbers: [Double?])? {
    var count = 0
    var sums: [Double] = []
    for (index, buckets) in numbers.enumerated() {
      let found = ranges.compactMap { buckets[$0.lowerBound] }
      if index == 0 { count = found.reduce(0) { $0 + $1.count } }
      sums.append(found.reduce(0) { $0 + $1.sum })
    }
    guard count > 0 else { return nil }
    let divisor = measure == .average ? Double(count) : 1
    return (count, sums.map { $0.isFinite ? SeriesTable.rounded($0 / divisor) : nil })
  }

  /// Returns the cell of periods together for people.
  func cell(_ ranges: some Sequence<Range<Date>>) -> Cell {
    guard let (_, numbers) = amounts(ranges), let first = numbers.first else { return .null }
    let texts = numbers.map { $0.map(text) ?? "too large" }
    return .shown(Cell(first), as: texts.joined(separator: "/"))
  }

  private func text(_ number: Double) -> String {
    switch measure {
    case .count: String(format: "%.0f", number)
    case _ where isOfHours: NumberPrecision.clock(ofHours: number)
    case .sum: precision.text(number)
    case .average: precision.computedText(number)
    }
  }
}
