import Foundation
import StrataApplication
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The command `stats`, which shows aggregates of an item's data points by period. The store
/// computes them.
enum StatsCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["stats"], "show counts, sums and extremes of a thing's data points",
      arguments: [.required("NAME", "the item")],
      options: [
        .value(
          "by", "PERIOD", "one row a period, day of the week or hour", choices: StatsGroups.names)
      ] + DateLimits.options + [
        .value("percentiles", "5,50,95", "also the values below which so many percent are"),
        .timeZone,
      ],
      discussion: """
        Of what lasts, the numbers are hours: their sum, the fewest, the most and the average. Without \
        periods the median of values is shown too. Between two values, percentiles are in proportion.

        """ + CommandLineOption.dateDiscussion,
      examples: [
        "stats Precipitation --by year", "stats Run --by weekday",
        "stats Temperature --from 2015-01-01 --percentiles 5,95",
      ],
      group: group, completion: ItemCompletion.complete, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let item = try environment.item(named: try invocation.require("NAME"))
    let limits = try DateLimits(invocation, environment)
    let points = PointQuery(item: item, from: limits.from, to: limits.to)
    let groups = invocation.option("by").flatMap { StatsGroups($0.text) }
    let wanted = invocation.option("percentiles")
    if let wanted, !item.kind.isRequired(.value1) {
      throw wanted.error(
        "\(item.name) has no values, so there are no percentiles of them",
        hint: "leave --percentiles out")
    }
    var percentiles = try wanted.map(Self.percentiles) ?? []
    if groups == nil, percentiles.isEmpty { percentiles = [50] }
    let stretches = PeriodStretches(
      points, groups, try environment.timeZone(of: invocation), environment.context)
    try StatsTable(item: item, groups: groups, percentiles, invocation, environment)
      .print(stretches)
  }

  private static func percentiles(_ value: ArgumentValue) throws -> [Double] {
    try value.text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let text = part.trimmingCharacters(in: .whitespaces)
      guard let percent = Double(text), (0...100).contains(percent) else {
        throw value.error(
          "“\(text)” is no percentage", hint: "write numbers from 0 to 100, as 5,50,95")
      }
      return percent
    }
  }
}
