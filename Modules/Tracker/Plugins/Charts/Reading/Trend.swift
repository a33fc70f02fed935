import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataQuery
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// The statistics of an item's trend.
@MainActor struct Trend {
  /// The statistics of one of the numbers that a data point has, or of the totals of days.
  struct Numbers {
    /// The number of the last data point, or the total of its day.
    var latest: Double
    /// The measure of the window that ends with the last data point.
    var current: Double
    /// The change from the window before. Nil if that isn't within the limits.
    var change: Change?
    /// The minimum, the percentiles 10, 25, 50, 75 and 90, and the maximum.
    var quantiles: [Double]
  }

  /// The measure. Nil for an item without numbers, whose data points aren't counted.
  let measure: ItemMeasure?
  private let kind: ItemDataContent.Kind
  private let window: TimeWindow
  private let count: Int
  private let latest: Date
  private let streaks: Streaks
  private(set) var numbers: [Numbers] = []
  /// The precision with which people see the numbers.
  let precision: NumberPrecision

  init(_ reader: PointReader, _ limits: Range<Date>, _ window: TimeWindow, now: Date) throws {
    kind = reader.kind
    measure =
      reader.measure ?? (PointValue.numbers(of: kind).isEmpty ? nil : .average)
    self.window = window
    latest =
      try reader.number(.maximum, of: reader.item.moment, limits)
      .map { Date(timeIntervalSinceReferenceDate: $0) } ?? now
    streaks = Streaks(
      try reader.days(limits), today: min(now, limits.upperBound), in: reader.calendar)
    let points = PointQuery(item: reader.item, limits)
    try reader.check()
    precision =
      measure == .count
      ? NumberPrecision(decimals: 0) : try points.precision(in: reader.context)
    if let measure, measure != .average {
      count = try points.count(in: reader.context)
      numbers = try Self.totals(of: measure, reader, limits, window).map { [$0] } ?? []
      return
    }
    let values = PointValue.numbers(of: kind)
    let summaries = try points.summaries(of: values, hasSums: false, in: reader.context)
    // Each data point of the kind has the number, so its count is that of the data points.
    count = try summaries.first.map { $0?.count ?? 0 } ?? points.count(in: reader.context)
    let end = latest + 0.000_001
    for (value, summary) in zip(values, summaries) {
      let current = try reader.number(
        .average, of: value, max(limits.lowerBound, end - window.seconds)..<end)
      let before = try Self.windowBefore(end, limits, window)
        .flatMap { try reader.number(.average, of: value, $0) }
      let latest = try reader.number(.average, of: value, self.latest..<end)
      guard let current, let latest else { continue }
      numbers.append(
        Numbers(
          latest: latest, current: current,
          change: before.map { Change(from: $0, to: current) },
          quantiles: try points.quantiles(
            Self.probabilities, of: value, summary, in: reader.context, check: reader.check)))
    }
  }

