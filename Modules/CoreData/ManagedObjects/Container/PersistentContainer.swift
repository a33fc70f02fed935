public import Foundation
public import StrataDescriptions
internal import StrataStack
internal import Synchronization

/// A model, its store and the contexts on it, put together.
///
///     let container = try PersistentContainer(name: "Trips", managedObjectModel: model)
///     try container.loadPersistentStores()
///     let context = container.viewContext
public final class PersistentContainer: Sendable {
  /// The container's name, after which the store is called unless another place is given.
  public let name: String
  /// The stores and the model.
  public let persistentStoreCoordinator: PersistentStoreCoordinator
  /// The context of the main queue.
  public let viewContext: ManagedObjectContext
  private let descriptions: Mutex<[PersistentStoreDescription]>

  /// What the objects are.
  public var managedObjectModel: ManagedObjectModel {
    persistentStoreCoordinator.managedObjectModel
  }

  /// The stores that ``loadPersistentStores()`` opens: at first a file called after the container, in
  /// ``defaultDirectoryURL()``.
  public var persistentStoreDescriptions: [PersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  /// A container without an open store.
  ///
  /// - Parameter classes: The classes of entities that have some of their own. A class belongs to the
  ///   entity whose `managedObjectClassName` has its name.
  /// - Throws: as the coordinator's initializer.
  public init(
    name: String, managedObjectModel: ManagedObjectModel, classes: [ManagedObject.Type] = []
  ) throws {
    self.name = name
    persistentStoreCoordinator = try PersistentStoreCoordinator(
      managedObjectModel: managedObjectModel, classes: classes)
    viewContext = ManagedObjectContext(.mainQueue)
    viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    descriptions = Mutex([
      PersistentStoreDescription(
        url: Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite"))
    ])
  }

  /// The folder of stores without a place of their own: the program's, in the user's data folder.
  public static func defaultDirectoryURL() -> URL { .programFolder }

  /// Opens the stores.
  ///
  /// - Throws: as the coordinator's `addPersistentStore(_:)`.
  public func loadPersistentStores() throws {
    for description in persistentStoreDescriptions {
      try persistentStoreCoordinator.addPersistentStore(description)
    }
  }

  /// Opens the stores, and tells of each, or why it couldn't be opened.
  public func loadPersistentStores(
    completionHandler: (PersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      do {
        let opened = try persistentStoreCoordinator.addPersistentStore(description)
        completionHandler(opened.opened, nil)
      } catch {
        completionHandler(description, error)
      }
    }
  }

  /// A context with a queue of its own.
  public func newBackgroundContext() -> ManagedObjectContext {
    let context = ManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a body with a context of its own, on that context's queue, while the program goes on.
  public func performBackgroundTask(_ body: @escaping @Sendable (ManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { body(context) }
  }

  /// Runs a body with a context of its own, on that context's queue, and gives what it gives.
  public func performBackgroundTask<Result: Sendable>(
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> Result
  ) async throws -> Result {
    let context = newBackgroundContext()
    return try await context.perform { try body(context) }
  }
}
