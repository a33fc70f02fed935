public import Foundation
internal import StrataContexts
public import StrataDescriptions
internal import Synchronization

// Unchecked, since it may be inherited from. Its own properties are constants and behind a lock.
/// A managed object model with its store and contexts, set up in one step.
///
///     let container = try PersistentContainer(name: "Trips", managedObjectModel: model)
///     try container.loadPersistentStores()
///     let context = container.viewContext
open class PersistentContainer: @unchecked Sendable {
  /// The container's name. It is also the store's file name, unless you set another URL.
  public let name: String
  /// The coordinator of the container's model and stores.
  public let persistentStoreCoordinator: PersistentStoreCoordinator
  /// The context of the main queue.
  open var viewContext: ManagedObjectContext { mainContext }
  private let mainContext: ManagedObjectContext
  private let descriptions: Mutex<[PersistentStoreDescription]>

  /// The model of the container's objects.
  @_disfavoredOverload
  public var managedObjectModel: ManagedObjectModel {
    persistentStoreCoordinator.managedObjectModel
  }

  /// The stores that ``loadPersistentStores()`` opens. Initially one file named after the container
  /// in ``defaultDirectoryURL()``.
  public var persistentStoreDescriptions: [PersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  /// Creates a container without opening its store.
  ///
  /// - Parameter classes: The model's object classes. A class belongs to the entity whose
  ///   `managedObjectClassName` is the class's name.
  /// - Throws: as the coordinator's initializer.
  public init(
    name: String, managedObjectModel: ManagedObjectModel, classes: [ManagedObject.Type] = []
  ) throws {
    self.name = name
    persistentStoreCoordinator = try PersistentStoreCoordinator(
      managedObjectModel: managedObjectModel, classes: classes)
    mainContext = ManagedObjectContext(.mainQueue)
    descriptions = Mutex([])
    begin()
  }

  /// Creates a container without opening its store, and begins the use of a model.
  ///
  /// It can't throw, as in Core Data. If the model can't be used, loading the stores throws the error.
  /// The objects' classes are those of the program that the model names.
  public init(name: String, managedObjectModel: MutableManagedObjectModel) {
    self.name = name
    persistentStoreCoordinator = PersistentStoreCoordinator(managedObjectModel: managedObjectModel)
    mainContext = ManagedObjectContext(.mainQueue)
    descriptions = Mutex([])
    begin()
  }

  /// Creates a container of the model with its name: a file `NAME.momd`, `NAME.mom`,
  /// `NAME.xcdatamodeld` or `NAME.xcdatamodel` among the resources of the program or its libraries.
  ///
  /// It can't throw, as in Core Data. If there is no such model, or it can't be read, loading the
  /// stores throws the error.
  public init(name: String) {
    self.name = name
    persistentStoreCoordinator = PersistentStoreCoordinator(
      Result { try MutableManagedObjectModel(resource: name) })
    mainContext = ManagedObjectContext(.mainQueue)
    descriptions = Mutex([])
    begin()
  }

  /// Creates a container whose objects have no classes of their own, with an open store, for a stage
  /// of a migration.
  package init(
    migrating model: MutableManagedObjectModel, _ description: PersistentStoreDescription
  ) throws {
    name = "Migration"
    persistentStoreCoordinator = try PersistentStoreCoordinator(migrating: model)
    mainContext = ManagedObjectContext(.mainQueue)
    descriptions = Mutex([])
    begin()
    persistentStoreDescriptions = [description]
    try loadPersistentStores()
  }

  private func begin() {
    mainContext.persistentStoreCoordinator = persistentStoreCoordinator
    persistentStoreDescriptions = [
      PersistentStoreDescription(
        url: Self.defaultDirectoryURL().appendingPathComponent("\(name).sqlite"))
    ]
  }

  /// The directory of stores without a URL of their own: the program's, in the user's data
  /// directory.
  open class func defaultDirectoryURL() -> URL { .programFolder }

  /// Opens the stores that ``persistentStoreDescriptions`` describes.
  ///
  /// It makes the directory ``defaultDirectoryURL()`` if a store is there.
  ///
  /// - Throws: as the coordinator's `addPersistentStore(_:)`, or the error of a directory that can't be
  ///   made.
  public func loadPersistentStores() throws {
    for description in persistentStoreDescriptions {
      try makeDefaultDirectory(for: description)
      try persistentStoreCoordinator.addPersistentStore(description)
    }
  }

  /// Makes the directory of stores without a URL of their own, if a store is in it. Other directories
  /// are the program's.
  private func makeDefaultDirectory(for description: PersistentStoreDescription) throws {
    let directory = type(of: self).defaultDirectoryURL()
    guard !description.isKeptInMemory, !description.isReadOnly, let url = description.url,
      url.isFileURL,
      url.deletingLastPathComponent().standardizedFileURL.path
        == directory.standardizedFileURL.path
    else { return }
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Opens the stores, and calls a handler with the description or error of each.
  ///
  /// It calls the handler before it returns, or in the background for a store whose description says
  /// ``PersistentStoreDescription/shouldAddStoreAsynchronously``.
  open func loadPersistentStores(
    completionHandler: @escaping (PersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      do {
        try makeDefaultDirectory(for: description)
        if description.shouldAddStoreAsynchronously {
          persistentStoreCoordinator.addInBackground(description, completionHandler)
          continue
        }
        let opened = try persistentStoreCoordinator.addPersistentStore(description)
        completionHandler(opened.opened, nil)
      } catch {
        completionHandler(description, error)
      }
    }
  }

  /// Creates a context with a queue of its own.
  open func newBackgroundContext() -> ManagedObjectContext {
    let context = ManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a body on a new background context's queue, without waiting for it.
  open func performBackgroundTask(_ body: @escaping @Sendable (ManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { body(context) }
  }

  /// Runs a body on a new background context's queue, and returns its result.
  @_disfavoredOverload
  public func performBackgroundTask<Result: Sendable>(
    _ body: @escaping @Sendable (ManagedObjectContext) throws -> Result
  ) async throws -> Result {
    let context = newBackgroundContext()
    return try await context.perform { try body(context) }
  }
}

extension PersistentContainer: Hashable {
  /// True if both are the same container.
  public static func == (lhs: PersistentContainer, rhs: PersistentContainer) -> Bool {
    lhs === rhs
  }

  /// Hashes the container's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
