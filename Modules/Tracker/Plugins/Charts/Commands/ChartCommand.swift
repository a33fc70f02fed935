import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The command `chart`, which draws an item's data points.
enum ChartCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["chart"], "draw a thing's data points",
      arguments: [.required("NAME", "the item")],
      options: DateLimits.options + [
        .value("by", "PERIOD", "one value a period", choices: Period.allCases.map(\.rawValue)),
        ChartRequest.width, .value("height", "N", "so many lines"),
      ] + ChartRequest.pictures,
      discussion: """
        Values are a line, two values a band, what lasts are bars, options are strips. Each column \
        shows all from the smallest to the greatest value of its time. With --sum or --count, bars \
        show the sum or the number of the data points of each period; item add --measure makes that \
        the rule for an item. With --format json or csv, the numbers of the columns, or of the periods.

        """ + CommandLineOption.dateDiscussion,
      examples: [
        "chart Weight --from 2026-01-01", "chart Temperature --by week --svg temperature.svg",
        "chart Precipitation --sum --by month",
      ],
      group: group, completion: ItemCompletion.complete, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let request = try ChartRequest(invocation, environment)
    let reader = try request.reader()
    let style = try request.style()
    let file = try request.file()
    guard let range = try request.range(reader) else {
      throw try request.noPoints(of: reader.item)
    }
    let period = invocation.option("by").flatMap { Period(rawValue: $0.text) }
    let picture = ItemPicture(reader, range, period: period)
    if let file {
      try file.write(try picture.chart(columns: 800).svg())
      environment.output.message("wrote \(file.name)")
    } else if environment.output.format == .table {
      try environment.output.draw(
        try picture.chart(columns: max(20, style.width - 8) * 2).lines(style))
    } else {
      try SeriesTable(picture, columns: max(20, style.width - 8) * 2).print(environment.output)
    }
  }
}
