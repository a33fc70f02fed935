#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects
public import StrataStack

/// The type of a store that is a database file.
public let NSSQLiteStoreType = "SQLite"
/// The type of a store in memory.
public let NSInMemoryStoreType = "InMemory"
/// The option that keeps a store from being written.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"

extension PersistentStoreCoordinator {
  /// Opens a store, making it first where there is none.
  ///
  /// - Parameter options: `NSReadOnlyPersistentStoreOption`; others change nothing here, since stores are
  ///   migrated as far as the models alone say how, and keep a history in any case.
  /// - Throws: as `addPersistentStore(_:)`; ``ManagedObjectError/unsupported(_:)`` for another type of store.
  @discardableResult
  public func addPersistentStore(
    ofType type: String, configurationName: String?, at url: URL?, options: [String: Any]? = nil
  ) throws -> PersistentStoreDescription {
    var description = PersistentStoreDescription.inMemory
    switch type {
    case NSInMemoryStoreType: break
    case NSSQLiteStoreType:
      guard let url else {
        throw ManagedObjectError.unsupported("a store of the type SQLite needs a URL")
      }
      description = PersistentStoreDescription(url: url)
    default:
      throw ManagedObjectError.unsupported(
        "there is no store of the type \(type); use NSSQLiteStoreType or NSInMemoryStoreType")
    }
    description.configuration = configurationName
    description.isReadOnly =
      (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue
      ?? options?[NSReadOnlyPersistentStoreOption] as? Bool ?? false
    return try addPersistentStore(description)
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
