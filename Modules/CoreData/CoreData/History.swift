#if !canImport(ObjectiveC)
public import StrataManagedObjects

extension PersistentHistoryTransaction {
  /// The description of transactions, whose properties a predicate may use: `author`, `bundleID`,
  /// `contextName`, `processID`, `storeID`, `timestamp` and `transactionNumber`.
  public static var entityDescription: MutableEntityDescription? {
    HistoryEntities.description(HistoryEntities.transaction)
  }

  /// The description of transactions, whatever the context.
  public static func entityDescription(
    with context: ManagedObjectContext
  ) -> MutableEntityDescription? { entityDescription }

  /// Creates a request whose predicate selects transactions, for a history request.
  public static var fetchRequest: FetchRequest<any FetchRequestResult>? {
    entityDescription.map { FetchRequest(entity: $0) }
  }
}

extension PersistentHistoryChange {
  /// The description of changes, whose properties a predicate may use: `changeID`, `changeType` and
  /// `changedEntity`, the name of the changed object's entity.
  public static var entityDescription: MutableEntityDescription? {
    HistoryEntities.description(HistoryEntities.change)
  }

  /// The description of changes, whatever the context.
  public static func entityDescription(
    with context: ManagedObjectContext
  ) -> MutableEntityDescription? { entityDescription }

  /// Creates a request whose predicate selects changes, for a history request.
  public static var fetchRequest: FetchRequest<any FetchRequestResult>? {
    entityDescription.map { FetchRequest(entity: $0) }
  }
}

extension PersistentHistoryChangeRequest {
  /// The request whose predicate selects transactions or changes, or nil for all.
  public var fetchRequest: FetchRequest<any FetchRequestResult>? {
    get { filter }
    set { filter = newValue }
  }

  /// Fetches the transactions or changes that meet a request's predicate.
  public class func fetchHistory(
    withFetch fetchRequest: FetchRequest<any FetchRequestResult>
  ) -> PersistentHistoryChangeRequest { fetchHistory(filteredBy: fetchRequest) }
}
#endif
