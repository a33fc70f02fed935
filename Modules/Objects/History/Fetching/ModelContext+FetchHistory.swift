internal import Foundation
internal import StrataModel
internal import StrataSchema
public import StrataStack
public import StrataStorage

extension ModelContext {
  /// The transactions of the history that a descriptor describes: of this context and of all others, in
  /// this program and in others, from the oldest to the newest. Those of several stores are put together
  /// by their time.
  ///
  /// O(transactions behind the token that the predicate names); all of them are read where it names none.
  ///
  /// - Throws: `HistoryError/expired(after:cleanedUpTo:consumer:)`, which
  ///   `SwiftDataError.historyTokenExpired` matches, where some of what came after the token was cleaned
  ///   away; `HistoryError/invalidTransactionType(_:)` for any type but ``DefaultHistoryTransaction``;
  ///   `StorageError.corrupt` when an entry can't be read; what evaluating the predicate throws.
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

  /// Removes the transactions of the history that a descriptor describes; its order and limit say which,
  /// where there is a limit.
  ///
  /// What a registered consumer hasn't taken in stays (``HistoryConsumer``), unless that is to be ignored.
  /// Contexts that hadn't seen what is removed read their objects anew. For age and number alone,
  /// `ModelContainer.cleanHistory` needs one statement.
  ///
  /// - Returns: How many were removed, and how many stayed for consumers.
  /// - Throws: as ``fetchHistory(_:)``, and `StorageError` when a store can't be written.
  @discardableResult
  public func deleteHistory<TransactionType: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<TransactionType> = HistoryDescriptor(),
    ignoringConsumers: Bool = false
  ) throws -> HistoryCleaningResult {
    let numbers = Dictionary(
      grouping: try fetchHistory(descriptor), by: \.storeIdentifier
    ).mapValues { $0.map(\.transactionIdentifier) }
    return try graphs.reduce(HistoryCleaningResult(count: 0, keptCount: 0)) { result, graph in
      result
        + (try graph.store.removeHistory(
          numbers[graph.store.identifier.uuidString] ?? [], ignoresConsumers: ignoringConsumers))
    }
  }
}
