import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataQuery
import StrataShell
import TrackerModel
import TrackerQueries

/// The statistics of an item's trend.
@MainActor struct Trend {
  /// The statistics of one of the numbers that a data point has.
  struct Numbers {
    var latest: Double
    var average: Double
    var change: Change?
    /// The minimum, the percentiles 10, 25, 50, 75 and 90, and the maximum.
    var quantiles: [Double]
  }

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
    self.window = window
    let points = PointQuery(item: reader.item, limits)
    let values = PointValue.numbers(of: kind)
    try reader.check()
    precision = try points.precision(in: reader.context)
    let summaries = try points.summaries(of: values, hasSums: false, in: reader.context)
    // Each data point of the kind has the number, so its count is that of the data points.
    count = try summaries.first.map { $0?.count ?? 0 } ?? points.count(in: reader.context)
    latest =
      try reader.number(.maximum, of: .start, limits)
      .map { Date(timeIntervalSinceReferenceDate: $0) } ?? now
    streaks = Streaks(
      try reader.days(limits), today: min(now, limits.upperBound), in: reader.calendar)
    let end = latest + 0.000_001
    for (value, summary) in zip(values, summaries) {
      let current = try reader.number(
        .average, of: value, max(limits.lowerBound, end - window.seconds)..<end)
      // A window that begins before the limit would be incomplete, and no valid comparison.
      let before =
        end - 2 * window.seconds < limits.lowerBound
        ? nil
        : try reader.number(
          .average, of: value, end - 2 * window.seconds..<end - window.seconds)
      let latest = try reader.number(.average, of: value, self.latest..<end)
      guard let current, let latest else { continue }
      numbers.append(
        Numbers(
          latest: latest, average: current,
          change: before.map { Change(from: $0, to: current) },
          quantiles: try points.quantiles(
            [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1], of: value, summary, in: reader.context,
            check: reader.check)))
    }
  }

  /// Returns the statistics as a table.
  ///
  /// - Parameter moment: A function that makes the cell of a moment.
  func table(moment: (Date) -> Cell) -> Table {
    let names =
      switch numbers.count {
      case 0: ["value"]
      case 1: [kind.isRequired(.value1) ? "value" : "hours"]
      default: ["value1", "value2"]
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
    var rows = [row("data points", Cell(count)), row("last", moment(latest))]
    if !numbers.isEmpty {
      rows += [
        row("latest", as: precision.text) { $0.latest },
        row("average \(window.text)", as: precision.computedText) { $0.average },
        row("average before", as: precision.computedText) { $0.change?.before },
        row("change", as: precision.computedText) { $0.change?.difference },
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
          row(name, as: isExtreme ? precision.text : precision.computedText) {
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

  /// Returns the moving average as a chart.
  func averages(_ picture: ItemPicture, columns: Int) throws -> Chart {
    let reader = picture.reader
    let lists = try reader.buckets(picture.range, .parts(columns), hasExtremes: false)
    var chart = picture.emptyChart(range: picture.range)
    chart.note = "average of \(window.text)"
    if !kind.isRequired(.value1) { chart.unit = "h" }
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