  private static let probabilities = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]

  /// Returns the window before the one that ends at a date. Nil if it begins before the limits,
  /// since it would be incomplete, and no valid comparison.
  private static func windowBefore(
    _ end: Date, _ limits: Range<Date>, _ window: TimeWindow
  ) -> Range<Date>? {
    let start = end - 2 * window.seconds
    return start < limits.lowerBound ? nil : start..<end - window.seconds
  }

  /// Returns the statistics of the days' sums or counts. Nil without data points.
  ///
  /// Days without data points don't count in the quantiles, since a day on which nothing was logged
  /// may be one on which nobody looked.
  private static func totals(
    of measure: ItemMeasure, _ reader: PointReader, _ limits: Range<Date>, _ window: TimeWindow
  ) throws -> Numbers? {
    guard let extent = try reader.extent(limits) else { return nil }
    let days = try days(of: measure, reader, extent)
    guard let last = days.last else { return nil }
    func total(_ range: Range<Date>) throws -> Double {
      try reader.totals(of: measure, range, .parts(1)).first?.sum ?? 0
    }
    let end = extent.upperBound
    let current = try total(max(limits.lowerBound, end - window.seconds)..<end)
    let before = try windowBefore(end, limits, window).map { window in
      // A window before the first data point says nothing about a change.
      window.upperBound > extent.lowerBound ? try total(window) : nil
    }
    let sorted = days.map(\.sum).sorted()
    return Numbers(
      latest: last.sum, current: current,
      change: (before ?? nil).map { Change(from: $0, to: current) },
      quantiles: probabilities.compactMap { Quantile.of(sorted, $0) })
  }

  /// Returns the range of whole days that contains a range.
  private static func wholeDays(_ range: Range<Date>, in zone: TimeZone) -> Range<Date> {
    let first = Period.day.range(of: range.lowerBound, in: zone)
    let last = Period.day.range(of: range.lastMoment, in: zone)
    return first.lowerBound..<max(first.upperBound, last.upperBound)
  }

  /// Returns the totals of the days of a range that have data points.
  private static func days(
    of measure: ItemMeasure, _ reader: PointReader, _ range: Range<Date>
  ) throws -> [Bucket] {
    let zone = reader.calendar.timeZone
    return try reader.totals(of: measure, wholeDays(range, in: zone), .periods(.day, zone))
  }

  /// Returns the statistics as a table.
  ///
  /// - Parameters:
  ///   - valueNames: The names of two values, as people see them. Nil for those of programs.
  ///   - moment: A function that makes the cell of a moment.
  func table(valueNames: PairNames? = nil, moment: (Date) -> Cell) -> Table {
    let isTotal = measure == .sum || measure == .count
    let names =
      switch numbers.count {
      case 0: ["value"]
      case 1 where measure == .count: ["count"]
      case 1: [kind.isRequired(.value1) ? isTotal ? "sum" : "value" : "hours"]
      default: valueNames.map { [$0.first, $0.second] } ?? ["value1", "value2"]
      }
    func row(
      _ name: String, as text: (Double) -> String, _ figure: (Numbers) -> Double?
    ) -> [Cell] {
      [.text(name)]
        + numbers.map(figure).map { number in
          number.map { .shown(.real(SeriesTable.rounded($0, digits: 6)), as: text($0)) } ?? .null
        }
    }
    func row(_ name: String, _ cell: Cell) -> [Cell] {
      [.text(name), cell] + Array(repeating: .null, count: names.count - 1)
    }
    let total = isTotal ? precision.text : precision.computedText
    var rows = [row("data points", Cell(count)), row("last", moment(latest))]
    if !numbers.isEmpty, let word = measure?.rawValue {
      rows += [
        row(isTotal ? "last day" : "latest", as: precision.text) { $0.latest },
        row("\(word) \(window.text)", as: total) { $0.current },
        row("\(word) before", as: total) { $0.change?.before },
        row("change", as: total) { $0.change?.difference },
        row("change %", as: NumberPrecision.text) {
          $0.change?.ratio.map { ($0 * 1000).rounded() / 10 }
        },
      ]
      let quantiles = [
        "minimum", "percentile 10", "percentile 25", "median", "percentile 75", "percentile 90",
        "maximum",
      ]
      for (index, name) in quantiles.enumerated() {
        let isExtreme = ["minimum", "maximum"].contains(name)
        rows.append(
          row(
            isTotal ? "day \(name)" : name,
            as: isExtreme ? precision.text : precision.computedText
          ) {
            $0.quantiles.indices.contains(index) ? $0.quantiles[index] : nil
          })
      }
    }
    rows += [
      row("days", Cell(streaks.dayCount)), row("streak now", Cell(streaks.current)),
      row("longest streak", Cell(streaks.longest)),
    ]
    return Table(["figure"] + names.map { Table.Column($0, alignment: .trailing) }, rows: rows)
  }

  /// Returns the measure of the window that ends at each moment, as a chart.
  func movingWindow(_ picture: ItemPicture, columns: Int) throws -> Chart {
    let reader = picture.reader
    let note = "\(measure?.rawValue ?? "average") of \(window.text)"
    if let measure, measure != .average {
      let days = try Self.days(of: measure, reader, picture.range)
      var chart = picture.emptyChart(
        range: Self.wholeDays(picture.range, in: reader.calendar.timeZone))
      chart.note = note
      chart.plot = .line(
        zip(days, MovingSum.trailing(days, window: window.seconds)).map {
          Bucket(start: $0.start, end: $0.end, value: $1.value)
        })
      return chart
    }
    var chart = picture.emptyChart(range: picture.range)
    chart.note = note
    chart.unit = kind.isRequired(.value1) ? reader.item.unit.map { VisibleText.of($0) } : "h"
    let lists = try reader.buckets(picture.range, .parts(columns), hasExtremes: false)
    let averages = lists.map { buckets in
      zip(buckets, MovingAverage.trailing(buckets, window: window.seconds)).map {
        Bucket(start: $0.start, end: $0.end, value: $1.value)
      }
    }
    let series = ItemPicture.Series(range: picture.range, numbers: averages)
    chart.plot = averages.count > 1 ? .band(series.band) : .line(series.band)
    return chart
  }
}
