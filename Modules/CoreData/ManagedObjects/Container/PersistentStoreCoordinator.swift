internal import Foundation
public import StrataDescriptions
import StrataObservation
public import StrataStack
import StrataStorage
internal import Synchronization

/// A model and the stores that its objects are in, for any number of contexts.
///
/// An entity has one store: where there are several, each has the entities of a configuration of the model.
public final class PersistentStoreCoordinator: Sendable {
  /// What the objects are.
  public let managedObjectModel: ManagedObjectModel
  let objectModel: ObjectModel
  private let state = Mutex(State())
  /// Told of saves to any of the stores.
  let changes = ChangeFeed()

  private struct State {
    var stores: [StoreOpening.Opened] = []
    var container: ModelContainer?
    var generation = 0
    var name: String?
  }

  /// A coordinator without a store.
  ///
  /// - Parameter classes: The classes of entities that have some of their own. A class belongs to the
  ///   entity whose `managedObjectClassName` has its name.
  /// - Throws: `ModelConversionError` for a model that isn't whole; ``ManagedObjectError`` for classes that
  ///   don't fit it.
  public init(
    managedObjectModel: ManagedObjectModel, classes: [ManagedObject.Type] = []
  ) throws {
    self.managedObjectModel = managedObjectModel
    objectModel = try ObjectModel.of(managedObjectModel, classes: classes)
  }

  /// What the developer calls the coordinator.
  public var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// The stores that are open, in the order in which they were added.
  public var persistentStores: [PersistentStore] { state.withLock { $0.stores.map(\.store) } }

  /// How often stores were added or removed.
  var generation: Int { state.withLock { $0.generation } }

  /// Opens a store, making it first where there is none. A store that Core Data or SwiftData has made is
  /// opened as well, and only read, unless the description says how it is written.
  ///
  /// A context that has objects already can't be used until it was reset.
  ///
  /// - Throws: `StorageError`, `CoreDataStoreError`, `ConfigurationError`; ``ManagedObjectError``: a
  ///   configuration that the model doesn't have or that leaves related entities out, an entity that another
  ///   store keeps already, an option or a type of store that there isn't here.
  @discardableResult
  public func addPersistentStore(
    _ description: PersistentStoreDescription
  ) throws -> PersistentStore {
    var opened = try StoreOpening(description, objectModel, changes).open(beside: persistentStores)
    if opened.store.opened.postsRemoteChanges {
      opened.remoteChanges = try RemoteChanges(opened.store, opened.container, changes) {
        [weak self] info in
        guard let self else { return }
        NotificationCenter.default.post(
          name: Self.remoteChangeNotification, object: self, userInfo: info)
      }
    }
    return try state.withLock { state in
      // Somebody else may have added one meanwhile.
      try StoreOpening.check(opened.store.entities, beside: state.stores.map(\.store))
      state.stores.append(opened)
      renew(&state)
      return opened.store
    }
  }

  /// Closes a store. Contexts that have objects can't be used until they were reset.
  ///
  /// - Throws: ``ManagedObjectError/unsupported(_:)`` for a store that isn't the coordinator's.
  public func remove(_ store: PersistentStore) throws(ManagedObjectError) {
    let isRemoved = state.withLock { state in
      guard let index = state.stores.firstIndex(where: { $0.store == store }) else { return false }
      state.stores.remove(at: index)
      renew(&state)
      return true
    }
    guard isRemoved else { throw .unsupported("\(store) is no store of this coordinator") }
  }

  /// What keeps a store open; nil for one that isn't the coordinator's.
  func container(of store: PersistentStore) -> ModelContainer? {
    state.withLock { $0.stores.first { $0.store == store }?.container }
  }

  private func renew(_ state: inout State) {
    state.generation += 1
    state.container =
      state.stores.isEmpty
      ? nil
      : ModelContainer(
        joining: state.stores.map(\.container), schema: objectModel.schema, changes: changes)
  }

  /// The open stores by SwiftData's words.
  ///
  /// - Throws: ``ManagedObjectError/noStore``.
  public func container() throws(ManagedObjectError) -> ModelContainer {
    guard let container = state.withLock({ $0.container }) else { throw .noStore }
    return container
  }

  /// - Throws: ``ManagedObjectError/readOnlyStore(path:)`` where anything waits for a store of another library.
  func checkWritable(_ context: ModelContext) throws(ManagedObjectError) {
    for store in persistentStores {
      guard let path = store.foreignPath else { continue }
      let graph = context.graphs.first { $0.store.identifier.uuidString == store.identifier }
      if graph?.hasChanges ?? false { throw .readOnlyStore(path: path) }
    }
  }

  /// - Throws: ``ManagedObjectError/readOnlyStore(path:)`` where an entity is in a store of another library.
  func checkWritable(_ entity: String) throws(ManagedObjectError) {
    if let path = store(of: entity)?.foreignPath { throw .readOnlyStore(path: path) }
  }

  /// The store that keeps an entity's objects.
  func store(of entity: String) -> PersistentStore? {
    persistentStores.first { $0.entities.contains(entity) }
  }
}
