import StrataModel
package import StrataObservation
import StrataSchema
import StrataStorage

/// What a container and its contexts share.
package final class ContainerCore: Sendable {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  package let changes = ChangeFeed()
  /// A store for each configuration, in their order; at least one.
  let stores: [ContainerStore]
  @MainActor weak var mainContext: ModelContext?

  /// Opens the stores, each for its part of the models.
  init(
    _ models: [any PersistentModel.Type], _ schema: Schema, _ configurations: [ModelConfiguration],
    _ migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    try ModelConfiguration.check(configurations)
    let parts = try schema.divided(among: configurations, models)
    for (configuration, part) in zip(configurations, parts) {
      try configuration.relationshipInference.check(part)
    }
    self.schema = schema
    self.migrationPlan = migrationPlan
    stores = try zip(configurations, parts).map { [changes] configuration, part in
      let configuration = try configuration.found(for: part)
      let store = try Store.open(
        part, configuration, migrationPlan,
        others: Set(schema.entitiesByName.keys).subtracting(part.entitiesByName.keys))
      return try ContainerStore(
        models.filter { part.entitiesByName[$0._$entity.name] != nil }, part, configuration, store,
        changes)
    }
  }

  /// The first store: the only one as a rule.
  var first: ContainerStore { stores[0] }
}
