import Strata
import StrataApplication
import StrataShell
import TrackerModel

/// A column of `item list` for people: what each item's data points look like over time.
///
/// Programs don't get it; their columns are promised.
@MainActor struct ItemPictures {
  static let title = "over time"
  private static let width = 16
  /// Narrower terminals have no room beside the other columns.
  private static let leastLine = 100

  private let sparklines: any Sparklines
  private let environment: ApplicationEnvironment

  /// Nil where pictures can't be drawn or would crowd out the rest.
  init?(_ environment: ApplicationEnvironment) {
    let output = environment.output
    guard output.format == .table, output.width ?? 0 >= Self.leastLine,
      // Without the plugin Charts there are none.
      let sparklines = try? environment.service(
        (any Sparklines).self, for: "draw items", from: "Charts"),
      sparklines.areShown(by: output)
    else { return nil }
    self.sparklines = sparklines
    self.environment = environment
  }

  func cell(of item: Item) throws -> Cell {
    Cell(
      try sparklines.sparkline(of: item.persistentModelID, width: Self.width, in: environment))
  }
}
