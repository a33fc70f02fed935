internal import Foundation
import StrataGraph
@_spi(Query) public import StrataModel
public import StrataSchema
import StrataStorage

/// Strata's own store as a ``DataStore``, for code that is written against that protocol.
///
/// A container with a ``ModelConfiguration`` doesn't need it: its contexts use the store itself.
public final class DefaultStore: DataStore, DataStoreBatching {
  /// The configuration that the store was made with.
  public let configuration: ModelConfiguration
  /// The classes of the store.
  public let schema: Schema
  private let container: ModelContainer

  /// The configuration's name.
  public var name: String { configuration.name }
  /// The store's identifier.
  public var identifier: String { container.store.identifier.uuidString }

  /// Opens the store.
  ///
  /// - Throws: as `ModelContainer.init(for:migrationPlan:configurations:)`. ``StackError/schemaWithoutModels`` if
  ///   the configuration has no schema.
  public init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    guard let schema = configuration.schema else { throw StackError.schemaWithoutModels }
    self.configuration = configuration
    self.schema = schema
    container = try ModelContainer(
      for: schema, migrationPlan: migrationPlan, configurations: [configuration])
  }

  private func context(_ state: EditingState) -> ModelContext {
    let context = ModelContext(container)
    context.author = state.author
    // The container that asks has set them.
    context.setsTimestamps = false
    return context
  }

  /// Returns the snapshots of the saved objects that match.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let models = try context(request.editingState).fetch(request.descriptor)
    return DataStoreFetchResult(
      descriptor: request.descriptor, fetchedSnapshots: models.map { DefaultSnapshot(of: $0) })
  }

  /// Counts the saved objects that match.
  ///
  /// - Throws: as `ModelContext.fetchCount(_:)`.
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try context(request.editingState).fetchCount(request.descriptor)
  }

  /// Returns the identifiers of the saved objects that match.
  ///
  /// - Throws: as `ModelContext.fetchIdentifiers(_:)`.
  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try context(request.editingState).fetchIdentifiers(request.descriptor)
  }

  /// Saves all changes in one transaction.
  ///
  /// - Throws: as `ModelContext.save()`. ``StackError/notFound(_:)`` for an identifier that names no object.
  ///   ``DataStoreError/invalidValue(object:property:reason:)``.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    let context = context(request.editingState)
    var models: [PersistentIdentifier: any PersistentModel] = [:]
    for snapshot in request.inserted {
      models[snapshot.persistentIdentifier] = try context.makeObject(
        entity: snapshot.persistentIdentifier.entityName)
    }
    func model(_ identifier: PersistentIdentifier) throws -> any PersistentModel {
      if let model = models[identifier] { return model }
      let entity = identifier.entityName
      guard let key = context.graph(named: entity).key(of: identifier),
        let model = try context.model(entity: entity, key: key)
      else { throw StackError.notFound(identifier) }
      models[identifier] = model
      return model
    }
    let changed = request.inserted + request.updated
    for snapshot in changed {
      let model = try model(snapshot.persistentIdentifier)
      let entity = type(of: model)._$entity
      let content = try SnapshotContent(snapshot, of: entity)
      for (index, columns) in content.columns {
        try model.setColumnValues(columns, forKey: entity.properties[index].name)
      }
    }
    context.insert(contentsOf: request.inserted.compactMap { models[$0.persistentIdentifier] })
    for snapshot in changed {
      let owner = try model(snapshot.persistentIdentifier)
      let entity = type(of: owner)._$entity
      for (index, targets) in try SnapshotContent(snapshot, of: entity).targets {
        // The other end of a to-one relationship says the same.
        guard let relationship = entity.relationships[index],
          relationship.isToOne || relationship.usesLinkTable
        else { continue }
        let name = entity.properties[index].name
        let related = try targets.map { try model($0) }
        if relationship.isToOne {
          try owner.setRelated(related.first, forKey: name)
        } else {
          try owner.setRelated(related, forKey: name)
        }
      }
    }
    for snapshot in request.deleted { context.purge(try model(snapshot.persistentIdentifier)) }
    try context.save()
    return DataStoreSaveChangesResult(
      for: identifier,
      remappedIdentifiers: request.inserted.reduce(into: [:]) { map, snapshot in
        let old = snapshot.persistentIdentifier
        map[old] = models[old]?.persistentModelID
      })
  }

  /// Deletes the objects that match, with their delete rules.
  ///
  /// - Throws: as `ModelContext.delete(model:where:includeSubclasses:)` and `ModelContext.save()`.
  public func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    let context = context(request.editingState)
    try context.delete(
      model: T.self, where: request.predicate, includeSubclasses: request.includeSubclasses)
    try context.save()
  }

  /// Deletes all objects.
  ///
  /// - Throws: as `ModelContainer.erase()`.
  public func erase() throws { try container.erase() }
}

extension ModelConfiguration: DataStoreConfiguration {
  /// Strata's own store.
  public typealias Store = DefaultStore
}
