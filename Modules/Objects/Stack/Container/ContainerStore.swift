internal import StrataModel
internal import StrataObservation
internal import StrataSchema
package import StrataStorage

/// One of a container's stores: what it keeps, where, and how it is watched.
package final class ContainerStore: Sendable {
  let configuration: ModelConfiguration
  package let store: Store
  /// Notices what other processes save.
  package let watch: StoreWatch
  package let entities: [GraphEntity]

  init(
    _ models: [any PersistentModel.Type], _ schema: Schema, _ configuration: ModelConfiguration,
    _ store: Store, _ changes: ChangeFeed
  ) throws {
    self.configuration = configuration
    self.store = store
    let indices = Dictionary(
      models.enumerated().map { ($1._$entity.name, EntityIndex($0)) },
      uniquingKeysWith: { first, _ in first })
    watch = StoreWatch(store, changes)
    entities = try models.enumerated().map { index, model in
      try GraphEntity(
        EntityIndex(index), model._$entity, schema: schema, store: store, indices: indices)
    }
  }
}
