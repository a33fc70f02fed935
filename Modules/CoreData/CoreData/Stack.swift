#if !canImport(ObjectiveC)
public import Foundation
import StrataDescriptions
public import StrataHistory
public import StrataManagedObjects
import StrataModelFiles

/// The type of a store in a database file.
public let NSSQLiteStoreType = "SQLite"
/// The type of a store in memory.
public let NSInMemoryStoreType = "InMemory"
/// The type of a store in a file that is read and written as a whole on Apple's platforms. Here it is a database file as
/// well, and a file that Apple's library wrote can't be opened.
public let NSBinaryStoreType = "Binary"
/// The option that opens a store for reading only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// The option that migrates a store of an earlier version of the model.
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
/// The option that infers the migration from the models.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// The option for the time that a save waits for a lock. It is always ten seconds.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// The option that records a history. It is always on.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// The option that posts a notification after each save to a store.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// The option for settings of SQLite, a dictionary by their names. Only those are accepted that say
/// what a store does anyway: `journal_mode` WAL, `synchronous` and `foreign_keys`.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// The option that compacts a store's file. A store does so as it is used.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// The option that updates a store's statistics. A store does so as it is used.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// The option that deletes a store that another program uses. Not supported.
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"
/// The option for the file protection of a store on Apple's platforms. It has no effect on others.
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"
/// The key of a store's URL in the notification of a remote change.
public let NSPersistentStoreURLKey = "storeURL"
/// The key of the history token in the notification of a remote change.
public let NSPersistentHistoryTokenKey = "historyToken"
/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The key of a store's identifier in its metadata.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The key of the entities' version hashes in a store's metadata, `Data` by name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of the model's version identifiers in a store's metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
/// The key of the stores that were added, in the notification of a coordinator.
public let NSAddedPersistentStoresKey = "added"
/// The key of the stores that were removed, in the notification of a coordinator.
public let NSRemovedPersistentStoresKey = "removed"

/// The key that metadata have instead of the program's values if these couldn't be read.
private let unreadMetadataKey = "StrataUnreadMetadata"

extension NSPersistentStore {
  /// The medium of a store: a database file or memory.
  public typealias StoreType = NSPersistentStoreDescription.StoreType

  /// The store's type, as text.
  public var type: String { self.StrataManagedObjects::type.rawValue }

  /// The options that the store was opened with, by key, or nil for none.
  public var options: [AnyHashable: Any]? {
    let options = self.StrataManagedObjects::options
    return options.isEmpty ? nil : Dictionary(uniqueKeysWithValues: options.map { ($0, $1) })
  }

  /// The model's configuration whose entities the store contains. Without one it is that with all entities,
  /// `PF_DEFAULT_CONFIGURATION_NAME`.
  public var configurationName: String {
    self.StrataManagedObjects::configurationName
      ?? NSManagedObjectModel.defaultConfiguration
  }

  /// The coordinator that has the store open.
  public var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    OpenModels.coordinator(of: self)
  }

  /// The type, identifier, version hashes and your own values of the store, by name.
  public var metadata: [String: Any]! {
    get { persistentStoreCoordinator?.metadata(for: self) ?? [:] }
    set { persistentStoreCoordinator?.setMetadata(newValue, for: self) }
  }
}

extension NSPersistentStoreDescription {
  /// The store's type, as text.
  public var type: String {
    get { self.StrataManagedObjects::type.rawValue }
    set { self.StrataManagedObjects::type = StoreType(rawValue: newValue) }
  }

  /// Sets a value by the name of SQLite's setting. Opening the store throws an error if the setting
  /// isn't what a store has anyway.
  public func setValue(_ value: NSObject?, forPragmaNamed name: String) {
    setPragma(value, named: name)
  }

  /// Returns a description of the same content.
  public func copy() -> Any { copied() }

