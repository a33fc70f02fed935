import StrataGraph
public import StrataModel
import StrataObservation
public import StrataSchema
import StrataStorage

extension ContainerStore {
  /// Opens a custom store with a store in memory for contexts, and fills that.
  ///
  /// - Throws: The custom store's errors, ``DataStoreError``, `StorageError`.
  static func open<Configuration: DataStoreConfiguration>(
    _ configuration: Configuration, _ models: [any PersistentModel.Type], _ schema: Schema,
    _ plan: (any SchemaMigrationPlan.Type)?, _ changes: ChangeFeed, _ threads: ContainerThreads
  ) throws -> ContainerStore {
    var configuration = configuration
    if configuration.schema == nil { configuration.schema = schema }
    try configuration.validate()
    let mirror = DataStoreMirror(
      try Configuration.Store(configuration, migrationPlan: plan), StoreIdentifiers())
    let memory = ModelConfiguration(configuration.name, schema: schema, isStoredInMemoryOnly: true)
    let store = try Store.open(schema, memory, nil)
    let opened = try ContainerStore(
      models, schema, memory, store, changes, threads, nil, custom: mirror,
      identifiers: mirror.identifiers)
    mirror.objects = opened.objects
    try store.setMirror(mirror)
    _ = try mirror.refresh(nil)
    return opened
  }
}

/// The configurations of a container's custom stores, by name.
// Unchecked: the thread that opens a store uses its configuration, and no other does.
struct CustomConfigurations: @unchecked Sendable {
  let all: [String: any DataStoreConfiguration]

  /// Divides configurations into those of Strata's own stores, with one in memory for each custom store, and
  /// those of custom stores.
  static func divide(
    _ configurations: [any DataStoreConfiguration]
  ) throws(ConfigurationError) -> (own: [ModelConfiguration], custom: CustomConfigurations) {
    var own: [ModelConfiguration] = []
    var custom: [String: any DataStoreConfiguration] = [:]
    for configuration in configurations {
      if let configuration = configuration as? ModelConfiguration {
        own.append(configuration)
        continue
      }
      guard custom.updateValue(configuration, forKey: configuration.name) == nil else {
        throw .duplicateName(configuration.name)
      }
      own.append(
        ModelConfiguration(
          configuration.name, schema: configuration.schema, isStoredInMemoryOnly: true))
    }
    return (own, CustomConfigurations(all: custom))
  }
}

extension ModelContainer {
  /// Opens stores of any kind for model classes and all their related classes.
  ///
  /// - Throws: as `init(for:migrationPlan:configurations:)` of ``ModelConfiguration``, and the errors of
  ///   custom stores. ``DataStoreError`` if a custom store's objects can't be read.
  @_disfavoredOverload
  public convenience init(
    for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(
      for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens stores of any kind for the classes of a schema.
  ///
  /// - Throws: as `init(for:migrationPlan:configurations:)` of classes.
  @_disfavoredOverload
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens stores of any kind for the classes of a schema.
  ///
  /// A custom store's objects are all read, and stay in memory.
  ///
  /// - Throws: as `init(for:migrationPlan:configurations:)` of classes.
  @_disfavoredOverload
  public convenience init(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [any DataStoreConfiguration]
  ) throws {
    let (own, custom) = try CustomConfigurations.divide(configurations)
    try self.init(for: schema, migrationPlan: migrationPlan, own, custom)
  }
}

extension ModelContext {
  /// Asks the custom store of an entity for its present objects, if there is one.
  package func refreshCustomStore(of entity: String) throws {
    guard core.hasCustomStores else { return }
    try refreshCustomStore(origin(of: graph(named: entity)), entity)
  }

  /// Asks all custom stores for their present objects.
  func refreshCustomStores() throws {
    guard core.hasCustomStores else { return }
    for store in core.stores { try refreshCustomStore(store, nil) }
  }

  private func refreshCustomStore(_ store: ContainerStore, _ entity: String?) throws {
    if let number = try store.custom?.refresh(entity) { core.changes.publish(number) }
  }
}
