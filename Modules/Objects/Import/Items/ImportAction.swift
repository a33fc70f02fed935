public import StrataModel

/// The action that an import performs for an item.
public enum ImportAction<Model: PersistentModel> {
  /// Inserts a new object, with its related objects.
  case insert(Model)
  /// Saves the changes of the existing object.
  case update
  /// Deletes the existing object, with the delete rules of its relationships. Has no effect if
  /// there is none.
  case delete
  /// Does nothing. If the closure has changed the existing object, the changes are saved
  /// nevertheless.
  case nothing
  /// Fails the item, as if the closure had thrown the error.
  case fail(any Error)
}
