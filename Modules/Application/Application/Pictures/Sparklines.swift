public import Strata
public import StrataShell

/// A service that draws an item's data points into one line, for lists. The plugin Charts offers
/// it.
public protocol Sparklines {
  /// True if the output can show sparklines: it is a terminal whose encoding is UTF-8.
  @MainActor func areShown(by output: Output) -> Bool

  /// Draws all data points of an item, `width` cells wide.
  ///
  /// - Returns: The line, or nil if there is nothing to draw, as for an item with options.
  /// - Complexity: O(width) queries of the store, which read each data point once and load none.
  @MainActor func sparkline(
    of item: PersistentIdentifier, width: Int, in environment: ApplicationEnvironment
  ) throws -> String?
}
