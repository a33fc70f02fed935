public import StrataContexts
public import StrataStorage

extension ModelContext {
  /// The history entries of a store, oldest first, with the names of entities and properties.
  ///
  /// They include saves of all contexts. Each store has its own history and transaction numbers.
  /// Use `fetchHistory(_:)` for transactions with model classes.
  ///
  /// - Parameters:
  ///   - configuration: The name of the store's configuration, or nil for the container's first.
  ///   - number: The transaction after which to read entries.
  ///   - author: The author whose entries to read, or nil for all.
  /// - Throws: `StorageError.corrupt` if reading an entry fails, `ConfigurationError/unknown(_:)`.
  public func historyEntries(
    in configuration: ModelConfiguration.ID? = nil, after number: Int64 = 0, author: String? = nil,
    limit: Int? = nil
  ) throws -> [HistoryEntry] {
    try graph(in: configuration).reader.history(after: number, author: author, limit: limit)
  }

  /// The history entry of a transaction, or nil if the history doesn't contain it.
  ///
  /// - Parameter configuration: The name of the store's configuration, or nil for the container's
  ///   first.
  /// - Throws: `StorageError.corrupt` if reading the entry fails, `ConfigurationError/unknown(_:)`.
  public func historyEntry(
    _ number: Int64, in configuration: ModelConfiguration.ID? = nil
  ) throws -> HistoryEntry? {
    try graph(in: configuration).reader.history(only: number).first
  }

  /// The number of the last transaction, or 0 if there is none.
  ///
  /// - Parameter configuration: The name of the store's configuration, or nil for the container's
  ///   first.
  /// - Throws: `StorageError` if reading the store fails, `ConfigurationError/unknown(_:)`.
  public func lastHistoryNumber(in configuration: ModelConfiguration.ID? = nil) throws -> Int64 {
    try graph(in: configuration).reader.lastTransaction()
  }
}
