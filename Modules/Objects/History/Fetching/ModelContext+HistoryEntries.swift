public import StrataStack
public import StrataStorage

extension ModelContext {
  /// The saves that a store remembers, oldest first, by the names of entities and properties: of this
  /// context and of all others. Each store has a history and numbers of its own. `fetchHistory(_:)` gives
  /// them by model classes.
  ///
  /// - Parameters:
  ///   - configuration: The name of the store's configuration; nil for the container's first.
  ///   - number: Only saves after this transaction.
  ///   - author: Only this author's.
  /// - Throws: `StorageError.corrupt` when an entry can't be read, `ConfigurationError/unknown(_:)`.
  public func historyEntries(
    in configuration: ModelConfiguration.ID? = nil, after number: Int64 = 0, author: String? = nil,
    limit: Int? = nil
  ) throws -> [HistoryEntry] {
    try graph(in: configuration).reader.history(after: number, author: author, limit: limit)
  }

  /// The save with a number; nil when the store doesn't remember it.
  ///
  /// - Parameter configuration: The name of the store's configuration; nil for the container's first.
  /// - Throws: `StorageError.corrupt` when the entry can't be read, `ConfigurationError/unknown(_:)`.
  public func historyEntry(
    _ number: Int64, in configuration: ModelConfiguration.ID? = nil
  ) throws -> HistoryEntry? {
    try graph(in: configuration).reader.history(only: number).first
  }

  /// The number of the last save; 0 where there was none.
  ///
  /// - Parameter configuration: The name of the store's configuration; nil for the container's first.
  /// - Throws: `StorageError` when the store can't be read, `ConfigurationError/unknown(_:)`.
  public func lastHistoryNumber(in configuration: ModelConfiguration.ID? = nil) throws -> Int64 {
    try graph(in: configuration).reader.lastTransaction()
  }
}
