public import StrataModel

/// What becomes of an item that is imported.
public enum ImportAction<Model: PersistentModel> {
  /// A new object, with all that it is related to.
  case insert(Model)
  /// The object that there is, as it was changed.
  case update
  /// The object that there is goes, with the delete rules of its relationships. Where there is none,
  /// nothing is done.
  case delete
  /// Nothing; of an object that was changed nevertheless, the changes are saved.
  case nothing
  /// The item fails, as if this had been thrown.
  case fail(any Error)
}
