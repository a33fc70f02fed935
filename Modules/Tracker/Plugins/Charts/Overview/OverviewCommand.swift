import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The command `overview`, a matrix of all items by period.
enum OverviewCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["overview"], "show all things by day, week, month or year",
      options: OverviewPeriods.options + [
        .value("tag", "T", "only things under a tag"),
        .value(
          "sort", "KEY", "the order of the rows: by name, or by their first tag",
          choices: OverviewOrder.allCases.map(\.rawValue)),
        .timeZone,
      ] + CommandLineOption.measures,
      discussion: """
        A cell has the sum, the count or the average of an item's data points in a period: the item's \
        own measure (item add --measure), or else the sum of what lasts, the count of choices and the \
        average of other values. --sum, --count and --average choose one for all, and leave out items \
        that don't have it. The last column is the same measure of all periods together, at any width. Periods \
        are whole, also the first and the last of --from and --to. The sum of what lasts has in each \
        period its hours there, as 7:34. Counts and averages take it in the period in which it begins. With \
        item add --day end it belongs whole to the period in which it ends.

        A terminal gets the newest periods that fit, and a line that says how many others there are. \
        With --format json or csv, a row for each item and period with data points.

        """ + CommandLineOption.dateDiscussion,
      examples: [
        "overview", "overview --weeks --last 4",
        "overview --months --from 2026-01-01 --tag weather",
        "overview --days --count --sort tag",
      ],
      group: group,
      completion: { request, environment in
        guard request.option == "tag" else { return [] }
        // Dropped: completion has no way to report an error.
        let tags = try? environment.context.fetch(FetchDescriptor<Tag>())
        return (tags ?? []).map(\.name.rawValue).sorted()
      }, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let request = try ChartRequest(invocation, environment)
    let wanted = try ItemMeasure.wanted(by: invocation)
    var items = try environment.items()
    if let tag = try invocation.option("tag").map({ try environment.tag(named: $0) }) {
      items = items.filter { $0.tags.contains { $0 === tag } }
    }
    let order = invocation.option("sort").flatMap { OverviewOrder(rawValue: $0.text) } ?? .name
    let output = environment.output
    let periods = try OverviewPeriods(request)
    var rows: [OverviewRow] = []
    var lacking: [String] = []
    for item in order.sorted(items) {
      if let wanted, !ItemMeasure.measures(of: item.kind).contains(wanted) {
        lacking.append(item.name.rawValue)
        continue
      }
      rows.append(try OverviewRow(item, wanted, periods, request))
    }
    if output.format.isForPeople {
      try OverviewTable(rows, periods, order).print(output)
    } else {
      try OverviewSeries(rows, periods).print(output)
    }
    if let wanted, !lacking.isEmpty {
      output.message(
        "left out, as they have no \(wanted.rawValue): \(lacking.joined(separator: ", "))")
    }
  }
}

/// The order of the rows of an overview.
enum OverviewOrder: String, CaseIterable {
  case name, tag

  /// Sorts items that are in the order of their names.
  ///
  /// By tag, an item is under the first of its tags, and items without tags are last.
  @MainActor func sorted(_ items: [Item]) -> [Item] {
    switch self {
    case .name: return items
    case .tag:
      let groups = Dictionary(grouping: items, by: Self.tag)
      let tags = groups.keys.compactMap { $0 }.sorted()
      return tags.flatMap { groups[$0] ?? [] } + (groups[nil] ?? [])
    }
  }

  /// Returns the first tag of an item in alphabetical order.
  @MainActor static func tag(of item: Item) -> String? { item.tags.map(\.name.rawValue).min() }
}
