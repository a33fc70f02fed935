public import Foundation
public import StrataContexts
internal import StrataModel
internal import StrataSchema
public import StrataStorage

extension ModelContext {
  /// Fetches the transactions that match a descriptor, of all contexts and programs.
  ///
  /// They are ordered from the oldest to the newest. Transactions of several stores are merged by
  /// time.
  ///
  /// Complexity: O(transactions after the predicate's token), or O(all transactions) if the
  /// predicate has no token.
  ///
  /// - Throws: `HistoryError/expired(after:cleanedUpTo:consumer:)`, which
  ///   `SwiftDataError.historyTokenExpired` matches, if transactions after the token were cleaned.
  ///   `HistoryError/invalidTransactionType(_:)` for any type but ``DefaultHistoryTransaction``.
  ///   `StorageError.corrupt` if reading an entry fails. Errors of evaluating the predicate.
  public func fetchHistory<TransactionType: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<TransactionType> = HistoryDescriptor()
  ) throws -> [TransactionType] {
    guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
      throw HistoryError.invalidTransactionType("\(TransactionType.self)")
    }
    let found = try ContainerHistory(self).transactions(descriptor)
    guard let found = found as? [TransactionType] else {
      throw HistoryError.invalidTransactionType("\(TransactionType.self)")
    }
    return found
  }

  /// Removes the transactions that match a descriptor, up to its limit and in its order.
  ///
  /// Transactions that a registered ``HistoryConsumer`` hasn't processed are preserved, unless you
  /// ignore consumers. Contexts that haven't merged the removed transactions refresh all their
  /// objects. To clean by age or number alone, `ModelContainer.cleanHistory` needs only one
  /// statement.
  ///
  /// - Returns: The number of removed transactions, and of those preserved for consumers.
  /// - Throws: as ``fetchHistory(_:)``, and `StorageError` if writing a store fails.
  @discardableResult
  public func deleteHistory<TransactionType: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<TransactionType> = HistoryDescriptor(),
    ignoringConsumers: Bool = false
  ) throws -> HistoryCleaningResult {
    try removeHistory(fetchHistory(descriptor), ignoringConsumers: ignoringConsumers)
  }
}

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
