package import StrataModel
package import StrataObservation
package import StrataSchema
package import StrataStorage

/// One of a container's stores, as object graphs use it.
package final class GraphStore: Sendable {
  /// The name of the store's configuration.
  package let name: String
  package let store: Store
  /// The entities of the store's objects, by their indices.
  package let entities: [GraphEntity]
  /// The features of saves that the entities need, in their order.
  let stages: [any SaveStage]
  /// The scopes of the objects that aren't deleted, of each class with `@Attribute(.deletedAt)`.
  let deletionScopes: [QueryScope]
  /// The policy of graphs that set no other.
  let uniqueConflictPolicy: UniqueConflictPolicy
  package let logger: (any ModelLogger)?
  /// Called before each snapshot and each save, on its thread.
  let onUse: (@Sendable () -> Void)?
  /// The identifiers of the objects' custom store, or nil if the store is Strata's own.
  package let identifiers: StoreIdentifiers?

  /// Describes the entities of model classes.
  ///
  /// - Throws: `StorageError` if the store lacks the table of a class.
  package init(
    _ models: [any PersistentModel.Type], _ schema: Schema, _ store: Store, name: String,
    uniqueConflictPolicy: UniqueConflictPolicy, logger: (any ModelLogger)?,
    onUse: (@Sendable () -> Void)? = nil, identifiers: StoreIdentifiers? = nil
  ) throws {
    self.identifiers = identifiers
    self.name = name
    self.store = store
    self.uniqueConflictPolicy = uniqueConflictPolicy
    self.logger = logger
    self.onUse = onUse
    let indices = Dictionary(
      models.enumerated().map { ($1._$entity.name, EntityIndex($0)) },
      uniquingKeysWith: { first, _ in first })
    entities = try models.enumerated().map { index, model in
      try GraphEntity(
        EntityIndex(index), model._$entity, schema: schema, store: store, indices: indices,
        models: models)
    }
    stages = SaveStages.stages(of: entities)
    deletionScopes = entities.compactMap { QueryScope(withoutDeleted: $0) }
  }
}

/// The context of a graph, as the graph uses it.
package protocol GraphContext: AnyObject {
  /// The author of the context's saves.
  var author: String? { get }
  /// True for the main context of a container.
  var isMain: Bool { get }
  /// True once the context's `deinit` runs.
  var isDeinitializing: Bool { get }
  /// True if there are observers of the notifications of saves.
  var isHeard: Bool { get }
  /// True if the context's owner needs the deleted objects of a save.
  var wantsDeletedObjects: Bool { get }
  /// Called with an error that the graph couldn't throw, at a time when the graph may be used
  /// again.
  func report(_ error: any Error)
  /// Called before the graph detaches an object whose row another context deleted.
  func graphWillLose(_ model: any PersistentModel)
  /// Called when an object gets another key.
  func keyDidChange(from old: Int64, to new: Int64, in graph: ObjectGraph, _ root: EntityIndex)
}
