internal import Foundation
package import StrataContexts
internal import StrataModel
package import StrataStorage

extension ModelContext {
  /// The transactions after a position, or all transactions, from the oldest to the newest.
  ///
  /// - Throws: as `fetchHistory(_:)`.
  package func historyTransactions(
    after token: DefaultHistoryToken?
  ) throws -> [DefaultHistoryTransaction] {
    var position = token
    return try ContainerHistory(self).transactions(after: &position, isResumed: token != nil)
  }

  /// The position after the last transaction of each store.
  ///
  /// - Throws: `StorageError` if reading a store fails.
  package func historyEnd() throws -> DefaultHistoryToken { try ContainerHistory(self).end() }

  /// Removes transactions, except those that a consumer hasn't processed, unless you ignore
  /// consumers.
  ///
  /// - Throws: `StorageError` if writing a store fails.
  package func removeHistory<TransactionType: HistoryTransaction>(
    _ transactions: [TransactionType], ignoringConsumers: Bool = false
  ) throws -> HistoryCleaningResult {
    let numbers = Dictionary(grouping: transactions, by: \.storeIdentifier)
    return try graphs.reduce(HistoryCleaningResult(count: 0, keptCount: 0)) { result, graph in
      let own = numbers[graph.store.identifier.uuidString] ?? []
      return result
        + (try graph.store.removeHistory(
          own.map(\.transactionIdentifier), ignoresConsumers: ignoringConsumers))
    }
  }
}

extension HistoryChange {
  /// The names of the properties that an update changed, as they were then. Empty for other
  /// changes.
  package var updatedPropertyNames: [String] {
    guard case .update(let update) = self else { return [] }
    return update.propertyNames
  }

  /// The preserved values of a deleted object.
  package var keptValues: HistoryEntry.Tombstone? {
    guard case .delete(let deletion) = self else { return nil }
    return deletion.kept
  }
}
