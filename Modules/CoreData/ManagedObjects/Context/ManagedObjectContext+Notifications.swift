public import Foundation
package import StrataModel
package import StrataStack
internal import Synchronization

/// Whether the program has ever asked for the name of a notification. Without the name nobody can listen, and
/// to list what has changed costs time.
private let isAskedFor = Atomic<Bool>(false)

// The notifications have Core Data's names and keys.
extension ManagedObjectContext {
  /// Posted before a save of something that waits, with the context as its object.
  public static var willSaveObjectsNotification: Notification.Name { name(Names.willSave) }
  /// Posted after a save that wrote something, or handed it on to the parent, with the context as its object
  /// and the saved objects under ``NotificationKey``.
  public static var didSaveObjectsNotification: Notification.Name { name(Names.didSave) }
  /// Posted behind ``didSaveObjectsNotification``, with identifiers instead of objects, for other queues.
  public static var didSaveObjectIDsNotification: Notification.Name { name(Names.didSaveIDs) }
  /// Posted when pending changes are processed and something has changed since the last time, saved or not,
  /// with the context as its object and the objects under ``NotificationKey``. The first one tells of all that
  /// waits.
  public static var didChangeObjectsNotification: Notification.Name { name(Names.didChange) }

  private enum Names {
    static let willSave = "NSManagingContextWillSaveChangesNotification"
    static let didSave = "NSManagingContextDidSaveChangesNotification"
    static let didSaveIDs = "NSManagedObjectContextDidSaveObjectIDsNotification"
    static let didChange = "NSObjectsChangedInManagingContextNotification"
  }

  private static func name(_ text: String) -> Notification.Name {
    isAskedFor.store(true, ordering: .relaxed)
    return Notification.Name(text)
  }

  /// What a notification's `userInfo` has, by the keys' raw values: sets of ``ManagedObject``, or of
  /// `PersistentIdentifier`. What is empty isn't there.
  public enum NotificationKey: String, Sendable, Hashable {
    /// The new objects.
    case insertedObjects = "inserted"
    /// The changed objects.
    case updatedObjects = "updated"
    /// The deleted objects, also those that others have deleted. Those whose deletion was saved belong to no
    /// context any more.
    case deletedObjects = "deleted"
    /// The objects that have other values than before which weren't set here, as others' saves and a rollback
    /// bring them.
    case refreshedObjects = "refreshed"
    /// There where all objects have left the context: `true`.
    case invalidatedAllObjects = "invalidatedAll"
    /// The identifiers of new objects.
    case insertedObjectIDs = "inserted_objectIDs"
    /// The identifiers of changed objects.
    case updatedObjectIDs = "updated_objectIDs"
    /// The identifiers of deleted objects.
    case deletedObjectIDs = "deleted_objectIDs"
  }

  /// Brings the objects in memory up to date with what others have saved, such as the context whose save was
  /// posted: all of it, as the stores' histories tell.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for a notification of anything but a save; `StorageError`
  ///   where a store can't be read.
  public func mergeChanges(fromContextDidSave notification: Notification) throws {
    let name = notification.name.rawValue
    guard name == Names.didSave || name == Names.didSaveIDs else {
      throw ManagedObjectError.unsupported(
        "\(name) doesn't tell what was saved; merge where didSaveObjectsNotification is posted")
    }
    try mergeChanges()
    processPendingChanges()
  }

  /// Brings contexts up to date with what others have saved, such as what a batch request has done, each on its
  /// queue.
  ///
  /// - Parameter changes: What has changed. The stores' histories tell all of it, so that it isn't looked at.
  /// - Throws: `StorageError` where a store can't be read.
  public static func mergeChanges(
    fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [ManagedObjectContext]
  ) throws {
    for context in contexts {
      try context.performAndWait {
        try context.mergeChanges()
        context.processPendingChanges()
      }
    }
  }

  /// Posts what has changed since the last time.
  func postChanges() {
    guard let made else { return }
    guard isAskedFor.load(ordering: .relaxed) else {
      changes?.discard()
      return
    }
    let changes = following(made)
    let news = changes.take(from: made)
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
    guard isAskedFor.load(ordering: .relaxed), made != nil else { return }
    NotificationCenter.default.post(
      name: Self.didChangeObjectsNotification, object: self,
      userInfo: [NotificationKey.invalidatedAllObjects.rawValue: true])
  }

  /// What has changed in the context, noted from now on.
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

extension ManagedObjectContext: ContextOwner {
  /// Posts that a save begins.
  package func contextWillSave() {
    guard isAskedFor.load(ordering: .relaxed) else { return }
    NotificationCenter.default.post(name: Self.willSaveObjectsNotification, object: self)
  }

  /// Keeps the identifier of an object that others have deleted.
  package func contextWillLose(_ model: any PersistentModel) {
    guard let object = model as? ManagedObject else { return }
    object.absence = Absence(object.persistentModelID, nil, self)
    if isAskedFor.load(ordering: .relaxed) { changes?.record(lost: object) }
  }

  /// Posts what was saved.
  package func contextDidSave(_ saved: [SavedChanges]) {
    for changes in saved {
      for (model, identifier) in zip(changes.leaving, changes.deleted) {
        (model as? ManagedObject)?.absence = Absence(identifier, nil, self)
      }
    }
    changes?.forgetPending()
    guard isAskedFor.load(ordering: .relaxed) else { return }
    func objects(_ models: [any PersistentModel]) -> Set<ManagedObject> {
      Set(models.compactMap { $0 as? ManagedObject })
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
