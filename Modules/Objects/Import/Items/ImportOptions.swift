public import StrataModel

/// Options of an import.
public struct ImportOptions: Sendable, Hashable {
  /// The number of items that are looked up, held in memory and saved in one transaction. At least
  /// 1.
  public var chunkSize: Int
  /// The handling of items that fail.
  public var failures: Failures
  /// The handling of items with the same key as an earlier one in the same chunk.
  public var duplicates: Duplicates
  /// True if the result contains an outcome for each item, 16 bytes each.
  ///
  /// Nil, the default, means true for collections, which are in memory as well, and false for other
  /// sequences.
  public var keepsOutcomes: Bool?

  /// The handling of an item that fails, or whose object can't be saved.
  public enum Failures: Sendable, Hashable {
    /// Skips the item and imports all others.
    case skip
    /// Stops the import. No item of the chunk is saved.
    case stop
  }

  /// The handling of an item with the same key as an earlier one in the same chunk.
  ///
  /// Both cases report the item as a duplicate. A duplicate in a later chunk finds the saved
  /// object, like any other item.
  public enum Duplicates: Sendable, Hashable {
    /// The item finds the object as the earlier item left it.
    case update
    /// The item fails with ``ImportError/duplicate(of:)``.
    case fail
  }

  /// Creates options.
  public init(
    chunkSize: Int = 5000, failures: Failures = .skip, duplicates: Duplicates = .update,
    keepsOutcomes: Bool? = nil
  ) {
    self.chunkSize = chunkSize
    self.failures = failures
    self.duplicates = duplicates
    self.keepsOutcomes = keepsOutcomes
  }
}

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
