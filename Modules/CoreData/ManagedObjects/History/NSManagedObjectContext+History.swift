import Foundation
import StrataContexts
internal import StrataHistory
import StrataModel
import StrataStorage

extension NSManagedObjectContext {
  /// Fetches transactions from the history of the stores, or deletes some. Transactions of several
  /// stores are sorted by time.
  ///
  /// O(transactions after the token). With a date, all transactions are read.
  ///
  /// - Throws: `HistoryError/expired(after:cleanedUpTo:consumer:)` if some of the requested
  ///   transactions were deleted already. ``ManagedObjectError/unsupported(_:)`` for a store that
  ///   Core Data or SwiftData created: read its history with `CoreDataStore`. `StorageError`.
  @_disfavoredOverload
  @discardableResult
  package func execute(
    _ request: NSPersistentHistoryChangeRequest
  ) throws -> NSPersistentHistoryResult {
    guard let coordinator = persistentStoreCoordinator else { throw ManagedObjectError.noStore }
    if let path = coordinator.persistentStores.lazy.compactMap(\.foreignPath).first {
      throw ManagedObjectError.unsupported(
        "the history of \(path) is another library's; read it by CoreDataStore.transactions()")
    }
    let context = try modelContext()
    return request.isDeletion
      ? try delete(request, in: context) : try fetch(request, in: context, coordinator.objectModel)
  }

  private func fetch(
    _ request: NSPersistentHistoryChangeRequest, in context: ModelContext, _ model: ObjectModel
  ) throws -> NSPersistentHistoryResult {
    var found: [DefaultHistoryTransaction]
    let filter = request.filter
    switch request.place {
    case .open: found = try context.historyTransactions(after: nil)
    case .token(let token): found = try context.historyTransactions(after: token)
    case .transaction(let transaction):
      found = try context.historyTransactions(after: transaction.token)
    case .date(let date):
      found = try context.historyTransactions(after: nil).filter { $0.timestamp > date }
    }
    if let predicate = filter?.predicate, filter?.named == HistoryEntities.transaction {
      found = try found.filter { try HistoryEntities.isMet(predicate, by: $0) }
    }
    let changePredicate = filter?.named == HistoryEntities.change ? filter?.predicate : nil
    var transactions = found.map { NSPersistentHistoryTransaction(changes: nil, made: $0) }
    var changes: [NSPersistentHistoryChange] = []
    if [.changesOnly, .transactionsAndChanges].contains(request.resultType) {
      for index in transactions.indices {
        var own = try found[index].changes.enumerated().map { place, change in
          try NSPersistentHistoryChange(
            change, number: place + 1, of: found[index], model)
        }
        if let changePredicate {
          own = try own.filter { try HistoryEntities.isMet(changePredicate, by: $0) }
        }
        transactions[index].changes = own
        changes += own
      }
    }
    let isOfTransactions = [.transactionsOnly, .transactionsAndChanges].contains(request.resultType)
    return NSPersistentHistoryResult(
      resultType: request.resultType, transactions: isOfTransactions ? transactions : [],
      changes: request.resultType == .changesOnly ? changes : [],
      objectIDs: request.resultType == .objectIDs ? Self.identifiers(of: found) : [],
      count: found.reduce(0) { $0 + $1.changes.count })
  }

  private func delete(
    _ request: NSPersistentHistoryChangeRequest, in context: ModelContext
  ) throws -> NSPersistentHistoryResult {
    guard [.statusOnly, .count, .objectIDs].contains(request.resultType) else {
      throw ManagedObjectError.unsupported(
        "what is removed from the history isn't told as transactions or changes; fetch them before, or ask for "
          + "the status, the count or the identifiers")
    }
    let all = try context.historyTransactions(after: nil)
    let found: [DefaultHistoryTransaction]
    switch request.place {
    case .open: found = []
    case .date(let date): found = all.filter { $0.timestamp < date }
    case .token(let token): found = all.filter { $0.isBefore(token) }
    case .transaction(let transaction): found = all.filter { $0.isBefore(transaction.token) }
    }
    let removed = try context.removeHistory(found)
    return NSPersistentHistoryResult(
      resultType: request.resultType, transactions: [], changes: [],
      objectIDs: request.resultType == .objectIDs ? Self.identifiers(of: found) : [],
      count: removed.count)
  }

  private static func identifiers(
    of transactions: [DefaultHistoryTransaction]
  ) -> [PersistentIdentifier] {
    var seen: Set<PersistentIdentifier> = []
    return transactions.flatMap(\.changes).map(\.changedPersistentIdentifier).filter {
      seen.insert($0).inserted
    }
  }
}

extension DefaultHistoryTransaction {
  /// True if the transaction is older than the last one that a token covers in its store.
  fileprivate func isBefore(_ token: DefaultHistoryToken) -> Bool {
    transactionIdentifier < token[storeIdentifier]
  }
}

extension NSPersistentStoreCoordinator {
  /// Returns a token for the current end of the history of all open stores, or of some of them.
  ///
  /// - Throws: ``ManagedObjectError/noStore``, or `StorageError` if a store can't be read.
  @_disfavoredOverload
  package func currentPersistentHistoryToken(
    fromStores stores: [NSPersistentStore]? = nil
  ) throws -> NSPersistentHistoryToken {
    let end = try ModelContext(try container()).historyEnd()
    guard let stores else { return end }
    return NSPersistentHistoryToken(
      Dictionary(stores.map { ($0.identifier, end[$0.identifier]) }) { first, _ in first })
  }
}
