package import Foundation
package import StrataModel
@_spi(Query) package import StrataContexts
import StrataCoreDataStores
import StrataDescriptions
import StrataObservation
import StrataQuery
import StrataSchema
import StrataStorage

extension NSPersistentStoreDescription {
  /// True if the store has no file.
  var isKeptInMemory: Bool { type == .inMemory || url?.path == "/dev/null" }
}

/// Opens a store by its description.
struct StoreOpening {
  let description: NSPersistentStoreDescription
  let objectModel: ObjectModel
  private let changes: ChangeFeed

  init(
    _ description: NSPersistentStoreDescription, _ objectModel: ObjectModel, _ changes: ChangeFeed
  ) {
    // A copy, so that later changes to the description don't affect this store.
    self.description = description.copied()
    self.objectModel = objectModel
    self.changes = changes
  }

  /// An open store, with the objects that keep it open.
  struct Opened: Sendable {
    let store: NSPersistentStore
    let container: ModelContainer
    /// Forwards changes to another library's store to the coordinator's subscribers.
    var subscription: ChangeFeed.Subscription?
    /// Posts the store's saves, if the description asks for it.
    var remoteChanges: RemoteChanges?

    /// True if the store has no objects.
    var isEmpty: Bool {
      get throws {
        let context = ModelContext(container)
        return try container.schema.entities.allSatisfy { entity in
          try entity.superentity != nil || context.fetchCount(Query(entity: entity.name)) == 0
        }
      }
    }

    /// True if one of the entities is in another store.
    func sharesEntities(with others: [NSPersistentStore]) -> Bool {
      others.contains { !$0.entities.isDisjoint(with: store.entities) }
    }

    /// Checks that no other store contains one of the entities, or that this store waits for the others to be removed: it
    /// has no objects, which a fetch would pass over, and no entities but theirs.
    ///
    /// - Throws: ``ManagedObjectError/keptTwice(entity:store:)``.
    func check(isEmpty: Bool, beside others: [NSPersistentStore]) throws(ManagedObjectError) {
      let all = others.reduce(into: Set<String>()) { $0.formUnion($1.entities) }
      if isEmpty, store.entities.isSubset(of: all) { return }
      for other in others {
        guard let entity = other.entities.intersection(store.entities).min() else { continue }
        throw .keptTwice(entity: entity, store: "\(other)")
      }
    }
  }

  /// Opens the store, beside others that are already open.
  func open(beside others: [NSPersistentStore]) throws -> Opened {
    try description.checkOptions()
    try checkPlace(others)
    let part = try schema()
    try checkVersion(of: Set(part.entitiesByName.keys))
    if let foreign = try foreignStore() {
      let container: ModelContainer
      let policy = description.isReadOnly ? nil : description.coreDataWritePolicy
      if let policy {
        container = try ModelContainer(for: part, editing: foreign, policy: policy)
      } else {
        description.isReadOnly = true
        container = try ModelContainer(
          for: part, in: foreign, describesUnreadableData: true)
      }
      return Opened(
        store: NSPersistentStore(
          description, container, foreignPath: policy == nil ? foreign.url.path : nil),
        container: container,
        subscription: container.changes.subscribe { [changes] in changes.publish($0) })
    }
    let container = try ModelContainer(
      part: part, configuration: configuration, changes: changes)
    return Opened(
      store: NSPersistentStore(description, container, foreignPath: nil), container: container)
  }

  private func checkPlace(_ others: [NSPersistentStore]) throws(ManagedObjectError) {
    guard [.sqlite, .binary, .inMemory].contains(description.type) else {
      throw .unsupported(
        "there is no store of the type \(description.type.rawValue); use NSSQLiteStoreType, "
          + "NSBinaryStoreType or NSInMemoryStoreType")
    }
    guard !description.isKeptInMemory else { return }
    guard let url = description.url else {
      throw .unsupported("a store of the type \(description.type.rawValue) needs a URL")
    }
    guard url.isFileURL else {
      throw .unsupported("\(url) is no place in the file system, and a store is a file")
    }
    let path = url.resolvingSymlinksInPath().standardizedFileURL.path
    for other in others where other.url?.resolvingSymlinksInPath().standardizedFileURL.path == path
    {
      throw .unsupported(
        "the store at \(url.path) is open already; give the other one its own file")
    }
  }

