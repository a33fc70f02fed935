import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataQuery
import StrataShell
import TrackerModel

/// The numbers over stretches of data points.
@MainActor struct StatsTable {
  private let item: Item
  private let hasPeriods: Bool
  private let percentiles: [Double]
  private let context: ModelContext
  private let output: Output

  init(
    item: Item, hasPeriods: Bool, _ percentiles: [Double], _ environment: ApplicationEnvironment
  ) {
    self.item = item
    self.hasPeriods = hasPeriods
    self.percentiles = percentiles
    context = environment.context
    output = environment.output
  }

  private var period: [Table.Column] { hasPeriods ? ["period"] : [] }

  func print(_ stretches: PeriodStretches, _ invocation: Invocation) throws {
    let kind = item.kind
    if kind.isRequired(.value1) {
      let names = percentiles.map { Table.Column($0 == 50 ? "median" : "p\(Self.name($0))") }
      let writer = try output.beginTable(
        period + ["value", "count", "sum", "minimum", "maximum", "average"] + names)
      try rows(stretches, invocation, writer, numbers)
    } else if !kind.isRequired(.optionID) {
      let writer = try output.beginTable(period + ["count", "hours"])
      try rows(stretches, invocation, writer, hours)
    }
    if kind.isRequired(.optionID) {
      let writer = try output.beginTable(period + ["option", "count"])
      try rows(stretches, invocation, writer, options)
    }
  }

  private func rows(
    _ stretches: PeriodStretches, _ invocation: Invocation, _ writer: TableWriter,
    _ body: (PointQuery) throws -> [[Cell]]
  ) throws {
    var stretches = stretches
    var isAfterGap = true
    while let stretch = try stretches.next(isAfterGap: isAfterGap) {
      try invocation.checkCancellation()
      let found = try body(stretch.points)
      isAfterGap = found.isEmpty
      for row in found {
        try writer.row((stretch.name.map { [.text($0)] } ?? []) + row)
      }
    }
    try writer.end()
  }

  private func numbers(_ points: PointQuery) throws -> [[Cell]] {
    let values = item.kind.isRequired(.value2) ? [1, 2] : [1]
    let functions: [GroupedQuery.Aggregate.Function] = [
      .count, .sum, .minimum, .maximum, .average,
    ]
    let results = try points.aggregate(
      values.flatMap { number in functions.map { .init($0, PointQuery.value(number)) } }, context)
    return try values.enumerated().compactMap { index, number in
      let row = results.dropFirst(index * functions.count).prefix(functions.count).map(\.number)
      guard row.count == functions.count, let count = row[0], count > 0 else { return nil }
      return [
        Cell(number), Cell(Int(count)), Cell(row[1].map(Self.rounded)), Cell(row[2]), Cell(row[3]),
        Cell(row[4].map(Self.rounded)),
      ]
        + (try percentiles.map {
          Cell(Self.rounded(try percentile($0, of: number, Int(count), points)))
        })
    }
  }

  /// A percentile, between two values in proportion: the definition of spreadsheets, type 7 of
  /// Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996).
  private func percentile(
    _ percent: Double, of number: Int, _ count: Int, _ points: PointQuery
  ) throws -> Double {
    let rank = percent / 100 * Double(count - 1)
    let below = Int(rank)
    let value = PointQuery.value(number).0
    var points = points
    points.predicate = .comparison(.notEqual, value, .literal(.null))
    // Rising, as the index has them: falling, those of one value would still be sorted by their keys.
    let found = try context.fetch(
      points.query(sort: [.init(value, isAscending: true)], limit: 2, offset: below)
    ).compactMap { object -> Double? in
      let content = (object as? ItemData)?.dataContent
      return number == 1 ? content?.value1 : content?.value2
    }.sorted()
    guard let low = found.first, let high = found.last else { return .nan }
    return low + (high - low) * (rank - Double(below))
  }

  private func hours(_ points: PointQuery) throws -> [[Cell]] {
    let results = try points.aggregate(
      [.init(.count), .init(.sum, PointQuery.end), .init(.sum, PointQuery.start)], context
    ).map(\.number)
    guard let count = results.first ?? nil, count > 0 else {
      return hasPeriods ? [] : [[Cell(0), Cell(0.0)]]
    }
    let seconds = (results[1] ?? 0) - (results[2] ?? 0)
    // Sums of dates are exact to some milliseconds.
    return [[Cell(Int(count)), Cell(Self.rounded((seconds * 100).rounded() / 100 / 3600))]]
  }

  private func options(_ points: PointQuery) throws -> [[Cell]] {
    let counts = try points.optionCounts(context)
    return item.options.sorted { $0.label < $1.label }.compactMap { option in
      counts[option.uid].map { [.text(option.label.rawValue), Cell($0)] }
    }
  }

  /// `5`, `99.9`.
  private static func name(_ percent: Double) -> String {
    percent == percent.rounded() ? String(Int(percent)) : String(percent)
  }

  // Decimal fractions have no exact binary form; beyond 12 digits is only what that leaves over.
  private static func rounded(_ value: Double) -> Double {
    Double(String(format: "%.12g", value)) ?? value
  }
}
