#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects
public import StrataStack

/// The type of a store that is a database file.
public let NSSQLiteStoreType = PersistentStoreDescription.StoreType.sqlite
/// The type of a store in memory.
public let NSInMemoryStoreType = PersistentStoreDescription.StoreType.inMemory
/// The type of a store that is read and written as a whole, of which there is none here.
public let NSBinaryStoreType = PersistentStoreDescription.StoreType.binary
/// The option that keeps a store from being written.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// The option that a store of an earlier version becomes one of the model; it always does.
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
/// The option that the models alone say how; they always do.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// The option for how long is waited for others: ten seconds.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// The option that a store keeps its history; it always does.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// The option that saves to a store are posted.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// The key of a store's place in what is posted of saves to it.
public let NSPersistentStoreURLKey = "storeURL"
/// The key of the place in the history in what is posted of saves to a store.
public let NSPersistentHistoryTokenKey = "historyToken"
/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The key of a store's identifier in its metadata.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The key of what a store's entities are in its metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of the model's version identifiers in a store's metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

extension PersistentStoreCoordinator {
  /// Opens a store, making it first where there is none.
  ///
  /// - Throws: as `addPersistentStore(_:)`.
  @discardableResult
  public func addPersistentStore(
    ofType type: PersistentStoreDescription.StoreType, configurationName: String?, at url: URL?,
    options: [String: Any]? = nil
  ) throws -> PersistentStore {
    try addPersistentStore(
      type: type, configuration: configurationName, at: url, options: options)
  }

  /// Opens a store, making it first where there is none.
  ///
  /// - Throws: as `addPersistentStore(_:)`.
  @discardableResult
  public func addPersistentStore(
    type: PersistentStoreDescription.StoreType, configuration: String? = nil, at url: URL?,
    options: [String: Any]? = nil
  ) throws -> PersistentStore {
    let description = PersistentStoreDescription()
    description.type = type
    description.url = url
    description.configuration = configuration
    for (key, value) in options ?? [:] { description.setOption(value, forKey: key) }
    return try addPersistentStore(description)
  }

  /// Opens a store, making it first where there is none, and tells how it went, before this returns.
  public func addPersistentStore(
    with description: PersistentStoreDescription,
    completionHandler: (PersistentStoreDescription, (any Error)?) -> Void
  ) {
    do {
      try addPersistentStore(description)
      completionHandler(description, nil)
    } catch {
      completionHandler(description, error)
    }
  }

  /// Removes the files of a store.
  ///
  /// - Throws: as `destroyPersistentStore(at:type:)`; ``ManagedObjectError/unsupported(_:)`` for options, of
  ///   which there are none here.
  public func destroyPersistentStore(
    at url: URL, ofType type: PersistentStoreDescription.StoreType, options: [String: Any]? = nil
  ) throws {
    try refuse(options)
    try destroyPersistentStore(at: url, type: type)
  }

  /// Puts a copy of another store at a place.
  ///
  /// - Throws: as `replacePersistentStore(at:withPersistentStoreFrom:)`; ``ManagedObjectError/unsupported(_:)``
  ///   for options, and for a type that is no file.
  public func replacePersistentStore(
    at url: URL, destinationOptions: [String: Any]? = nil,
    withPersistentStoreFrom source: URL, sourceOptions: [String: Any]? = nil,
    ofType type: PersistentStoreDescription.StoreType
  ) throws {
    try refuse(destinationOptions)
    try refuse(sourceOptions)
    try checkFile(type)
    try replacePersistentStore(at: url, withPersistentStoreFrom: source)
  }

  /// Copies an open store to another place, and has that open instead.
  ///
  /// - Throws: as `migratePersistentStore(_:to:)`; ``ManagedObjectError/unsupported(_:)`` for options, and for a
  ///   type that is no file.
  @discardableResult
  public func migratePersistentStore(
    _ store: PersistentStore, to url: URL, options: [String: Any]? = nil,
    withType type: PersistentStoreDescription.StoreType
  ) throws -> PersistentStore {
    try refuse(options)
    try checkFile(type)
    return try migratePersistentStore(store, to: url)
  }

  private func refuse(_ options: [String: Any]?) throws(ManagedObjectError) {
    guard let key = options?.keys.min() else { return }
    throw .unsupported("a store that is moved has no option \(key); leave it out")
  }

  private func checkFile(
    _ type: PersistentStoreDescription.StoreType
  ) throws(ManagedObjectError) {
    guard type == .sqlite else {
      throw .unsupported(
        "a store can't be written as one of the type \(type.rawValue); use NSSQLiteStoreType")
    }
  }
}

extension ManagedObjectContext {
  /// Which queue a context is used on, by the names that code of before Swift 5.5 has.
  public enum QueueType: Sendable {
    /// The program's main queue.
    case mainQueueConcurrencyType
    /// One of its own.
    case privateQueueConcurrencyType
  }

  /// A context that has still to be given a coordinator or a parent.
  public convenience init(concurrencyType: QueueType) {
    self.init(concurrencyType == .mainQueueConcurrencyType ? .mainQueue : .privateQueue)
  }
}

/// The policy by which a save fails where others have changed what was changed here.
public let NSErrorMergePolicy = MergePolicy.error
/// The policy by which, property by property, what was changed here is saved.
public let NSMergeByPropertyObjectTrumpMergePolicy = MergePolicy.mergeByPropertyObjectTrump
/// The policy by which, property by property, what others have saved stays.
public let NSMergeByPropertyStoreTrumpMergePolicy = MergePolicy.mergeByPropertyStoreTrump
/// The policy by which objects are saved as they are here.
public let NSOverwriteMergePolicy = MergePolicy.overwrite
/// The policy by which objects in conflict lose their unsaved changes.
public let NSRollbackMergePolicy = MergePolicy.rollback
#endif
