public import StrataModel
public import StrataObservation
public import StrataSQLite
public import StrataSchema
package import StrataStorage

/// A schema with the store of its objects, or with several stores for parts of it.
///
/// Any number of contexts, on any isolation, can share a container.
public final class ModelContainer: Sendable {
  let core: ContainerCore
  // The container retains its main context, which retains only the core, so that there is no cycle.
  // All other contexts retain the container.
  @MainActor private var ownedMainContext: OwnedMainContext?

  /// The schema of all stores.
  public var schema: Schema { core.schema }
  /// The configuration of the store, or of the first one if there are several.
  public var configuration: ModelConfiguration { core.first.configuration }
  /// The configurations of all stores.
  public var configurations: Set<ModelConfiguration> { Set(core.stores.map(\.configuration)) }
  /// The plan that migrates stores of earlier versions, or nil if they are migrated without one.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }
  /// The feed of saves by this container's contexts, with one notification for each written store.
  public var changes: ChangeFeed { core.changes }
  package var store: Store { core.first.store }
  /// The store of each configuration, in their order.
  package var origins: [ContainerStore] { core.stores }

  /// The store of a configuration, or the first one for nil.
  package func origin(
    in configuration: ModelConfiguration.ID?
  ) throws(ConfigurationError) -> ContainerStore {
    guard let configuration else { return core.first }
    let origin = core.stores.first { $0.configuration.name == configuration }
    guard let origin else { throw .unknown(configuration) }
    return origin
  }

  /// Opens a store for model classes and all their related classes, or a store for each
  /// configuration.
  ///
  /// This blocks its thread while the store is migrated. It may wait up to ten seconds while
  /// another program opens, migrates, compacts or restores the store. [Concurrency](Concurrency.md)
  /// shows how to open a store without blocking the main actor.
  ///
  /// - Throws: `SchemaError` if the classes don't fit together. ``ConfigurationError`` if they
  ///   can't be divided among the configurations. `StorageError` if a store can't be opened or
  ///   doesn't fit the models. ``MigrationError`` if the migration plan fails.
  public convenience init(
    for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for a list of model classes and all their related classes.
  ///
  /// - Throws: as `init(for:migrationPlan:configurations:)`.
  public convenience init(
    for types: [any PersistentModel.Type],
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configuration: ModelConfiguration = ModelConfiguration()
  ) throws {
    try self.init(
      for: Schema(types), migrationPlan: migrationPlan, configurations: [configuration])
  }

  /// Opens a store for the classes of a schema, or a store for each configuration.
  ///
  /// - Throws: as `init(for:migrationPlan:configurations:)`.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for the classes of a schema, or a store for each configuration.
  ///
  /// - Throws: as `init(for:migrationPlan:configurations:)`.
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    try self.init(
      for: schema, migrationPlan: migrationPlan, configurations,
      CustomConfigurations(all: [:]))
  }

  /// Opens a store for each configuration. Those of custom stores have the same names.
  convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    _ configurations: [ModelConfiguration], _ custom: CustomConfigurations
  ) throws {
    if let problem = schema.problem { throw problem }
    guard let models = schema.models else { throw StackError.schemaWithoutModels }
    if schema.wasRead { try schema.checkAgreement(with: models) }
    self.init(
      try ContainerCore(
        models, schema, configurations.isEmpty ? [ModelConfiguration()] : configurations,
        migrationPlan, custom: custom))
  }

  init(_ core: ContainerCore) { self.core = core }

  /// The counts of fetches, saves and waits of all stores since they were opened, and of their connections.
  ///
  /// A test compares the numbers before and after a piece of work to find fetches and round trips that it shouldn't need.
  public var statistics: StoreStatistics {
    core.stores.dropFirst().reduce(core.first.store.statistics) { $0 + $1.store.statistics }
  }

  /// The counts of one store since it was opened.
  ///
  /// - Throws: ``ConfigurationError`` if the container has no such configuration.
  public func statistics(
    of configuration: ModelConfiguration.ID
  ) throws(ConfigurationError) -> StoreStatistics {
    try origin(in: configuration).store.statistics
  }

  /// Creates a container for an open store, with the classes of a schema.
  ///
  /// - Throws: `SchemaError` if the classes don't fit together, ``StackError/schemaWithoutModels``.
  package convenience init(
    _ schema: Schema, _ configuration: ModelConfiguration, _ store: Store
  ) throws {
    if let problem = schema.problem { throw problem }
    guard let models = schema.models else { throw StackError.schemaWithoutModels }
    self.init(try ContainerCore(models, schema, configuration, store))
  }

  /// The context of the main actor, created on first access.
  ///
  /// It merges other contexts' saves as soon as the main actor is free. When the container is
  /// released on the main actor, the context has saved before the release returns. When another
  /// thread releases it, the context saves as soon as the main actor is free.
  @MainActor public var mainContext: ModelContext {
    if let context = core.mainContext { return context }
    let context = ModelContext(mainContextOf: self)
    core.mainContext = context
    ownedMainContext = OwnedMainContext(context)
    context.beginMainActorDuties()
    return context
  }
}

/// Retains a container's main context and releases it on the main actor.
///
/// Any thread may release a container, but a context that is released saves, calls methods of its
/// objects and cuts their links.
@MainActor private final class OwnedMainContext {
  private let context: ModelContext

  init(_ context: ModelContext) { self.context = context }

  isolated deinit {}
}

extension ModelContainer {
  /// Deletes all objects of all stores at once, without applying delete rules.
  ///
  /// Contexts merge this like other deletions. Their new, unsaved objects remain. If there are
  /// several stores, each is erased in a transaction of its own.
  ///
  /// - Throws: `StorageError` if a store can't be written.
  public func erase() throws {
    for store in core.stores {
      try store.custom?.erase()
      // The rows of a custom store are deleted as those of any object that it no longer returns.
      let number = try store.custom.map { try $0.refresh(nil) } ?? store.store.erase()
      if let number { changes.publish(number) }
    }
  }

  /// Deletes all objects of all stores and ignores errors.
  ///
  /// This is SwiftData's older method. Prefer ``erase()``, which throws.
  public func deleteAllData() { try? erase() }
}

extension ModelContainer: Equatable {
  /// True if both are the same container.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs.core === rhs.core }
}

// For stores that are opened one after another: each has its own container, and another container
// combines their stores.
extension ModelContainer {
  /// Creates a container with a store for a part of a schema.
  ///
  /// - Parameter changes: The feed of saves, which containers of the same stores share.
  /// - Throws: as `init(for:migrationPlan:configurations:)`.
  package convenience init(
    part schema: Schema, configuration: ModelConfiguration, changes: ChangeFeed
  ) throws {
    guard let models = schema.models else { throw StackError.schemaWithoutModels }
    self.init(try ContainerCore(models, schema, [configuration], nil, changes: changes))
  }

  /// Creates a container with the stores of at least one other, whose classes are distinct.
  package convenience init(
    joining containers: [ModelContainer], schema: Schema, changes: ChangeFeed
  ) {
    self.init(ContainerCore(joining: containers.map(\.core), schema, changes: changes))
  }
}
