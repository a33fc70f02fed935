/// How an import goes.
public struct ImportOptions: Sendable, Hashable {
  /// How many items are looked up and saved together: one transaction, and what is in memory at a time. At
  /// least 1.
  public var chunkSize: Int
  /// What is done about an item that fails.
  public var failures: Failures
  /// What is done about an item with the same key as one before it in the same chunk.
  public var duplicates: Duplicates
  /// Whether the result has an outcome for each item, 16 bytes each. nil: where the items are a
  /// collection, which is in memory as well, and not where they come one by one.
  public var keepsOutcomes: Bool?

  /// What is done about an item that fails, or whose object can't be saved.
  public enum Failures: Sendable, Hashable {
    /// It is left out, and all others are imported.
    case skip
    /// The import ends with it, and nothing of its chunk is saved.
    case stop
  }

  /// What is done about an item with the same key as one before it in the same chunk. Either is reported;
  /// in a later chunk it finds an object that was saved, like any other.
  public enum Duplicates: Sendable, Hashable {
    /// It finds the object as the one before has left it.
    case update
    /// It fails, with ``ImportError/duplicate(of:)``.
    case fail
  }

  /// How an import goes.
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
