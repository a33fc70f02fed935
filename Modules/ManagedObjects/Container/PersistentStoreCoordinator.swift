internal import Foundation
public import StrataDescriptions
public import StrataStack
import StrataCoreDataStores
import StrataSchema
internal import Synchronization

/// A model and the store that its objects are in, for any number of contexts.
public final class PersistentStoreCoordinator: Sendable {
  /// What the objects are.
  public let managedObjectModel: ManagedObjectModel
  let objectModel: ObjectModel
  private let state = Mutex(State())

  private struct State {
    var descriptions: [PersistentStoreDescription] = []
    var container: ModelContainer?
    /// The path of a store of another library, which is only read.
    var foreignPath: String?
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

  /// The stores that are open.
  public var persistentStores: [PersistentStoreDescription] {
    state.withLock { $0.descriptions }
  }

  /// Opens a store, making it first where there is none. A store that Core Data or SwiftData has made is
  /// opened as well, and only read, unless the description says how it is written.
  ///
  /// - Throws: `StorageError`, `CoreDataStoreError`, `ConfigurationError`,
  ///   ``ManagedObjectError/unsupported(_:)`` where a store is open already.
  @discardableResult
  public func addPersistentStore(
    _ description: PersistentStoreDescription
  ) throws -> PersistentStoreDescription {
    guard state.withLock({ $0.container == nil }) else {
      throw ManagedObjectError.unsupported(
        "a coordinator has one store here, and one is open already; give the other a coordinator of its own"
      )
    }
    if let name = description.configuration {
      guard managedObjectModel.configurations.contains(where: { $0.name == name }) else {
        throw ManagedObjectError.unsupported("the model has no configuration \(name)")
      }
      throw ManagedObjectError.unsupported(
        "a store has all of a model here; leave the configuration \(name) out")
    }
    var opened = description
    let foreign = try Self.foreignStore(description, managedObjectModel)
    let container: ModelContainer
    if let foreign, let policy = description.coreDataWritePolicy, !description.isReadOnly {
      container = try ModelContainer(for: objectModel.schema, editing: foreign, policy: policy)
    } else if let foreign {
      container = try ModelContainer(for: objectModel.schema, in: foreign)
      opened.isReadOnly = true
    } else {
      container = try ModelContainer(
        for: objectModel.schema, configurations: [Self.configuration(description)])
    }
    state.withLock { state in
      state.container = container
      state.descriptions = [opened]
      state.foreignPath = opened.isReadOnly ? foreign?.url.path : nil
    }
    return opened
  }

  private static func configuration(
    _ description: PersistentStoreDescription
  ) -> ModelConfiguration {
    guard description.type == .sqlite, let url = description.url, url.path != "/dev/null" else {
      return ModelConfiguration(isStoredInMemoryOnly: true)
    }
    return ModelConfiguration(url: url, allowsSave: !description.isReadOnly)
  }

  /// The store, where Core Data or SwiftData has made it.
  private static func foreignStore(
    _ description: PersistentStoreDescription, _ model: ManagedObjectModel
  ) throws -> CoreDataStore? {
    guard description.type == .sqlite, let url = description.url, url.path != "/dev/null",
      FileManager.default.fileExists(atPath: url.path), try CoreDataStore.isStore(at: url)
    else { return nil }
    return try CoreDataStore(url: url, model: model)
  }

  /// The open stores by SwiftData's words.
  ///
  /// - Throws: ``ManagedObjectError/noStore``.
  public func container() throws(ManagedObjectError) -> ModelContainer {
    guard let container = state.withLock({ $0.container }) else { throw .noStore }
    return container
  }

  func checkWritable() throws(ManagedObjectError) {
    if let path = state.withLock({ $0.foreignPath }) { throw .readOnlyStore(path: path) }
  }
}
