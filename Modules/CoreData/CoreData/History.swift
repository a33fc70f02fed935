#if !canImport(ObjectiveC)
public import StrataManagedObjects

extension NSPersistentHistoryTransaction {
  /// The description of transactions, whose properties a predicate may use: `author`, `bundleID`,
  /// `contextName`, `processID`, `storeID`, `timestamp` and `transactionNumber`.
  public static var entityDescription: NSEntityDescription? {
    HistoryEntities.description(HistoryEntities.transaction)
  }

  /// The description of transactions, whatever the context.
  public static func entityDescription(
    with context: NSManagedObjectContext
  ) -> NSEntityDescription? { entityDescription }

  /// Creates a request whose predicate selects transactions, for a history request.
  public static var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    entityDescription.map { NSFetchRequest(entity: $0) }
  }
}

extension NSPersistentHistoryChange {
  /// The description of changes, whose properties a predicate may use: `changeID`, `changeType` and
  /// `changedEntity`, the name of the changed object's entity.
  public static var entityDescription: NSEntityDescription? {
    HistoryEntities.description(HistoryEntities.change)
  }

  /// The description of changes, whatever the context.
  public static func entityDescription(
    with context: NSManagedObjectContext
  ) -> NSEntityDescription? { entityDescription }

  /// Creates a request whose predicate selects changes, for a history request.
  public static var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    entityDescription.map { NSFetchRequest(entity: $0) }
  }
}

extension NSPersistentHistoryChangeRequest {
  /// The request whose predicate selects transactions or changes, or nil for all.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    get { filter }
    set { filter = newValue }
  }

  /// Fetches the transactions or changes that meet a request's predicate.
  public class func fetchHistory(
    withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  ) -> NSPersistentHistoryChangeRequest { fetchHistory(filteredBy: fetchRequest) }
}
#endif
