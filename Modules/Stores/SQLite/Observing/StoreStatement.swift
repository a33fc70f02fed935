public import StrataSchema

/// One run of a statement, as a ``StoreObserver`` sees it.
public struct StoreStatement: Sendable {
  /// The details of statements that an observer receives.
  public enum Detail: Sendable, Hashable {
    /// Nothing. ``StoreObserver/statementDidRun(_:)`` isn't called.
    case none
    /// The SQL, without the values that are bound to it.
    case sql
    /// The SQL and the values, and the errors of operations, which may have values too.
    case sqlAndValues
  }

  /// The SQL as the engine gets it. It has no values but those that the library writes, such as names of entities.
  public let sql: String
  /// The values of its parameters in order. Nil unless the observer asks for them.
  public let values: [ColumnValue]?
  /// The number of rows that it returned.
  public let rows: Int
  /// The number of round trips to a server. 0 for a statement that is only sent, whose answer a later one waits for.
  public let roundTrips: Int
  /// The bytes that it read, as in ``StoreOperation/Result/bytesRead``.
  public let bytesRead: Int
  /// The bytes that it wrote, as in ``StoreOperation/Result/bytesWritten``.
  public let bytesWritten: Int
  /// The time from its beginning until its last row was read, with what its reader did between the rows.
  public let duration: Duration
  /// The operation that ran it, or nil if it is part of none.
  public let operation: StoreOperation?
}

/// A run of a statement that hasn't ended.
package struct StatementRun {
  package let start = ContinuousClock.now
  package var rows = 0
  package var roundTrips = 0
  package var bytesRead = 0
  package var bytesWritten = 0

  package init() {}
}
