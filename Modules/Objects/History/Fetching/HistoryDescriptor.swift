public import Foundation

/// Criteria for fetching transactions of the history.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// The predicate that transactions match, or nil for all.
  ///
  /// The store evaluates conditions that the token is greater than a value, or that the author
  /// equals one. For any other condition, each transaction is read.
  public var predicate: Predicate<TransactionType>?
  /// The sort order. If it is empty, transactions are ordered from the oldest to the newest.
  public var sortBy: [SortDescriptor<TransactionType>]
  /// The maximum number of transactions, or 0 for no limit.
  public var fetchLimit: UInt64 = 0

  /// Creates a descriptor with a predicate and a sort order.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
