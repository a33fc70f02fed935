public import StrataApplication
public import StrataShell
public import StrataTrackerModel

/// A plugin that has something to say about an item in a report, such as how far its goals have come.
public protocol ItemReportPlugin: Plugin {
  /// The heading of the table in the report.
  var reportTitle: String { get }
  /// Returns the table about an item for people, or nil if there is nothing to say.
  ///
  /// - Throws: Any error. The report fails with it.
  @MainActor func report(on item: Item, in environment: ApplicationEnvironment) throws -> Table?
}
