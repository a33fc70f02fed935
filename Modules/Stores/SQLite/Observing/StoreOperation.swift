/// Something that a store does for a context or a container, as a ``StoreObserver`` sees it.
public struct StoreOperation: Sendable, Hashable {
  /// A kind of operation. Later versions may have more.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Opens the store. Creates or migrates it first if necessary.
    case open
    /// Reads the objects, identifiers or keys that match a query, and prefetches relationships.
    case fetch
    /// Counts the objects that match a query.
    case count
    /// Computes aggregates, or groups of them.
    case aggregate
    /// Reads objects that a relationship or an identifier leads to, when you look at them.
    case load
    /// Merges what other contexts and processes have saved, if no fetch or save does so.
    case merge
    /// Saves a context.
    case save
    /// Updates the objects that match a predicate, without loading them.
    case batchUpdate
    /// Deletes the objects that match a predicate, without loading them.
    case batchDelete
    /// Changes the tables to those of other models.
    case migration
    /// Copies the write-ahead log into the file.
    case checkpoint
    /// Waits until another thread, connection or process has saved.
    case lockWait
    /// Waits for a connection to a server while all are lent.
    case leaseWait
  }

  /// The kind of the operation.
  public let kind: Kind
  /// The store: its file, `:memory:`, or its address on a server without the password.
  public let store: String
  /// The entity whose objects it reads or changes, or nil if it concerns no one entity.
  public let entity: String?
  /// The author of the context, or nil if it has none.
  public let author: String?

  /// The duration and the counts of an operation.
  public struct Result: Sendable {
    /// The time from its beginning to its end, with all that it waited for.
    public let duration: Duration
    /// The rows of tables of classes and relationships that it read.
    public let rowsRead: Int
    /// The objects that it inserted, updated or deleted.
    public let rowsWritten: Int
    /// The statements that it ran, with those that begin and end transactions.
    public let statements: Int
    /// The number of round trips to a server. 0 for a file.
    public let roundTrips: Int
    /// The bytes that it read.
    ///
    /// From a server, those of the values in the rows. From a file, those of the pages that weren't in the connection's
    /// cache. The system may have had them in memory.
    public let bytesRead: Int
    /// The bytes that it wrote.
    ///
    /// To a server, those of the values that it sent. To a file, those of the pages that it wrote to the log or the file.
    public let bytesWritten: Int
    /// The type of the error that it failed with, and its case if it is an enum: `StorageError.busy`. Nil if it
    /// succeeded. It has no values.
    public let failure: String?
    /// The error that it failed with, which may have values. Nil unless the observer asks for values.
    public let error: (any Error)?
  }
}

extension StoreOperation: CustomStringConvertible {
  /// The kind and the entity: `fetch Trip`.
  public var description: String { entity.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue }
}
