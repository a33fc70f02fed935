import Dispatch
import StrataModel
package import StrataObservation
import StrataSchema
import StrataStorage
import Synchronization

/// What a container and its contexts share.
package final class ContainerCore: Sendable {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  package let changes: ChangeFeed
  /// A store for each configuration, in their order; at least one.
  let stores: [ContainerStore]
  @MainActor weak var mainContext: ModelContext?

  /// Opens the stores, each for its part of the models.
  init(
    _ models: [any PersistentModel.Type], _ schema: Schema, _ configurations: [ModelConfiguration],
    _ migrationPlan: (any SchemaMigrationPlan.Type)?, changes: ChangeFeed = ChangeFeed()
  ) throws {
    self.changes = changes
    try ModelConfiguration.check(configurations)
    let parts = try schema.divided(among: configurations, models)
    for (configuration, part) in zip(configurations, parts) {
      try configuration.relationshipInference.check(part)
    }
    self.schema = schema
    self.migrationPlan = migrationPlan
    stores = try Self.atOnce(zip(configurations, parts).map { ($0, $1) }) {
      configuration, part in
      let configuration = try configuration.found(for: part)
      let store = try Store.open(
        part, configuration, migrationPlan,
        others: Set(schema.entitiesByName.keys).subtracting(part.entitiesByName.keys))
      configuration.logger.log(.info, "opened \(store.path)")
      return try ContainerStore(
        models.filter { part.entitiesByName[$0._$entity.name] != nil }, part, configuration, store,
        changes)
    }
  }

  /// Takes a store that is open.
  init(
    _ models: [any PersistentModel.Type], _ schema: Schema, _ configuration: ModelConfiguration,
    _ store: Store
  ) throws {
    try configuration.relationshipInference.check(schema)
    self.schema = schema
    changes = ChangeFeed()
    migrationPlan = nil
    stores = [try ContainerStore(models, schema, configuration, store, changes)]
  }

  /// Takes the stores of others, which tell the feed of what other processes save.
  init(joining cores: [ContainerCore], _ schema: Schema, changes: ChangeFeed) {
    self.schema = schema
    self.changes = changes
    migrationPlan = nil
    stores = cores.flatMap(\.stores)
  }

  /// Opens several stores at the same time, since one may have to wait or to be migrated.
  ///
  /// - Throws: the error of the first, in their order, that can't be opened, when all are done.
  private static func atOnce(
    _ parts: [(ModelConfiguration, Schema)],
    _ open: @Sendable (ModelConfiguration, Schema) throws -> ContainerStore
  ) throws -> [ContainerStore] {
    guard parts.count > 1 else { return try parts.map(open) }
    let opened = Mutex<[Int: Result<ContainerStore, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: parts.count) { index in
      let result = Result { try open(parts[index].0, parts[index].1) }
      opened.withLock { $0[index] = result }
    }
    let results = opened.withLock { $0 }
    return try parts.indices.compactMap { try results[$0]?.get() }
  }

  /// The first store: the only one as a rule.
  var first: ContainerStore { stores[0] }
}
