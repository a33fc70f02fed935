import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataQuery
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// The table of aggregates over stretches of data points.
@MainActor struct StatsTable {
  private let item: Item
  private let groups: StatsGroups?
  private let percentiles: [Double]
  private let context: ModelContext
  private let output: Output
  private let invocation: Invocation
  /// The precision with which people see the numbers. Programs get all digits.
  private var precision = NumberPrecision.hours

  init(
    item: Item, groups: StatsGroups?, _ percentiles: [Double], _ invocation: Invocation,
    _ environment: ApplicationEnvironment
  ) {
    self.item = item
    self.groups = groups
    self.percentiles = percentiles
    context = environment.context
    output = environment.output
    self.invocation = invocation
  }

  private var period: [Table.Column] {
    switch groups {
    case nil: []
    case .periods: ["period"]
    case .recurring(let part): [Table.Column(part.rawValue)]
    }
  }

  func print(_ stretches: PeriodStretches) throws {
    let kind = item.kind
    var table = self
    if output.format.isForPeople { table.precision = try stretches.points.precision(in: context) }
    try table.print(stretches, kind)
  }

  private func print(_ stretches: PeriodStretches, _ kind: ItemDataContent.Kind) throws {
    if kind.isRequired(.value1) {
      let names = percentiles.map { Table.Column($0 == 50 ? "median" : "p\(Self.name($0))") }
      let writer = try output.beginTable(
        period + ["value", "count", "sum", "minimum", "maximum", "average"] + names)
      try rows(stretches, writer, numbers)
    } else if kind == .event {
      let writer = try output.beginTable(period + ["count"])
      try rows(stretches, writer) { points in
        let count = try points.count(in: context)
        return count == 0 && groups != nil ? [] : [[Cell(count)]]
      }
    } else if !kind.isRequired(.optionID) {
      let writer = try output.beginTable(period + ["count"] + Self.hourColumns)
      try rows(stretches, writer, hours)
    }
    if kind.isRequired(.optionID) {
      let hours = kind.isRequired(.endDate) ? Self.hourColumns : []
      let writer = try output.beginTable(period + ["option", "count"] + hours)
      try rows(stretches, writer, options)
    }
  }

  private func rows(
    _ stretches: PeriodStretches, _ writer: TableWriter, _ body: (PointQuery) throws -> [[Cell]]
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
    let values = PointValue.numbers(of: item.kind)
    return try zip(values, try points.summaries(of: values, in: context)).enumerated().compactMap {
      index, found in
      guard let summary = found.1 else { return nil }
      let quantiles = try points.quantiles(
        percentiles.map { $0 / 100 }, of: found.0, summary, in: context,
        check: { try invocation.checkCancellation() })
      return [
        name(ofValue: index), Cell(summary.count), cell(summary.sum.map(Self.rounded)),
        cell(summary.minimum), cell(summary.maximum),
        computed(summary.average.map(Self.rounded)),
      ] + quantiles.map { computed(Self.rounded($0)) }
    }
  }

  /// The number of a value, for people its name if it has one.
  private func name(ofValue index: Int) -> Cell {
    let number = Cell(index + 1)
    guard let names = item.valueNames, item.hasPairs else { return number }
    return .shown(number, as: index == 0 ? names.first : names.second)
  }

  private static let hourColumns: [Table.Column] = ["hours", "minimum", "maximum", "average"]

  private func hours(_ points: PointQuery) throws -> [[Cell]] {
    guard let summary = try points.summaries(of: [.hours], in: context).first ?? nil else {
      return groups != nil ? [] : [[Cell(0), computed(0), .null, .null, .null]]
    }
    return [[Cell(summary.count)] + cells(ofHours: summary)]
  }

  private func options(_ points: PointQuery) throws -> [[Cell]] {
    guard item.kind.isRequired(.endDate) else {
      let counts = try points.optionCounts(in: context)
      return options { option in counts[option.uid].map { [Cell($0)] } }
    }
    let summaries = try points.optionSummaries(of: .hours, in: context)
    return options { option in
      summaries[option.uid].map { [Cell($0.count)] + cells(ofHours: $0) }
    }
  }

  /// Returns a row for each option of which there are cells, in the options' own order.
  private func options(_ cells: (ItemOption) -> [Cell]?) -> [[Cell]] {
    item.options.sorted { $0.number < $1.number }.compactMap { option in
      cells(option).map { [.text(option.label.rawValue)] + $0 }
    }
  }

  private func cells(ofHours summary: PointQuery.Summary) -> [Cell] {
    // Differences of dates have an error of less than a millisecond.
    func exact(_ hours: Double?) -> Double? {
      hours.map { Self.rounded(($0 * 360_000).rounded() / 360_000) }
    }
    return [summary.sum, summary.minimum, summary.maximum, summary.average].map {
      computed(exact($0))
    }
  }

  /// A sum or an extreme.
  private func cell(_ value: Double?) -> Cell {
    value.map { .shown(.real($0), as: precision.text($0)) } ?? .null
  }

  /// An average or a percentile.
  private func computed(_ value: Double?) -> Cell {
    value.map { .shown(.real($0), as: precision.computedText($0)) } ?? .null
  }

  /// Formats a percentage: `5`, `99.9`.
  private static func name(_ percent: Double) -> String {
    percent == percent.rounded() ? String(Int(percent)) : String(percent)
  }

  // Decimal fractions have no exact binary form. Digits beyond the twelfth are rounding errors.
  private static func rounded(_ value: Double) -> Double {
    Double(String(format: "%.12g", value)) ?? value
  }
}
