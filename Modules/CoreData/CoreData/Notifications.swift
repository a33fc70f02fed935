#if !canImport(ObjectiveC)
public import Foundation
import StrataManagedObjects

extension Notification.Name {
  /// Posted before a context saves.
  public static var NSManagedObjectContextWillSave: Notification.Name {
    ManagedObjectContext.willSaveObjectsNotification
  }
  /// Posted after a context has saved.
  public static var NSManagedObjectContextDidSave: Notification.Name {
    ManagedObjectContext.didSaveObjectsNotification
  }
  /// Posted after a context has saved, with identifiers.
  public static var NSManagedObjectContextDidSaveObjectIDs: Notification.Name {
    ManagedObjectContext.didSaveObjectIDsNotification
  }
  /// Posted when somebody has saved to a store.
  public static var NSPersistentStoreRemoteChange: Notification.Name {
    PersistentStoreCoordinator.remoteChangeNotification
  }
  /// Posted when pending changes are processed and something has changed.
  public static var NSManagedObjectContextObjectsDidChange: Notification.Name {
    ManagedObjectContext.didChangeObjectsNotification
  }
}

/// The key of new objects, a `Set<NSManagedObject>`.
public let NSInsertedObjectsKey = ManagedObjectContext.NotificationKey.insertedObjects.rawValue
/// The key of changed objects, a `Set<NSManagedObject>`.
public let NSUpdatedObjectsKey = ManagedObjectContext.NotificationKey.updatedObjects.rawValue
/// The key of deleted objects, a `Set<NSManagedObject>`.
public let NSDeletedObjectsKey = ManagedObjectContext.NotificationKey.deletedObjects.rawValue
/// The key of objects with values that weren't set in the context, a `Set<NSManagedObject>`.
public let NSRefreshedObjectsKey = ManagedObjectContext.NotificationKey.refreshedObjects.rawValue
/// The key that is there where all objects have left the context.
public let NSInvalidatedAllObjectsKey =
  ManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue
/// The key of new objects' identifiers, a `Set<NSManagedObjectID>`.
public let NSInsertedObjectIDsKey =
  ManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue
/// The key of changed objects' identifiers, a `Set<NSManagedObjectID>`.
public let NSUpdatedObjectIDsKey = ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue
/// The key of deleted objects' identifiers, a `Set<NSManagedObjectID>`.
public let NSDeletedObjectIDsKey = ManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue
#endif
