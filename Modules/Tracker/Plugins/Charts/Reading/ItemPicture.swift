import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// The chart of an item's data points in a range of time.
///
/// The measure decides its form: averages are a line, or a band of two values, sums and counts are
/// bars. Options are strips.
@MainActor struct ItemPicture {
  let reader: PointReader
  let range: Range<Date>
  /// The requested period. Nil to divide the range as finely as the picture allows.
  let period: Period?

  /// The maximal number of periods. A mistyped year would make millions of them.
  private static let mostPeriods = 50_000.0

  private var kind: ItemDataContent.Kind { reader.kind }
  private var calendar: Calendar { reader.calendar }

  /// Makes a chart of a range. With a period, the range is extended to whole periods.
  init(_ reader: PointReader, _ range: Range<Date>, period: Period? = nil) {
    self.reader = reader
    self.period = period
    var range = range
    if period == nil, range.upperBound.timeIntervalSince(range.lowerBound) < 1 {
      // A single moment is shown within its day.
      range = Period.day.range(of: range.lowerBound, in: reader.calendar.timeZone)
    }
    self.range = range
  }

  /// Returns the chart for a picture with a number of distinguishable columns.
  func chart(columns: Int) throws -> Chart {
    let series = try series(columns: columns)
    var chart = emptyChart(range: series.range)
    chart.note = series.note
    switch reader.measure {
    case .average?:
      chart.plot =
        series.numbers.count > 1 ? .band(series.band) : .line(series.numbers.first ?? [])
    case .sum?, .count?:
      chart.plot = .bars(
        (series.numbers.first ?? []).map { .init(start: $0.start, end: $0.end, height: $0.sum) })
    case nil: break
    }
    if kind.isRequired(.optionID) { chart.lanes = series.lanes(reader.item) }
    return chart
  }

  /// Returns a chart with a title, unit and range, but without data.
  func emptyChart(range: Range<Date>) -> Chart {
    return Chart(
      title: VisibleText.of(reader.item.name.rawValue),
      unit: reader.unit.map { VisibleText.of($0) },
      range: range, calendar: calendar)
  }

  /// The numbers of a chart.
  struct Series {
    var range: Range<Date>
    var note = ""
    /// The buckets of each number that a data point has.
    var numbers: [[Bucket]] = []
    var options: [(part: Range<Date>, shares: [ColumnValue: OptionShare])] = []

    /// The buckets between the two numbers of pairs.
    var band: [Bucket] {
      guard let first = numbers.first, numbers.count > 1 else { return numbers.first ?? [] }
      return zip(first, numbers[1]).map { one, other in
        var bucket = one
        bucket.add(other)
        return bucket
      }
    }

    @MainActor func lanes(_ item: Item) -> Lanes {
      let found = Set(options.flatMap(\.shares.keys))
      let known = item.chartOptions
      let shown = known.filter { found.contains($0.value) || !$0.isRetired }
      let lost = found.subtracting(known.map(\.value))
      let values = shown.map(\.value)
      return Lanes(
        labels: shown.map { VisibleText.of($0.label) } + (lost.isEmpty ? [] : ["?"]),
        columns: options.map { part, shares in
          // A moment has a minimal share, so that it stays visible.
          var list = values.map { value in shares[value].map { max(0.02, $0.share) } ?? 0 }
          if !lost.isEmpty { list.append(lost.reduce(0) { $0 + (shares[$1]?.share ?? 0) }) }
          return Lanes.Column(start: part.lowerBound, end: part.upperBound, shares: list)
        })
    }
  }

  /// Computes the numbers for a picture with a number of columns.
  func series(columns: Int) throws -> Series {
    if let period, period.count(in: range) > Self.mostPeriods {
      throw ShellError(
        "\(reader.item.name) goes over \(Int(period.count(in: range))) \(period.rawValue)s, too many",
        hint: "give --from and --to, or a longer period")
    }
    var series = Series(range: range)
    let measure = reader.measure
    let isBars = measure == .sum || measure == .count
    let period = period ?? (isBars ? Period.fitting(range, max(2, columns / 2)) : nil)
    var division = Division.parts(max(2, columns))
    if let period {
      division = .periods(period, calendar.timeZone)
      // The range is extended to whole periods, so that the first and last bars aren't truncated.
      let first = period.range(of: range.lowerBound, in: calendar.timeZone)
      let last = period.range(of: range.lastMoment, in: calendar.timeZone)
      series.range = first.lowerBound..<last.upperBound
      series.note = measure.map { "\($0.rawValue)s by \(period.rawValue)" } ?? ""
    }
    switch measure {
    case .average?: series.numbers = try reader.buckets(series.range, division)
    case let total?: series.numbers = [try reader.totals(of: total, series.range, division)]
    case nil: break
    }
    if kind.isRequired(.optionID) {
      // Strips aren't averages.
      if !isBars { series.note = "" }
      series.options = try reader.options(
        series.range, period == nil ? .parts(columns / 2) : division)
    }
    return series
  }
}

/// An option with its label for pictures.
struct ChartOption {
  let uid: UUID
  let label: String
  let isRetired: Bool

  /// The option's identifier as a column value.
  var value: ColumnValue { .blob(withUnsafeBytes(of: uid.uuid) { Data($0) }) }
}

extension Item {
  /// The item's options, sorted by number.
  var chartOptions: [ChartOption] {
    options.sorted { $0.number < $1.number }.map {
      ChartOption(uid: $0.uid, label: $0.label.rawValue, isRetired: $0.isRetired)
    }
  }
}
