public import Foundation
public import StrataContexts
public import StrataDescriptions
import StrataObservation
import StrataStorage
internal import Synchronization

// Unchecked, since a subclass may have properties of its own, which its program answers for. All that this class has is
// constant once it is made, or behind a lock.
/// The stores of a managed object model. Any number of contexts can share a coordinator.
///
/// Each entity is in one store. If you add several stores, give each a configuration of the model
/// with its entities. An empty store may have the entities of one that was added before: it is used
/// once you have removed that one.
open class NSPersistentStoreCoordinator: @unchecked Sendable {
  /// The model of the stores' objects.
  @_disfavoredOverload
  package var managedObjectModel: ManagedObjectModel { objectModel.model }
  let objectModel: ObjectModel
  /// The reason why the model can't be used, where an initializer couldn't throw it. Opening a store
  /// throws it.
  private var problem: (any Error)?
  private let state = Mutex(State())
  /// Publishes saves to any of the stores.
  let changes = ChangeFeed()

  private struct State {
    var stores: [StoreOpening.Opened] = []
    var container: ModelContainer?
    var generation = 0
    var name: String?
    var mistakes: [any Error] = []
    /// Stores that were deleted while they were open, which a program may still remove.
    var destroyed: [NSPersistentStore] = []

    /// The stores in use: those that share no entity with one that was added before.
    var used: [StoreOpening.Opened] {
      var taken: Set<String> = []
      return stores.filter { opened in
        guard taken.isDisjoint(with: opened.store.entities) else { return false }
        taken.formUnion(opened.store.entities)
        return true
      }
    }
  }

  /// Creates a coordinator without a store.
  ///
  /// - Parameter classes: The model's object classes. A class belongs to the entity whose
  ///   `managedObjectClassName` is the class's name.
  /// - Throws: `ModelConversionError` if the model is incomplete. ``ManagedObjectError`` if a class
  ///   doesn't fit the model.
  public init(
    managedObjectModel: ManagedObjectModel, classes: [NSManagedObject.Type] = []
  ) throws {
    objectModel = try ObjectModel.of(managedObjectModel, classes: classes)
    given = nil
  }

  /// Creates a coordinator without a store, and begins the use of a model.
  ///
  /// It can't throw, as in Core Data. If the model can't be used, opening a store throws the error.
  /// The objects' classes are those of the program that the model names.
  public init(managedObjectModel: NSManagedObjectModel) {
    given = managedObjectModel
    do {
      objectModel = try ObjectModel.of(managedObjectModel)
    } catch {
      objectModel = .empty
      problem = error
    }
  }

  /// Creates a coordinator whose objects have no classes of their own, to migrate objects of a version
  /// that the program's classes don't fit.
  package convenience init(migrating model: NSManagedObjectModel) throws {
    try self.init(managedObjectModel: try model.described(), classes: [])
  }

  /// Creates a coordinator of a model, or of the error of finding one.
  convenience init(_ model: Result<NSManagedObjectModel, any Error>) {
    switch model {
    case .success(let model): self.init(managedObjectModel: model)
    case .failure(let error):
      self.init(managedObjectModel: NSManagedObjectModel())
      problem = error
    }
  }

  /// The model as the caller gave it, or nil for a model that is a value.
  private let given: NSManagedObjectModel?

  /// The model that the caller gave, or one of the same content. Objects of several coordinators with
  /// equal models share their descriptions, so that those of an object may be another model's.
  package var reference: NSManagedObjectModel { given ?? objectModel.reference }

  /// The coordinator's name, for debugging.
  public var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// The open stores, in the order in which you added them.
  public var persistentStores: [NSPersistentStore] { state.withLock { $0.stores.map(\.store) } }

  /// Incremented whenever a store is added or removed. Contexts compare it to detect that.
  var generation: Int { state.withLock { $0.generation } }

  /// Opens a store, or creates it if it doesn't exist.
  ///
  /// It can also open a store that Core Data or SwiftData created. Such a store is only read,
  /// unless the description has a ``NSPersistentStoreDescription/coreDataWritePolicy``.
  ///
  /// Reset contexts that already have objects before you use them again.
  ///
  /// - Throws: `StorageError`, `CoreDataStoreError`, `ConfigurationError`. ``ManagedObjectError``:
  ///   the model doesn't have the configuration, the configuration leaves out a related entity,
  ///   another store already contains one of the entities and this one has objects, or the option
  ///   or the type of store isn't supported.
  @discardableResult
  public func addPersistentStore(
    _ description: NSPersistentStoreDescription
  ) throws -> NSPersistentStore {
    do {
      return try open(description)
    } catch let error as any _ContextError {
      throw error._inContext(nil)
    }
  }

  private func open(_ description: NSPersistentStoreDescription) throws -> NSPersistentStore {
    if let problem { throw problem }
    if let migration = description.migration {
      try migration.migrate(description.migrating(), to: reference)
    }
    var opened = try StoreOpening(description, objectModel, changes).open(beside: persistentStores)
    if opened.store.opened.postsRemoteChanges {
      opened.remoteChanges = try RemoteChanges(opened.store, opened.container, changes) {
        [weak self] info in
        guard let self else { return }
        NotificationCenter.default.post(
          name: Self.remoteChangeNotification, object: self, userInfo: info)
      }
    }
    try recordVersion(in: opened.store, opened.container)
    let isEmpty = try opened.sharesEntities(with: persistentStores) && opened.isEmpty
    defer { OpenModels.add(self) }
    let store = try state.withLock { state in
      // Under the lock, since another thread may have added a store meanwhile.
      try opened.check(isEmpty: isEmpty, beside: state.stores.map(\.store))
      let before = state.used.map(\.store)
      state.stores.append(opened)
      renew(&state, before: before)
      return opened.store
    }
    postStores("added", [store])
    return store
  }

