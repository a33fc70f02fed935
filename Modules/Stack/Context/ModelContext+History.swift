public import StrataStorage

extension ModelContext {
  /// The saves that a store remembers, oldest first: of this context and of all others. Each store has
  /// a history and numbers of its own.
  ///
  /// - Parameters:
  ///   - configuration: The name of the store's configuration; nil for the container's first.
  ///   - number: Only saves after this transaction.
  ///   - author: Only this author's.
  /// - Throws: `StorageError.corrupt` when an entry can't be read, ``ConfigurationError/unknown(_:)``.
  public func transactions(
    in configuration: ModelConfiguration.ID? = nil, after number: Int64 = 0, author: String? = nil,
    limit: Int? = nil
  ) throws -> [HistoryTransaction] {
    try graph(in: configuration).reader.history(after: number, author: author, limit: limit)
  }

  /// The save with a number; nil when the store doesn't remember it.
  ///
  /// - Parameter configuration: The name of the store's configuration; nil for the container's first.
  /// - Throws: `StorageError.corrupt` when the entry can't be read, ``ConfigurationError/unknown(_:)``.
  public func transaction(
    _ number: Int64, in configuration: ModelConfiguration.ID? = nil
  ) throws -> HistoryTransaction? {
    try graph(in: configuration).reader.history(only: number).first
  }
}
