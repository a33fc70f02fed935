package import StrataModel

/// A model whose new objects hear that a save has found a row with their unique values, of which another object
/// is in memory: they have left the context, and that one stands for them.
package protocol ReplaceableModel: PersistentModel {
  /// Called after the save, on the context's isolation; must not change objects.
  func wasReplaced(by other: PersistentIdentifier)
}