  /// Opens a store in the background, and then calls a handler with the description or the error.
  package func addInBackground(
    _ description: NSPersistentStoreDescription,
    _ completionHandler: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let copy = description.copied()
    copy.shouldAddStoreAsynchronously = false
    // Safe: from here on only this block calls the handler, which expects the thread, as in Core Data.
    nonisolated(unsafe) let handler = completionHandler
    DispatchQueue.global().async {
      do {
        try self.addPersistentStore(copy)
        handler(description, nil)
      } catch {
        handler(description, error)
      }
    }
  }

  /// Posted after the coordinator has opened or closed a store. Its object is the coordinator, and
  /// `userInfo` has an array of the stores by `added` or `removed`.
  public static let storesDidChangeNotification = Notification.Name(
    "_NSPersistentStoreCoordinatorStoresDidChangeNotification")

  /// Posted before the coordinator closes a store. Its object is the store.
  public static let willRemoveStoreNotification = Notification.Name(
    "_NSPersistentStoreCoordinatorWillRemoveStoreNotification")

  private func postStores(_ key: String, _ stores: [NSPersistentStore]) {
    NotificationCenter.default.post(
      name: Self.storesDidChangeNotification, object: self, userInfo: [key: stores])
  }

  /// Records an error where nothing can be thrown. The next save of a context of this coordinator
  /// throws it.
  package func record(_ error: any Error) { state.withLock { $0.mistakes.append(error) } }

  /// Returns the first such error, and forgets it.
  func takeMistake() -> (any Error)? {
    if let error = reference.takeMistake() { return error }
    return state.withLock { $0.mistakes.isEmpty ? nil : $0.mistakes.removeFirst() }
  }

  /// Closes a store. Reset contexts that have objects before you use them again.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for a store that isn't the coordinator's.
  public func remove(_ store: NSPersistentStore) throws(ManagedObjectError) {
    let wasDestroyed = state.withLock { state in
      let index = state.destroyed.firstIndex(of: store)
      if let index { state.destroyed.remove(at: index) }
      return index != nil
    }
    guard !wasDestroyed else { return }
    guard close(store) else { throw .unsupported("\(store) is no store of this coordinator") }
  }

  /// Closes a store whose files were deleted. A program may still remove it.
  func closeDestroyed(_ store: NSPersistentStore) {
    if close(store) { state.withLock { $0.destroyed.append(store) } }
  }

  /// - Returns: False for a store that isn't the coordinator's.
  private func close(_ store: NSPersistentStore) -> Bool {
    if persistentStores.contains(store) {
      NotificationCenter.default.post(name: Self.willRemoveStoreNotification, object: store)
    }
    let isRemoved = state.withLock { state in
      guard let index = state.stores.firstIndex(where: { $0.store == store }) else { return false }
      let before = state.used.map(\.store)
      state.stores.remove(at: index)
      renew(&state, before: before)
      return true
    }
    if isRemoved { postStores("removed", [store]) }
    return isRemoved
  }

  /// Returns the model container that an open store belongs to, or nil if the store isn't this
  /// coordinator's.
  func container(of store: NSPersistentStore) -> ModelContainer? {
    state.withLock { $0.stores.first { $0.store == store }?.container }
  }

  /// Makes the container anew, if other stores are in use than before.
  private func renew(_ state: inout State, before: [NSPersistentStore]) {
    let used = state.used
    guard used.map(\.store) != before else { return }
    state.generation += 1
    state.container =
      used.isEmpty
      ? nil
      : ModelContainer(
        joining: used.map(\.container), schema: objectModel.schema, changes: changes)
  }

  /// Returns the container of the open stores, for use with `ModelContext`.
  ///
  /// - Throws: ``ManagedObjectError/noStore``.
  public func container() throws(ManagedObjectError) -> ModelContainer {
    guard let container = state.withLock({ $0.container }) else { throw .noStore }
    return container
  }

  /// Checks that no pending change belongs to a read-only store of another library.
  ///
  /// - Throws: ``ManagedObjectError/readOnlyStore(path:)``.
  func checkWritable(_ context: ModelContext) throws(ManagedObjectError) {
    for store in persistentStores {
      guard let path = store.foreignPath else { continue }
      let graph = context.graphs.first { $0.store.identifier.uuidString == store.identifier }
      if graph?.hasChanges ?? false { throw .readOnlyStore(path: path) }
    }
  }

  /// Checks that an entity isn't in a read-only store of another library.
  ///
  /// - Throws: ``ManagedObjectError/readOnlyStore(path:)``.
  func checkWritable(_ entity: String) throws(ManagedObjectError) {
    if let path = store(of: entity)?.foreignPath { throw .readOnlyStore(path: path) }
  }

  /// Returns the store that contains an entity's objects.
  func store(of entity: String) -> NSPersistentStore? {
    state.withLock { $0.used.first { $0.store.entities.contains(entity) }?.store }
  }
}

extension NSPersistentStoreCoordinator: Hashable {
  /// True if both are the same coordinator.
  public static func == (
    lhs: NSPersistentStoreCoordinator, rhs: NSPersistentStoreCoordinator
  ) -> Bool { lhs === rhs }

  /// Hashes the coordinator's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
