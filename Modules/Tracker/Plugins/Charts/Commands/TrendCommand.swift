import Foundation
import Strata
import StrataApplication
import StrataCharts
import StrataDomain
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

/// The command `trend`, which shows an item's averages, changes, quantiles and streaks.
enum TrendCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["trend"], "show where a thing is going",
      arguments: [.required("NAME", "the item")],
      options: [
        .value("window", "DURATION", "the time of an average, as 24h, 7d or 4w; 7d when left out")
      ] + DateLimits.options + [.timeZone] + CommandLineOption.measures,
      discussion: """
        Averages are those of the window that ends with the last data point, and of the window before \
        it. Percentiles are interpolated between the two nearest values (Hyndman and Fan's type 7, \
        as spreadsheets have it). A streak is days in a row with a data point. Of what lasts, the windows have \
        the sum, in hours if it has no values, and of what happened the number; the minimum, percentiles and \
        maximum are those of the days with data points. --sum, --count and --average choose.

        """ + CommandLineOption.dateDiscussion,
      examples: ["trend Weight", "trend Weight --window 30d", "trend Precipitation --sum"],
      group: group, completion: ItemCompletion.complete, run: run)
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let request = try ChartRequest(invocation, environment)
    let reader = try request.reader()
    let window = try invocation.option("window").map { try TimeWindow($0) } ?? .week
    guard let range = try reader.extent(request.limits) else {
      throw try request.noPoints(of: reader.item)
    }
    let trend = try Trend(reader, request.limits, window, now: environment.now())
    let names = environment.output.format.isForPeople ? reader.item.valueNames : nil
    try environment.output.print(
      trend.table(valueNames: names, moment: environment.minuteCell))
    guard environment.output.format == .table, !trend.numbers.isEmpty else { return }
    var style = try request.style()
    style.height = min(style.height, 12)
    let picture = ItemPicture(reader, range)
    let chart = try trend.movingWindow(picture, columns: max(20, style.width - 8) * 2)
    try environment.output.draw([""] + chart.lines(style))
  }
}

/// The length of a window of time.
struct TimeWindow {
  let seconds: TimeInterval
  let text: String

  static let week = TimeWindow(seconds: 604_800, text: "7d")

  private init(seconds: TimeInterval, text: String) {
    self.seconds = seconds
    self.text = text
  }

  /// Parses a length such as `24h`, `7d` or `4w`.
  init(_ value: ArgumentValue) throws(ShellError) {
    let units: [Character: Double] = ["h": 3600, "d": 86_400, "w": 604_800]
    guard let last = value.text.last, let unit = units[last],
      let count = Double(value.text.dropLast()), count.isFinite, count > 0, count * unit < 1e11
    else {
      throw value.error(
        "“\(value.text)” is no length of time", hint: "write it like 24h, 7d or 4w")
    }
    seconds = count * unit
    text = value.text
  }
}
