public import StrataStorage

extension ModelContext {
  /// The saves that the store remembers, oldest first: of this context and of all others.
  ///
  /// - Parameters:
  ///   - number: Only saves after this transaction.
  ///   - author: Only this author's.
  /// - Throws: `StorageError.corrupt` when an entry can't be read.
  public func transactions(
    after number: Int64 = 0, author: String? = nil, limit: Int? = nil
  ) throws -> [HistoryTransaction] {
    try graph.reader.history(after: number, author: author, limit: limit)
  }

  /// The save with a number; nil when the store doesn't remember it.
  ///
  /// - Throws: `StorageError.corrupt` when the entry can't be read.
  public func transaction(_ number: Int64) throws -> HistoryTransaction? {
    try graph.reader.history(only: number).first
  }
}
