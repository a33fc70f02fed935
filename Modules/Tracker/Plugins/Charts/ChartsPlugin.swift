internal import Strata
public import StrataApplication
public import StrataShell

/// Pictures of what the tracker keeps: charts, calendars, trends and reports.
public struct ChartsPlugin: Plugin {
  /// `Charts`.
  public let name = "Charts"
  /// What it brings.
  public let summary = "charts, calendars, trends and reports"

  /// The plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    [
      ChartCommand.command(group: name), CalendarCommand.command(group: name),
      TrendCommand.command(group: name), ReportCommand.command(group: name),
    ]
  }

  /// Offers sparklines to plugins that list items.
  @MainActor public func start(in environment: ApplicationEnvironment) {
    environment.offer(ItemSparklines(), as: (any Sparklines).self)
  }
}