  /// The options that you have set, by key: numbers, texts and dictionaries.
  public var options: [String: NSObject] {
    self.StrataManagedObjects::options.mapValues { value in
      switch value {
      case let truth as Bool: NSNumber(value: truth)
      case let number as Double: NSNumber(value: number)
      case let pragmas as [String: Any]: pragmas as NSDictionary
      default: "\(value)" as NSString
      }
    }
  }

  /// The settings of SQLite that you have set, by name.
  public var sqlitePragmas: [String: NSObject] { pragmas.compactMapValues { $0 as? NSObject } }
}

extension NSPersistentContainer {
  /// The model of the container's objects.
  public var managedObjectModel: NSManagedObjectModel {
    persistentStoreCoordinator.managedObjectModel
  }

  /// Runs a block on a new background context's queue, and returns its result.
  ///
  /// - Throws: The block's error.
  public func performBackgroundTask<Result: Sendable, Failure: Error>(
    _ block: @escaping @Sendable (NSManagedObjectContext) throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let context = newBackgroundContext()
    return try await context.perform { () throws(Failure) in try block(context) }
  }
}

extension NSPersistentStoreCoordinator {
  /// Creates a coordinator without a model, which can't open a store, for an initializer that then returns nil.
  public convenience init() { self.init(managedObjectModel: NSManagedObjectModel()) }

  /// The model of the stores' objects.
  public var managedObjectModel: NSManagedObjectModel { reference }

  /// Opens a store, or creates it if it doesn't exist, as with a type's value.
  ///
  /// - Throws: as `addPersistentStore(type:configuration:at:options:)`.
  @discardableResult
  public func addPersistentStore(
    ofType type: String, configurationName: String?, at url: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(
      type: NSPersistentStoreDescription.StoreType(rawValue: type),
      configuration: configurationName,
      at: url, options: options)
  }

  /// Opens a store, or creates it if it doesn't exist.
  ///
  /// A store of another version of the model is migrated if the options have
  /// `NSMigratePersistentStoresAutomaticallyOption` or stages.
  ///
  /// - Throws: as `addPersistentStore(_:)`. `ManagedObjectError.otherVersion(path:)` for a store of another version that
  ///   isn't migrated.
  @discardableResult
  public func addPersistentStore(
    type: NSPersistentStoreDescription.StoreType, configuration: String? = nil, at url: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    let description = NSPersistentStoreDescription()
    description.StrataManagedObjects::type = type
    description.url = url
    description.configuration = configuration
    description.migratesUnlessToldNotTo = false
    for (key, value) in options ?? [:] {
      guard let key = key as? String else {
        throw ManagedObjectError.unsupported("an option's key is a text, and no \(key.base)")
      }
      description.setOption(value, forKey: key)
    }
    return try addPersistentStore(description)
  }

  /// Opens a store, or creates it if it doesn't exist, and calls a handler with the outcome before
  /// it returns, or in the background if the description says so.
  public func addPersistentStore(
    with description: NSPersistentStoreDescription,
    completionHandler: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    if description.shouldAddStoreAsynchronously {
      return addInBackground(description, completionHandler)
    }
    do {
      try addPersistentStore(description)
      completionHandler(description, nil)
    } catch {
      completionHandler(description, error)
    }
  }

  /// Deletes the files of a store.
  ///
  /// - Throws: as `destroyPersistentStore(at:type:)`. `ManagedObjectError.unsupported(_:)` for an
  ///   option that says more than how to open the store.
  public func destroyPersistentStore(
    at url: URL, ofType type: String, options: [AnyHashable: Any]? = nil
  ) throws {
    try check(options)
    try destroyPersistentStore(
      at: url, type: NSPersistentStoreDescription.StoreType(rawValue: type))
  }

  /// Replaces the store at a URL with a copy of another store.
  ///
  /// - Throws: as `replacePersistentStore(at:withPersistentStoreFrom:)`.
  ///   `ManagedObjectError.unsupported(_:)` for an option that says more than how to open the
  ///   store, and for a type other than a database file.
  public func replacePersistentStore(
    at url: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom source: URL, sourceOptions: [AnyHashable: Any]? = nil,
    ofType type: String
  ) throws {
    try check(destinationOptions)
    try check(sourceOptions)
    try checkFile(type)
    try replacePersistentStore(at: url, withPersistentStoreFrom: source)
  }

