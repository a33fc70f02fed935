public import Foundation
package import StrataContexts
package import StrataModel
internal import StrataStorage
internal import Synchronization

/// True once the program has read the name of a notification. Without the name there can't be
/// observers, and collecting the changes for them takes time.
private let isAskedFor = Atomic<Bool>(false)

// The notifications have Core Data's names and keys.
extension NSManagedObjectContext {
  /// Posted before a save with pending changes. Its object is the context.
  public static var willSaveObjectsNotification: Notification.Name { name(Names.willSave) }
  /// Posted after a save that wrote changes to the store or to the parent. Its object is the
  /// context, and `userInfo` has the saved objects by ``NotificationKey``.
  public static var didSaveObjectsNotification: Notification.Name { name(Names.didSave) }
  /// Posted after ``didSaveObjectsNotification``, with identifiers instead of objects, for use on
  /// other queues.
  public static var didSaveObjectIDsNotification: Notification.Name { name(Names.didSaveIDs) }
  /// Posted when pending changes are processed and something has changed since the last time, saved
  /// or not.
  ///
  /// Its object is the context, and `userInfo` has the objects by ``NotificationKey``. The first
  /// notification reports all pending changes.
  public static var didChangeObjectsNotification: Notification.Name { name(Names.didChange) }

  /// Posted after `mergeChanges(fromContextDidSave:)`. Its object is the context, and `userInfo` has
  /// the identifiers of the merged objects by ``NotificationKey``.
  public static var didMergeChangesObjectIDsNotification: Notification.Name {
    name(Names.didMergeIDs)
  }

  private enum Names {
    static let didMergeIDs = "NSManagedObjectContextDidMergeChangesObjectIDsNotification"
    static let willSave = "NSManagingContextWillSaveChangesNotification"
    static let didSave = "NSManagingContextDidSaveChangesNotification"
    static let didSaveIDs = "NSManagedObjectContextDidSaveObjectIDsNotification"
    static let didChange = "NSObjectsChangedInManagingContextNotification"
  }

  /// True once the program has read the name of a notification.
  static var mayHaveObservers: Bool { isAskedFor.load(ordering: .relaxed) }

  private static func name(_ text: String) -> Notification.Name {
    isAskedFor.store(true, ordering: .relaxed)
    return Notification.Name(text)
  }

  /// The keys of a notification's `userInfo`, as raw values. The values are sets of
  /// ``NSManagedObject`` or `PersistentIdentifier`. Empty sets are left out.
  public enum NotificationKey: String, Sendable, Hashable {
    /// The new objects.
    case insertedObjects = "inserted"
    /// The changed objects.
    case updatedObjects = "updated"
    /// The deleted objects, including those that other contexts deleted. After the save they have
    /// no context.
    case deletedObjects = "deleted"
    /// The objects whose values a merge, refresh or rollback changed.
    case refreshedObjects = "refreshed"
    /// Present with the value `true` after a reset removed all objects from the context.
    case invalidatedAllObjects = "invalidatedAll"
    /// The identifiers of new objects.
    case insertedObjectIDs = "inserted_objectIDs"
    /// The identifiers of changed objects.
    case updatedObjectIDs = "updated_objectIDs"
    /// The identifiers of deleted objects.
    case deletedObjectIDs = "deleted_objectIDs"
    /// The identifiers of refreshed objects.
    case refreshedObjectIDs = "refreshed_objectIDs"
  }

  /// Merges the saves of other contexts and processes into the objects in memory.
  ///
  /// It merges all saves in the stores' histories, not only the one that the notification
  /// describes.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for a notification of another kind.
  ///   `StorageError` if a store can't be read.
  @_disfavoredOverload
  package func mergeChanges(fromContextDidSave notification: Notification) throws {
    let name = notification.name.rawValue
    guard name == Names.didSave || name == Names.didSaveIDs else {
      throw ManagedObjectError.unsupported(
        "\(name) doesn't tell what was saved; merge where didSaveObjectsNotification is posted")
    }
    let context = try modelContext()
    try mergeChanges()
    // A context that has just been created has no history to merge, so the identifiers come from the notification. It may
    // be one of another coordinator, whose stores this context doesn't have.
    let inserted = try Self.identifiers(.insertedObjectIDs, in: notification).filter { identifier in
      let store = context.graph(named: identifier.entityName).store.identifier
      return try identifier.isIn(store) && registeredObject(for: identifier) == nil
    }
    following(context).record(arrivals: inserted)
    // Merged objects that nothing uses are in memory only as long as the context retains them.
    if retainsObjects {
      for identifier in Self.identifiers(.updatedObjectIDs, in: notification) {
        do {
          _ = try registeredObject(for: identifier) ?? existingObject(with: identifier)
        } catch StackError.notFound {
          // Deleted since the save that the notification is about, which was merged, too.
          continue
        }
      }
    }
    processPendingChanges()
    post(
      Self.didMergeChangesObjectIDsNotification,
      Dictionary(
        uniqueKeysWithValues: [
          NotificationKey.insertedObjectIDs, .updatedObjectIDs, .deletedObjectIDs,
        ].map { ($0, Self.identifiers($0, in: notification)) }))
  }

