public import StrataModel
public import StrataObservation
public import StrataSchema
package import StrataStorage

/// A schema and the store that its objects are in, or several stores for parts of it. Shared by any
/// number of contexts, of any isolation.
public final class ModelContainer: Sendable {
  let core: ContainerCore
  // The container keeps its main context, which keeps only the core, so that they release each other.
  // All other contexts keep the container.
  @MainActor private var ownedMainContext: OwnedMainContext?

  /// What the stores hold together.
  public var schema: Schema { core.schema }
  /// Where the store is; the first one where there are several.
  public var configuration: ModelConfiguration { core.first.configuration }
  /// Where the stores are.
  public var configurations: Set<ModelConfiguration> { Set(core.stores.map(\.configuration)) }
  /// How stores of earlier versions of the models become stores of these; nil where the models alone
  /// say it.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }
  /// Tells of each save of this container's contexts, once for each store that was written.
  public var changes: ChangeFeed { core.changes }
  package var store: Store { core.first.store }
  /// A store for each configuration, in their order.
  package var origins: [ContainerStore] { core.stores }

  /// The store of a configuration; the first for nil.
  package func origin(
    in configuration: ModelConfiguration.ID?
  ) throws(ConfigurationError) -> ContainerStore {
    guard let configuration else { return core.first }
    let origin = core.stores.first { $0.configuration.name == configuration }
    guard let origin else { throw .unknown(configuration) }
    return origin
  }

  /// Opens a store for some model classes and all that they are related to, or a store for each
  /// configuration.
  ///
  /// Blocks its thread for as long as the store is migrated, and for up to ten seconds where another program
  /// is just opening, migrating, compacting or restoring it. [Concurrency](Concurrency.md) shows how to open
  /// one without keeping the main actor waiting.
  ///
  /// - Throws: `SchemaError` when the classes don't fit together, ``ConfigurationError`` when they
  ///   can't be divided as the configurations want it, `StorageError` when a store can't be opened or
  ///   doesn't fit the models, ``MigrationError`` when the plan can't be followed.
  public convenience init(
    for types: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for a list of model classes and all that they are related to.
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
    if let problem = schema.problem { throw problem }
    guard let models = schema.models else { throw StackError.schemaWithoutModels }
    if schema.wasRead { try schema.checkAgreement(with: models) }
    self.init(
      try ContainerCore(
        models, schema, configurations.isEmpty ? [ModelConfiguration()] : configurations,
        migrationPlan))
  }

  init(_ core: ContainerCore) { self.core = core }

  /// A container of a store that is open, for the classes of a schema.
  ///
  /// - Throws: `SchemaError` when the classes don't fit together, ``StackError/schemaWithoutModels``.
  package convenience init(
    _ schema: Schema, _ configuration: ModelConfiguration, _ store: Store
  ) throws {
    if let problem = schema.problem { throw problem }
    guard let models = schema.models else { throw StackError.schemaWithoutModels }
    self.init(try ContainerCore(models, schema, configuration, store))
  }

  /// The context of the main actor; made when it is first asked for. What other contexts save is
  /// merged into it as soon as the main actor is free.
  ///
  /// It ends with its container, on the main actor. Where the main actor releases the container last, the
  /// context has saved before that returns. Where another thread does, the context saves as soon as the main
  /// actor is free.
  @MainActor public var mainContext: ModelContext {
    if let context = core.mainContext { return context }
    let context = ModelContext(mainContextOf: self)
    core.mainContext = context
    ownedMainContext = OwnedMainContext(context)
    context.beginMainActorDuties()
    return context
  }
}

/// Keeps a container's main context, and releases it on the main actor. A container can be released by any
/// thread, and a context that ends saves, calls its objects' methods and cuts their links.
@MainActor private final class OwnedMainContext {
  private let context: ModelContext

  init(_ context: ModelContext) { self.context = context }

  isolated deinit {}
}
