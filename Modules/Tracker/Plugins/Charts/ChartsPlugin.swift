internal import Strata
public import StrataApplication
public import StrataShell

/// A plugin that draws items' data points: charts, calendars, trends, overviews and reports.
public struct ChartsPlugin: Plugin {
  /// `Charts`.
  public let name = "Charts"
  /// A summary of its features.
  public let summary = "charts, calendars, trends, overviews and reports"

  /// Makes the plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    [
      ChartCommand.command(group: name), CalendarCommand.command(group: name),
      TrendCommand.command(group: name), OverviewCommand.command(group: name),
      ReportCommand.command(group: name),
    ].map { $0.needing(.existing) }
  }

  /// Registers sparklines for plugins that list items.
  @MainActor public func start(in environment: ApplicationEnvironment) {
    environment.offer(ItemSparklines(), as: (any Sparklines).self)
  }
}
