public import Strata
public import StrataShell

/// Draws the data points of an item into one line, for lists: what the plugin Charts offers to others.
public protocol Sparklines {
  /// Whether an output shows such pictures as they are meant: at a terminal whose texts are UTF-8.
  @MainActor func areShown(by output: Output) -> Bool

  /// A picture of all data points of an item, so many cells wide; nil where there is nothing to draw,
  /// such as for options.
  ///
  /// - Complexity: O(width) queries of the store, which read each data point once; none is loaded.
  @MainActor func sparkline(
    of item: PersistentIdentifier, width: Int, in environment: ApplicationEnvironment
  ) throws -> String?
}
