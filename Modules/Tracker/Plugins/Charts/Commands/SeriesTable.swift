import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataShell
import StrataTrackerModel

/// The table of the numbers of a chart.
@MainActor struct SeriesTable {
  private let series: ItemPicture.Series
  private let item: Item
  private let measure: ItemMeasure?

  init(_ picture: ItemPicture, columns: Int) throws {
    series = try picture.series(columns: columns)
    item = picture.reader.item
    measure = picture.reader.measure
  }

  func print(_ output: Output) throws {
    let kind = item.kind
    if measure == .count {
      let writer = try output.beginTable(["start", "end", "count"])
      for bucket in series.numbers.first ?? [] {
        try writer.row([.date(bucket.start), .date(bucket.end), Cell(bucket.count)])
      }
      try writer.end()
    } else if measure == .sum, !kind.isRequired(.value1) {
      let writer = try output.beginTable(["start", "end", "count", "hours"])
      for bucket in series.numbers.first ?? [] {
        try writer.row([
          .date(bucket.start), .date(bucket.end), Cell(bucket.count),
          Cell(Self.rounded(bucket.sum)),
        ])
      }
      try writer.end()
    } else if measure != nil {
      let writer = try output.beginTable([
        "start", "end", "value", "count", "minimum", "maximum", "average", "sum",
      ])
      for (number, buckets) in series.numbers.enumerated() {
        for bucket in buckets {
          try writer.row([
            .date(bucket.start), .date(bucket.end), Cell(number + 1), Cell(bucket.count),
            Cell(bucket.minimum), Cell(bucket.maximum), Cell(Self.rounded(bucket.mean)),
            Cell(Self.rounded(bucket.sum)),
          ])
        }
      }
      try writer.end()
    }
    if kind.isRequired(.optionID) {
      let writer = try output.beginTable(["start", "end", "option", "count", "share"])
      let labels = Dictionary(
        item.chartOptions.map { ($0.value, $0.label) }, uniquingKeysWith: { first, _ in first })
      for (part, shares) in series.options {
        let named = shares.map { (label: labels[$0] ?? "?", share: $1) }
        for (label, share) in named.sorted(by: { $0.label < $1.label }) {
          try writer.row([
            .date(part.lowerBound), .date(part.upperBound), .text(label), Cell(share.count),
            Cell(Self.rounded(share.share)),
          ])
        }
      }
      try writer.end()
    }
  }

  // Decimal fractions have no exact binary form. Digits beyond the twelfth are rounding errors.
  static func rounded(_ value: Double, digits: Int = 12) -> Double {
    Double(String(format: "%.\(digits)g", value)) ?? value
  }
}
