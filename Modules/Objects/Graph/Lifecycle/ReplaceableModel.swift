package import StrataModel

/// A model whose new objects are notified when a save replaces them by an existing object with the
/// same unique values.
package protocol ReplaceableModel: PersistentModel {
  /// Called after the save, on the context's isolation, when the object has left the context.
  ///
  /// It must not change objects.
  func wasReplaced(by other: PersistentIdentifier)
}