  private var configuration: ModelConfiguration {
    let name = description.configuration
    guard !description.isKeptInMemory, let url = description.url else {
      return ModelConfiguration(
        name, isStoredInMemoryOnly: true, allowsSave: !description.isReadOnly)
    }
    return ModelConfiguration(name, url: url, allowsSave: !description.isReadOnly)
  }

  /// Opens the store as one of Core Data or SwiftData, or returns nil if it isn't.
  private func foreignStore() throws -> CoreDataStore? {
    guard !description.isKeptInMemory, let url = description.url,
      FileManager.default.fileExists(atPath: url.path), try CoreDataStore.isStore(at: url)
    else { return nil }
    return try CoreDataStore(url: url, model: objectModel.model)
  }

  /// The schema of the store's entities: those of the configuration, each with its whole hierarchy.
  ///
  /// - Throws: ``ManagedObjectError/relatedOutside(entity:key:destination:configuration:)``, or
  ///   ``ManagedObjectError/unsupported(_:)`` if the model has no such configuration.
  func schema() throws -> Schema {
    let model = objectModel.model
    guard let name = description.configuration else { return objectModel.schema }
    guard let found = model.configurations.first(where: { $0.name == name }) else {
      // The model editor's names for the configuration with all entities.
      if ["Default", NSManagedObjectModel.defaultConfiguration].contains(name) {
        return objectModel.schema
      }
      throw ManagedObjectError.unsupported(
        "the model has no configuration \(name); it has "
          + (model.configurations.isEmpty
            ? "none" : model.configurations.map(\.name).joined(separator: ", ")))
    }
    let whole = objectModel.schema
    let roots = Set(found.entityNames.compactMap { whole.entitiesByName[$0]?.root.name })
    let entities = whole.entities.filter { roots.contains($0.root.name) }
    guard !entities.isEmpty else {
      throw ManagedObjectError.unsupported("the configuration \(name) has no entities")
    }
    let names = Set(entities.map(\.name))
    for entity in entities {
      for relationship in entity.relationships where !names.contains(relationship.destination) {
        throw ManagedObjectError.relatedOutside(
          entity: entity.name, key: relationship.name, destination: relationship.destination,
          configuration: name)
      }
    }
    return try Schema(
      entities: entities, version: whole.version,
      modelTypes: entities.compactMap { objectModel.entities[$0.name]?.objectClass })
  }
}

extension Schema.Entity {
  /// The entity at the top of the hierarchy.
  fileprivate var root: Schema.Entity { superentity?.root ?? self }
}

extension ModelContainer {
  /// Opens a store of this library without a program's classes, by the schema that the store records.
  ///
  /// Each entity gets a generated class, whose objects you read and change by name. The recorded schema stays as it is.
  /// A program's own rules, which are in its classes, don't apply. The schema has no initial values.
  ///
  /// - Parameter allowsSave: False to read the store only.
  /// - Throws: `StorageError` if there is no such store, or if it doesn't record its schema. ``ManagedObjectError`` for
  ///   a hierarchy that is too deep.
  package convenience init(recordedAt url: URL, allowsSave: Bool = true) throws {
    let store = try Store.openRecorded(at: url)
    let model = try ObjectModel.of(recorded: store.schema)
    try self.init(
      part: model.schema,
      configuration: ModelConfiguration(url: url, allowsSave: allowsSave), changes: ChangeFeed())
  }

  /// Opens a store by the schema that it records, with classes of the program's for some of its entities.
  ///
  /// - Parameter types: The classes. The store has their entities.
  /// - Throws: as `init(recordedAt:allowsSave:)`.
  package convenience init(recordedAt url: URL, adding types: [any PersistentModel.Type]) throws {
    let added = Schema(types)
    let recorded = try Store.openRecorded(at: url).schema
    let rest = try Schema(
      entities: recorded.entities.filter { added.entitiesByName[$0.name] == nil },
      version: recorded.version, modelTypes: nil, wasRead: true)
    let model = try ObjectModel.of(recorded: rest)
    let schema = try Schema(
      entities: model.schema.entities + added.entities, version: recorded.version,
      modelTypes: (model.schema.modelTypes ?? []) + (added.modelTypes ?? []), wasRead: true)
    try self.init(
      part: schema, configuration: ModelConfiguration(url: url), changes: ChangeFeed())
  }
}
