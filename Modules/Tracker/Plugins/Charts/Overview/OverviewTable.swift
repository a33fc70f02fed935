import Foundation
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries

/// The matrix of an overview for people: a row for each item, a column for each period.
@MainActor struct OverviewTable {
  private let rows: [OverviewRow]
  private var periods: OverviewPeriods
  /// All periods that were asked for, of which the last column tells.
  private let all: [Range<Date>]
  private let order: OverviewOrder
  /// The number of older periods that aren't shown.
  private var hidden = 0

  init(_ rows: [OverviewRow], _ periods: OverviewPeriods, _ order: OverviewOrder) {
    self.rows = rows
    self.periods = periods
    all = periods.ranges
    self.order = order
  }

  /// The blanks between columns.
  private static let gap = 2
  /// The width of names of items and tags beyond which a terminal truncates them.
  private static let widestName = 16

  func print(_ output: Output) throws {
    var table = self
    if output.format == .table, let width = output.width { table.fit(into: width) }
    try table.write(output, isNarrow: output.width != nil)
  }

  private func write(_ output: Output, isNarrow: Bool) throws {
    let shortNames = periods.shortNames
    let isShort = isNarrow && Set(shortNames).count == shortNames.count
    let columns = (isShort ? shortNames : periods.names) + ["all"]
    let writer = try output.beginTable(
      leading.map { Table.Column($0.name) }
        + columns.map { Table.Column($0, alignment: .trailing, staysWhenEmpty: true) })
    for row in rows {
      try writer.row(
        leading.map { .text($0.text(row)) } + periods.ranges.map { row.cell([$0]) }
          + [row.cell(all)])
    }
    try writer.end()
    if hidden > 0 {
      output.message(
        "\(hidden) earlier \(periods.period.rawValue)\(hidden == 1 ? "" : "s") left off, "
          + "as the terminal is too narrow; --format csv has all")
    }
  }

  /// The columns in front of the periods.
  private var leading: [(name: String, text: (OverviewRow) -> String)] {
    let tag: (name: String, text: (OverviewRow) -> String) =
      ("tag", { OverviewOrder.tag(of: $0.item) ?? "" })
    return (order == .tag ? [tag] : [])
      + [("item", { $0.item.name.rawValue }), ("measure", { $0.label })]
  }

  /// Drops the oldest periods until the rest fits into a line.
  private mutating func fit(into width: Int) {
    let leading = leading.map { column in
      let widths = rows.map { DisplayWidth.of(VisibleText.of(column.text($0))) }
      return min(Self.widestName, max(widths.max() ?? 0, column.name.count)) + Self.gap
    }.reduce(0, +)
    func columnWidth(_ name: String, _ ranges: [Range<Date>]) -> Int {
      rows.reduce(name.count) { max($0, DisplayWidth.of(row($1, ranges))) }
    }
    let own = zip(periods.shortNames, periods.ranges).map { columnWidth($0, [$1]) + Self.gap }
    let last = columnWidth("all", all)
    var left = own.count
    while left > 1 {
      if leading + own.suffix(left).reduce(0, +) + last <= width { break }
      left -= 1
    }
    hidden += periods.dropFirst(leaving: left)
  }

  private func row(_ row: OverviewRow, _ ranges: [Range<Date>]) -> String {
    row.cell(ranges).text(in: periods.zone)
  }
}

/// The overview for programs: a row for each item and period with data points.
@MainActor struct OverviewSeries {
  private let rows: [OverviewRow]
  private let periods: OverviewPeriods

  init(_ rows: [OverviewRow], _ periods: OverviewPeriods) {
    self.rows = rows
    self.periods = periods
  }

  func print(_ output: Output) throws {
    let writer = try output.beginTable([
      "item", "period", "measure", "unit", "count", "value1", "value2",
    ])
    for row in rows {
      for (name, range) in zip(periods.names, periods.ranges) {
        guard let (count, numbers) = row.amounts([range]) else { continue }
        try writer.row([
          .text(row.item.name.rawValue), .text(name), .text(row.measure.rawValue), Cell(row.unit),
          Cell(count), Cell(numbers.first ?? nil), Cell(numbers.dropFirst().first ?? nil),
        ])
      }
    }
    try writer.end()
  }
}
