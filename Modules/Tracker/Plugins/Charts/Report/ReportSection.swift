import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The section of a report about one item.
@MainActor struct ReportSection {
  private let item: Item
  private let request: ChartRequest
  private let reader: PointReader

  init(_ item: Item, _ request: ChartRequest) throws {
    self.item = item
    self.request = request
    reader = try request.reader(item)
  }

  func add(to page: inout ReportText) throws {
    let name = item.name.rawValue
    page.element("h2", name + (item.unit.map { " (\($0))" } ?? ""))
    if let memo = item.memo, !memo.isEmpty { page.element("p", memo, "class=\"muted\"") }
    guard let range = try request.range(reader) else {
      page.element("p", "No data points.", "class=\"muted\"")
      return
    }
    let picture = ItemPicture(reader, range)
    // Two pictures for wide and narrow screens, since text scaled down to a narrow one is
    // illegible.
    let wide = try picture.chart(columns: 400)
    let narrow = try picture.chart(columns: 200)
    page.raw("<div class=\"wide\">\(wide.svg(width: 860, isFile: false))</div>\n")
    page.raw(
      "<div class=\"narrow\">\(narrow.svg(width: 360, plotHeight: 200, isFile: false))</div>\n")
    try addFigures(range, to: &page)
    for case let plugin as any ItemReportPlugin in request.environment.plugins {
      guard let table = try plugin.report(on: item, in: request.environment) else { continue }
      page.element("h3", plugin.reportTitle)
      let zone = reader.calendar.timeZone
      // Columns in which nothing stands are left out.
      let shown = table.columns.indices.filter { index in
        table.rows.contains { $0[index] != .null }
      }
      page.table(
        shown.map { table.columns[$0].name },
        table.rows.map { row in shown.map { row[$0].text(in: zone) } })
    }
    let year = reader.calendar.component(.year, from: range.upperBound)
    let map = try ItemPicture.calendar(reader, year: year)
    page.raw("<div class=\"wide\">\(map.svg(width: 860, isFile: false))</div>\n")
    page.raw("<div class=\"narrow\">\(map.svg(width: 360, isFile: false))</div>\n")
    try addLast(range, to: &page)
  }

  private func addFigures(_ range: Range<Date>, to page: inout ReportText) throws {
    let numbers = PointValue.numbers(of: item.kind)
    if item.kind.isRequired(.optionID), numbers.isEmpty {
      let shares = try reader.options(range, .parts(1)).first?.shares ?? [:]
      let total = shares.values.reduce(0) { $0 + $1.count }
      page.table(
        ["option", "count", "share"],
        item.chartOptions.compactMap { option in
          guard let share = shares[option.value] else { return nil }
          let percent = Double(share.count) / Double(max(1, total)) * 100
          return [option.label, "\(share.count)", NumberText.short(percent, digits: 3) + " %"]
        }, numbers: [1, 2])
      // Without a measure, options have no other figures.
      if reader.wantedMeasure == nil { return }
    }
    let trend = try Trend(reader, range, .week, now: request.environment.now())
    let isTotal = trend.measure == .sum || trend.measure == .count
    let word = trend.measure.map { isTotal ? "\($0.rawValue) of " : "" } ?? ""
    let day = isTotal ? " of a day" : ""
    let names =
      trend.numbers.count == 2
      ? [item.valueNames?.first ?? "first value", item.valueNames?.second ?? "second value"] : [""]
    for (name, numbers) in zip(names, trend.numbers) {
      let precision = trend.precision
      let total = isTotal ? precision.text : precision.computedText
      var figures: [(String, String?)] = [
        (isTotal ? "last day" : "latest", precision.text(numbers.latest)),
        ("\(word)7 days", total(numbers.current)),
        ("\(word)7 days before", numbers.change.map { total($0.before) }),
        ("change", numbers.change.map { total($0.difference) }),
      ]
      if numbers.quantiles.count == 7 {
        figures += [
          ("minimum\(day)", precision.text(numbers.quantiles[0])),
          ("median\(day)", precision.computedText(numbers.quantiles[3])),
          ("maximum\(day)", precision.text(numbers.quantiles[6])),
        ]
      }
      if !name.isEmpty { page.element("h3", name) }
      page.figures(figures.map { ($0, $1 ?? "–") })
    }
  }

  /// Adds the last ten data points in a collapsed element.
  private func addLast(_ range: Range<Date>, to page: inout ReportText) throws {
    let identifier = item.persistentModelID
    let upper = range.upperBound
    var descriptor = FetchDescriptor<ItemData>(
      predicate: #Predicate {
        $0.item?.persistentModelID == identifier && $0.dataContent.startDate < upper
      },
      sortBy: [SortDescriptor(\.dataContent.startDate, order: .reverse)])
    descriptor.fetchLimit = 10
    let labels = Dictionary(
      item.options.map { ($0.uid, $0.label.rawValue) }, uniquingKeysWith: { first, _ in first })
    let kind = item.kind
    var header = ["when"]
    if kind.isRequired(.endDate) { header.append("until") }
    let names = item.valueNames
    if kind.isRequired(.value1) { header.append(names?.first ?? "value") }
    if kind.isRequired(.value2) { header.append(names?.second ?? "second value") }
    if kind.isRequired(.optionID) { header.append("option") }
    let rows = try reader.context.fetch(descriptor).map { data in
      let content = data.dataContent
      var row = [DateLabel.minute(content.startDate, in: reader.calendar)]
      if let end = content.endDate { row.append(DateLabel.minute(end, in: reader.calendar)) }
      if let value = content.value1 { row.append(NumberPrecision.text(value)) }
      if let value = content.value2 { row.append(NumberPrecision.text(value)) }
      if let option = content.optionID { row.append(labels[option] ?? "?") }
      return row + [data.memo?.text ?? ""]
    }
    page.raw("<details><summary>last data points</summary>\n")
    page.table(header + ["memo"], rows)
    page.raw("</details>\n")
  }
}
