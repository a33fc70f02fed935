public import Foundation
internal import StrataContexts
public import StrataDescriptions
internal import Synchronization

// Unchecked, since it may be inherited from. Its own properties are constants and behind a lock.
/// A managed object model with its store and contexts, set up in one step.
///
///     let container = try NSPersistentContainer(name: "Trips", managedObjectModel: model)
///     try container.loadPersistentStores()
///     let context = container.viewContext
open class NSPersistentContainer: @unchecked Sendable {
  /// The container's name. It is also the store's file name, unless you set another URL.
  public let name: String
  /// The coordinator of the container's model and stores.
  public let persistentStoreCoordinator: NSPersistentStoreCoordinator
  /// The context of the main queue.
  open var viewContext: NSManagedObjectContext { mainContext }
  private let mainContext: NSManagedObjectContext
  private let descriptions: Mutex<[NSPersistentStoreDescription]>

  /// The model of the container's objects.
  @_disfavoredOverload
  package var managedObjectModel: ManagedObjectModel {
    persistentStoreCoordinator.managedObjectModel
  }

  /// The stores that ``loadPersistentStores()`` opens. Initially one file named after the container
  /// in ``defaultDirectoryURL()``.
  public var persistentStoreDescriptions: [NSPersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  /// Creates a container without opening its store.
  ///
  /// - Parameter classes: The model's object classes. A class belongs to the entity whose
  ///   `managedObjectClassName` is the class's name.
  /// - Throws: as the coordinator's initializer.
  public init(
    name: String, managedObjectModel: ManagedObjectModel, classes: [NSManagedObject.Type] = []
  ) throws {
    self.name = name
    persistentStoreCoordinator = try NSPersistentStoreCoordinator(
      managedObjectModel: managedObjectModel, classes: classes)
    mainContext = NSManagedObjectContext(.mainQueue)
    descriptions = Mutex([])
    begin()
  }

  /// Creates a container without opening its store, and begins the use of a model.
  ///
  /// It can't throw, as in Core Data. If the model can't be used, loading the stores throws the error.
  /// The objects' classes are those of the program that the model names.
  public init(name: String, managedObjectModel: NSManagedObjectModel) {
    self.name = name
    persistentStoreCoordinator = NSPersistentStoreCoordinator(
      managedObjectModel: managedObjectModel)
    mainContext = NSManagedObjectContext(.mainQueue)
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
    persistentStoreCoordinator = NSPersistentStoreCoordinator(
      Result { try NSManagedObjectModel(resource: name) })
    mainContext = NSManagedObjectContext(.mainQueue)
    descriptions = Mutex([])
    begin()
  }

  /// Creates a container whose objects have no classes of their own, with an open store, for a stage
  /// of a migration.
  package init(
    migrating model: NSManagedObjectModel, _ description: NSPersistentStoreDescription
  ) throws {
    name = "Migration"
    persistentStoreCoordinator = try NSPersistentStoreCoordinator(migrating: model)
    mainContext = NSManagedObjectContext(.mainQueue)
    descriptions = Mutex([])
    begin()
    persistentStoreDescriptions = [description]
    try loadPersistentStores()
  }

  private func begin() {
    mainContext.persistentStoreCoordinator = persistentStoreCoordinator
    persistentStoreDescriptions = [
      NSPersistentStoreDescription(
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
  private func makeDefaultDirectory(for description: NSPersistentStoreDescription) throws {
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
  /// ``NSPersistentStoreDescription/shouldAddStoreAsynchronously``.
  open func loadPersistentStores(
    completionHandler: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
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
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a body on a new background context's queue, without waiting for it.
  open func performBackgroundTask(_ body: @escaping @Sendable (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { body(context) }
  }

  /// Runs a body on a new background context's queue, and returns its result.
  @_disfavoredOverload
  package func performBackgroundTask<Result: Sendable>(
    _ body: @escaping @Sendable (NSManagedObjectContext) throws -> Result
  ) async throws -> Result {
    let context = newBackgroundContext()
    return try await context.perform { try body(context) }
  }
}

extension NSPersistentContainer: Hashable {
  /// True if both are the same container.
  public static func == (lhs: NSPersistentContainer, rhs: NSPersistentContainer) -> Bool {
    lhs === rhs
  }

  /// Hashes the container's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
