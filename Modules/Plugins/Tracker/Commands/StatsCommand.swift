import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

/// `stats`: numbers over the data points of a thing, by period.
enum StatsCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["stats"], "show counts, sums and extremes of a thing's data points",
      arguments: [.required("NAME", "the item")],
      options: [
        .value("by", "PERIOD", "one row a period", choices: Period.allCases.map(\.rawValue)),
        .date("from", "only from this date on"), .date("to", "only before this date"),
        .value("time-zone", "Z", "the zone in which periods begin; the machine's when left out"),
      ],
      discussion: CommandLineOption.dateDiscussion,
      examples: ["stats Precipitation --by year", "stats Temperature --from 2015-01-01"],
      group: group, completion: ItemCommands.complete, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let item = try Tracker(environment).item(try invocation.require("NAME"))
    let identifier = item.persistentModelID
    let from = try invocation.option("from").map { try environment.date($0) }
    let to = try invocation.option("to").map { try environment.date($0) }
    let contents = try environment.context.fetch(
      FetchDescriptor<ItemData>(
        predicate: #Predicate { $0.item?.persistentModelID == identifier })
    ).map(\.dataContent).filter { content in
      (from.map { content.startDate >= $0 } ?? true) && (to.map { content.startDate < $0 } ?? true)
    }
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try zone(invocation, environment)
    let period = invocation.option("by").flatMap { Period(rawValue: $0.text) }
    let groups = Dictionary(grouping: contents) { content in
      period?.name(of: content.startDate, in: calendar) ?? ""
    }
    try Statistics(item: item, isByPeriod: period != nil).print(
      groups.sorted { $0.key < $1.key }, environment.output)
  }

  @MainActor private static func zone(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws(ShellError) -> TimeZone {
    guard let name = invocation.option("time-zone") else { return environment.output.timeZone }
    guard let zone = TimeZone(identifier: name.text) else {
      throw name.error("“\(name.text)” is no time zone", hint: "write it like Europe/Berlin or UTC")
    }
    return zone
  }

  private enum Period: String, CaseIterable {
    case day, week, month, year

    /// A name that sorts as the periods follow each other: 2012, 2012-03, 2012-W09, 2012-03-31.
    func name(of date: Date, in calendar: Calendar) -> String {
      func padded(_ number: Int?, _ width: Int) -> String {
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(0, width - text.count)) + text
      }
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekOfYear, .yearForWeekOfYear], from: date)
      let year = padded(parts.year, 4)
      return switch self {
      case .year: year
      case .month: "\(year)-\(padded(parts.month, 2))"
      case .day: "\(year)-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
      case .week: "\(padded(parts.yearForWeekOfYear, 4))-W\(padded(parts.weekOfYear, 2))"
      }
    }
  }
}

/// The numbers over groups of contents.
@MainActor private struct Statistics {
  let item: Item
  let isByPeriod: Bool

  func print(_ groups: [(key: String, value: [ItemDataContent])], _ output: Output) throws {
    let kind = item.kind
    let period: [Table.Column] = isByPeriod ? ["period"] : []
    if kind.isRequired(.value1) {
      let writer = try output.beginTable(
        period + ["value", "count", "sum", "minimum", "maximum", "average"])
      for (name, contents) in groups {
        for (number, part) in [\ItemDataContent.value1, \.value2].enumerated() {
          let values = contents.compactMap { $0[keyPath: part] }
          if !values.isEmpty { try writer.row(cells(name) + [Cell(number + 1)] + numbers(values)) }
        }
      }
      try writer.end()
    } else if !kind.isRequired(.optionID) {
      let writer = try output.beginTable(period + ["count", "hours"])
      for (name, contents) in groups {
        let seconds = contents.reduce(0) {
          $0 + ($1.endDate ?? $1.startDate).timeIntervalSince($1.startDate)
        }
        try writer.row(cells(name) + [Cell(contents.count), Cell(Self.rounded(seconds / 3600))])
      }
      try writer.end()
    }
    if kind.isRequired(.optionID) { try printOptions(groups, period, output) }
  }

  private func printOptions(
    _ groups: [(key: String, value: [ItemDataContent])], _ period: [Table.Column],
    _ output: Output
  ) throws {
    let writer = try output.beginTable(period + ["option", "count"])
    for (name, contents) in groups {
      let counts = Dictionary(grouping: contents.compactMap(\.optionID)) { $0 }.mapValues(\.count)
      for option in item.options.sorted(by: { $0.label < $1.label }) {
        if let count = counts[option.uid] {
          try writer.row(cells(name) + [.text(option.label.rawValue), Cell(count)])
        }
      }
    }
    try writer.end()
  }

  private func cells(_ period: String) -> [Cell] { isByPeriod ? [.text(period)] : [] }

  private func numbers(_ values: [Double]) -> [Cell] {
    let sum = Self.sum(values)
    return [
      Cell(values.count), Cell(Self.rounded(sum)), Cell(values.min()), Cell(values.max()),
      Cell(Self.rounded(sum / Double(values.count))),
    ]
  }

  /// Neumaier's compensated sum (1974), so that many small values don't get lost beside a large one.
  private static func sum(_ values: [Double]) -> Double {
    var sum = 0.0
    var compensation = 0.0
    for value in values {
      let next = sum + value
      // Beyond the largest number there is nothing to compensate.
      guard next.isFinite else { return values.reduce(0, +) }
      compensation += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
      sum = next
    }
    return sum + compensation
  }

  // Decimal fractions have no exact binary form; beyond 12 digits is only what that leaves over.
  private static func rounded(_ value: Double) -> Double {
    Double(String(format: "%.12g", value)) ?? value
  }
}
