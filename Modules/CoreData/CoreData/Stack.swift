#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects
public import StrataStack

/// The type of a store in a database file.
public let NSSQLiteStoreType = PersistentStoreDescription.StoreType.sqlite
/// The type of a store in memory.
public let NSInMemoryStoreType = PersistentStoreDescription.StoreType.inMemory
/// The type of a store in a file that is read and written as a whole. Not supported.
public let NSBinaryStoreType = PersistentStoreDescription.StoreType.binary
/// The option that opens a store for reading only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// The option that migrates a store of an earlier version of the model. It is always on.
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
/// The option that infers the migration from the models. It is always on.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// The option for the time that a save waits for a lock. It is always ten seconds.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// The option that records a history. It is always on.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// The option that posts a notification after each save to a store.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// The key of a store's URL in the notification of a remote change.
public let NSPersistentStoreURLKey = "storeURL"
/// The key of the history token in the notification of a remote change.
public let NSPersistentHistoryTokenKey = "historyToken"
/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The key of a store's identifier in its metadata.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The key of the entities' version hashes in a store's metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of the model's version identifiers in a store's metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

extension PersistentStoreCoordinator {
  /// Opens a store, or creates it if it doesn't exist.
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

  /// Opens a store, or creates it if it doesn't exist.
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

  /// Opens a store, or creates it if it doesn't exist, and calls a handler with the outcome before
  /// it returns.
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

  /// Deletes the files of a store.
  ///
  /// - Throws: as `destroyPersistentStore(at:type:)`. ``ManagedObjectError/unsupported(_:)`` for
  ///   options, since none are supported.
  public func destroyPersistentStore(
    at url: URL, ofType type: PersistentStoreDescription.StoreType, options: [String: Any]? = nil
  ) throws {
    try refuse(options)
    try destroyPersistentStore(at: url, type: type)
  }

  /// Replaces the store at a URL with a copy of another store.
  ///
  /// - Throws: as `replacePersistentStore(at:withPersistentStoreFrom:)`.
  ///   ``ManagedObjectError/unsupported(_:)`` for options, and for a type other than a database
  ///   file.
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

  /// Copies an open store to another URL and opens the copy in its place.
  ///
  /// - Throws: as `migratePersistentStore(_:to:)`. ``ManagedObjectError/unsupported(_:)`` for
  ///   options, and for a type other than a database file.
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
  /// The kind of queue that a context is used on, with the names used before Swift 5.5.
  public enum QueueType: Sendable {
    /// The program's main queue.
    case mainQueueConcurrencyType
    /// A private queue of the context's own.
    case privateQueueConcurrencyType
  }

  /// Creates a context. Set its coordinator or parent before you use it.
  public convenience init(concurrencyType: QueueType) {
    self.init(concurrencyType == .mainQueueConcurrencyType ? .mainQueue : .privateQueue)
  }
}

/// The policy that makes a save fail if another context has changed the same property.
public let NSErrorMergePolicy = MergePolicy.error
/// The policy that saves this context's value of each property that both have changed.
public let NSMergeByPropertyObjectTrumpMergePolicy = MergePolicy.mergeByPropertyObjectTrump
/// The policy that preserves the other context's value of each property that both have changed.
public let NSMergeByPropertyStoreTrumpMergePolicy = MergePolicy.mergeByPropertyStoreTrump
/// The policy that saves objects as they are in this context.
public let NSOverwriteMergePolicy = MergePolicy.overwrite
/// The policy that discards the unsaved changes of objects in conflict.
public let NSRollbackMergePolicy = MergePolicy.rollback
#endif
