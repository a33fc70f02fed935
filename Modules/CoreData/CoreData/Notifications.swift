#if !canImport(ObjectiveC)
public import Foundation
import StrataManagedObjects

extension Notification.Name {
  /// Posted before a context saves its changes.
  public static var NSManagedObjectContextWillSave: Notification.Name {
    NSManagedObjectContext.willSaveObjectsNotification
  }
  /// Posted after a save, with the saved objects.
  public static var NSManagedObjectContextDidSave: Notification.Name {
    NSManagedObjectContext.didSaveObjectsNotification
  }
  /// Posted after a save, with the identifiers of the saved objects.
  public static var NSManagedObjectContextDidSaveObjectIDs: Notification.Name {
    NSManagedObjectContext.didSaveObjectIDsNotification
  }
  /// Posted after a context has merged changes that another one saved, with their identifiers.
  public static var NSManagedObjectContextDidMergeChangesObjectIDs: Notification.Name {
    NSManagedObjectContext.didMergeChangesObjectIDsNotification
  }
  /// Posted after any context or process has saved to a store.
  public static var NSPersistentStoreRemoteChange: Notification.Name {
    NSPersistentStoreCoordinator.remoteChangeNotification
  }
  /// Posted after a context has processed pending changes, if there were any.
  public static var NSManagedObjectContextObjectsDidChange: Notification.Name {
    NSManagedObjectContext.didChangeObjectsNotification
  }
  /// Posted after a coordinator has opened or closed a store.
  public static var NSPersistentStoreCoordinatorStoresDidChange: Notification.Name {
    NSPersistentStoreCoordinator.storesDidChangeNotification
  }
  /// Posted before a coordinator closes a store.
  public static var NSPersistentStoreCoordinatorWillRemoveStore: Notification.Name {
    NSPersistentStoreCoordinator.willRemoveStoreNotification
  }
  /// The name of what Apple's platforms post when the account of iCloud changes. Nobody posts it here.
  public static let NSPersistentStoreCoordinatorStoresWillChange = Notification.Name(
    "_NSPersistentStoreCoordinatorStoresWillChangeNotification")
  /// The name of what Apple's platforms once posted for changes from iCloud. Nobody posts it here.
  public static let NSPersistentStoreDidImportUbiquitousContentChanges = Notification.Name(
    "com.apple.coredata.ubiquity.importer.didfinishimport")
}

/// The key of new objects, a `Set<NSManagedObject>`.
public let NSInsertedObjectsKey = NSManagedObjectContext.NotificationKey.insertedObjects.rawValue
/// The key of changed objects, a `Set<NSManagedObject>`.
public let NSUpdatedObjectsKey = NSManagedObjectContext.NotificationKey.updatedObjects.rawValue
/// The key of deleted objects, a `Set<NSManagedObject>`.
public let NSDeletedObjectsKey = NSManagedObjectContext.NotificationKey.deletedObjects.rawValue
/// The key of objects that a merge, refresh or rollback changed, a `Set<NSManagedObject>`.
public let NSRefreshedObjectsKey = NSManagedObjectContext.NotificationKey.refreshedObjects.rawValue
/// The key of objects that a context has let go one by one. No notification has it: here only a reset
/// does so, with ``NSInvalidatedAllObjectsKey``.
public let NSInvalidatedObjectsKey = "invalidated"
/// The key that is present after a context was reset.
public let NSInvalidatedAllObjectsKey =
  NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue
/// The key of new objects' identifiers, a `Set<NSManagedObjectID>`.
public let NSInsertedObjectIDsKey =
  NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue
/// The key of changed objects' identifiers, a `Set<NSManagedObjectID>`.
public let NSUpdatedObjectIDsKey = NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
/// The key of deleted objects' identifiers, a `Set<NSManagedObjectID>`.
public let NSDeletedObjectIDsKey = NSManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue
/// The key of refreshed objects' identifiers, a `Set<NSManagedObjectID>`.
public let NSRefreshedObjectIDsKey =
  NSManagedObjectContext.NotificationKey.refreshedObjectIDs.rawValue
/// The key of the identifiers of objects that a context has let go. No notification has it.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"
#endif