  /// The identifiers that a notification of a save has under a key, or under that of the objects.
  private static func identifiers(
    _ key: NotificationKey, in notification: Notification
  ) -> Set<PersistentIdentifier> {
    if let found = notification.userInfo?[key.rawValue] as? Set<PersistentIdentifier> {
      return found
    }
    let objects = String(key.rawValue.prefix { $0 != "_" })
    let found = notification.userInfo?[objects] as? Set<NSManagedObject> ?? []
    return Set(found.map(\.objectID))
  }

  /// Merges saves, such as those of batch requests, into several contexts, each on its own queue.
  ///
  /// - Parameter changes: Ignored: the stores' histories have all the changes.
  /// - Throws: `StorageError` if a store can't be read.
  @_disfavoredOverload
  package static func mergeChanges(
    fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) throws {
    for context in contexts {
      try context.performAndWait {
        try context.mergeChanges()
        context.processPendingChanges()
      }
    }
  }

  /// Posts the changes since the last notification.
  func postChanges() {
    guard let made else { return }
    guard Self.mayHaveObservers else {
      changes?.discard()
      return
    }
    let changes = following(made)
    let news = changes.take(from: self, made)
    guard !news.isEmpty else { return }
    post(
      Self.didChangeObjectsNotification,
      [
        .insertedObjects: news.inserted, .updatedObjects: news.updated,
        .deletedObjects: news.deleted, .refreshedObjects: news.refreshed,
      ])
  }

  func postReset() {
    changes?.forgetAll()
    guard Self.mayHaveObservers, made != nil else { return }
    NotificationCenter.default.post(
      name: Self.didChangeObjectsNotification, object: self,
      userInfo: [NotificationKey.invalidatedAllObjects.rawValue: true])
  }

  /// Starts the record of the context's changes if there may be observers. Call this before a read or
  /// merge: the first notification lists what it has refreshed only if the record exists by then.
  func followIfAskedFor() {
    guard changes == nil, let made, Self.mayHaveObservers else { return }
    _ = following(made)
  }

  /// Returns the record of the context's changes, and starts it if there is none yet.
  func following(_ context: ModelContext) -> ContextChanges {
    if let changes { return changes }
    let changes = ContextChanges(context)
    self.changes = changes
    return changes
  }

  private func post<Element: Hashable>(
    _ name: Notification.Name, _ sets: [NotificationKey: Set<Element>]
  ) {
    var info: [AnyHashable: Any] = [:]
    for (key, set) in sets where !set.isEmpty { info[key.rawValue] = set }
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }
}

extension NSManagedObjectContext: ContextOwner {
  /// Posts a notification that a save begins.
  package func contextWillSave() {
    guard Self.mayHaveObservers else { return }
    NotificationCenter.default.post(name: Self.willSaveObjectsNotification, object: self)
  }

  /// Records the identifier of an object that another context deleted, before the object leaves
  /// this one.
  package func contextWillLose(_ model: any PersistentModel) {
    guard let object = model as? NSManagedObject else { return }
    object.absence = Absence(object.persistentModelID, nil, self)
    if Self.mayHaveObservers { changes?.record(lost: object) }
  }

  /// Posts the saved objects and their identifiers.
  package func contextDidSave(_ saved: [SavedChanges]) {
    for changes in saved {
      for (model, identifier) in zip(changes.leaving, changes.deleted) {
        (model as? NSManagedObject)?.absence = Absence(identifier, nil, self)
      }
    }
    changes?.forgetPending()
    guard Self.mayHaveObservers else { return }
    func objects(_ models: [any PersistentModel]) -> Set<NSManagedObject> {
      Set(models.compactMap { $0 as? NSManagedObject })
    }
    let (inserted, updated) = (saved.flatMap(\.inserted), saved.flatMap(\.updated))
    post(
      Self.didSaveObjectsNotification,
      [
        .insertedObjects: objects(inserted), .updatedObjects: objects(updated),
        .deletedObjects: objects(saved.flatMap(\.leaving)),
      ])
    post(
      Self.didSaveObjectIDsNotification,
      [
        .insertedObjectIDs: Set(inserted.map(\.persistentModelID)),
        .updatedObjectIDs: Set(updated.map(\.persistentModelID)),
        .deletedObjectIDs: Set(saved.flatMap(\.deleted)),
      ])
  }
}

/// An observer of a context that is called whenever pending changes are processed.
protocol PendingChangesObserver: AnyObject {
  func contextDidProcessChanges()
}

/// A weak reference to a follower, so that its context doesn't retain it.
struct WeakFollower {
  weak var follower: (any PendingChangesObserver)?
}
