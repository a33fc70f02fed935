public import Foundation

/// Which transactions of the history are fetched.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// What a transaction must meet; nil for all. A condition that the token is greater than one, or that the
  /// author is one, is looked up in the store; for any other, each transaction is read.
  public var predicate: Predicate<TransactionType>?
  /// What the transactions are ordered by; from the oldest to the newest where nothing is given.
  public var sortBy: [SortDescriptor<TransactionType>]
  /// How many are fetched at most; 0 for no limit.
  public var fetchLimit: UInt64 = 0

  /// Describes transactions.
  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }
}