  /// Copies an open store to another URL and opens the copy in its place.
  ///
  /// - Throws: as `migratePersistentStore(_:to:)`. `ManagedObjectError.unsupported(_:)` for an
  ///   option that says more than how to open the store, and for a type other than a database file.
  @discardableResult
  public func migratePersistentStore(
    _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil,
    withType type: String
  ) throws -> NSPersistentStore {
    try check(options)
    try checkFile(type)
    return try migratePersistentStore(store, to: url)
  }

  /// The type, identifier, version hashes and your own values of an open store, by name.
  public func metadata(for store: NSPersistentStore) -> [String: Any] {
    do {
      return try self.StrataManagedObjects::metadata(for: store)
    } catch {
      record(error)
      // Without the program's own values, which a later assignment mustn't replace by none.
      return [
        NSStoreTypeKey: store.type, NSStoreUUIDKey: store.identifier, unreadMetadataKey: true,
      ]
    }
  }

  /// Replaces your own values in the metadata of an open store. They are property lists.
  ///
  /// They are written at once. A value that can't be written is an error that the next save of a
  /// context of this coordinator throws.
  public func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    // The values were taken from metadata that couldn't be read, which the next save says.
    guard metadata?[unreadMetadataKey] == nil else { return }
    setStoredMetadata(metadata ?? [:], of: store)
  }

  /// Reads the type, identifier, version hashes and your own values of a store that need not be open.
  ///
  /// It reads stores of Core Data, too.
  ///
  /// - Throws: `StorageError` or `CoreDataStoreError` if there is no such store, or it can't be read.
  public static func metadataForPersistentStore(
    ofType type: String? = nil, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] { try storedMetadata(at: url) }

  /// Reads the metadata of a store that need not be open, as with the type's name.
  ///
  /// - Throws: `StorageError` or `CoreDataStoreError` if there is no such store, or it can't be read.
  public static func metadataForPersistentStore(
    type: NSPersistentStoreDescription.StoreType, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] { try storedMetadata(at: url) }

  /// Replaces your own values in the metadata of a store that need not be open.
  ///
  /// - Throws: `StorageError` if there is no such store, or it can't be written.
  ///   `ManagedObjectError.unsupported(_:)` for a value that isn't a property list.
  public static func setMetadata(
    _ metadata: [String: Any]?, forPersistentStoreOfType type: String? = nil, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws { try setStoredMetadata(metadata ?? [:], at: url) }

  /// Returns a token for the current end of the history of all open stores, or of some of them. Nil if
  /// a store can't be read: the next save of a context of this coordinator throws the error.
  public func currentPersistentHistoryToken(
    fromStores stores: [Any]? = nil
  ) -> NSPersistentHistoryToken? {
    do {
      return try self.StrataManagedObjects::currentPersistentHistoryToken(
        fromStores: stores?.compactMap { $0 as? NSPersistentStore })
    } catch {
      record(error)
      return nil
    }
  }

  /// Runs a body on the caller's thread, and waits for it.
  public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  /// Runs a body in the background.
  public func perform(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: body)
  }

  /// Options that say how a store is opened don't matter where a file is copied or deleted.
  private func check(_ options: [AnyHashable: Any]?) throws(ManagedObjectError) {
    for key in (options ?? [:]).keys {
      guard let key = key as? String, key != NSPersistentStoreForceDestroyOption else {
        throw .unsupported(
          "a store that is moved or deleted has no option \(key.base); leave it out")
      }
    }
  }

  private func checkFile(_ type: String) throws(ManagedObjectError) {
    guard type == NSSQLiteStoreType || type == NSBinaryStoreType else {
      throw .unsupported(
        "a store can't be written as one of the type \(type); use NSSQLiteStoreType")
    }
  }
}
#endif
