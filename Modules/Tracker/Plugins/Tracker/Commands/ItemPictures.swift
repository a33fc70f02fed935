import Strata
import StrataApplication
import StrataShell
import StrataTrackerModel

/// The column of `item list` with sparklines, for people only.
///
/// Other formats don't have it, since programs rely on their columns.
@MainActor struct ItemPictures {
  static let title = "over time"
  private static let width = 16
  /// The width of the terminal below which the other columns need all the room.
  private static let leastLine = 100

  private let sparklines: any Sparklines
  private let environment: ApplicationEnvironment

  /// Makes the column, or returns nil if sparklines can't be shown or would leave too little room.
  init?(_ environment: ApplicationEnvironment) {
    let output = environment.output
    guard output.format == .table, output.width ?? 0 >= Self.leastLine,
      // Nil without the plugin Charts.
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
