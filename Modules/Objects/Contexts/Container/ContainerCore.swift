import Dispatch
import StrataModel
package import StrataObservation
import StrataSQLite
import StrataSchema
import StrataStorage
import Synchronization

/// The state that a container shares with its contexts.
package final class ContainerCore: Sendable {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  package let changes: ChangeFeed
  /// The store of each configuration, in their order. At least one.
  let stores: [ContainerStore]
  /// True if a store's objects are a custom store's.
  var hasCustomStores: Bool { stores.contains { $0.custom != nil } }
  /// The threads of reads, saves and model actors.
  let threads: ContainerThreads
  let lifetime = ContainerLifetime()
  @MainActor weak var mainContext: ModelContext? {
    didSet { hadMainContext.store(true, ordering: .releasing) }
  }
  private let hadMainContext = Atomic<Bool>(false)
  /// False if there never was a main context, so that nobody has to wait for the main actor.
  var hasMainContext: Bool { hadMainContext.load(ordering: .acquiring) }

  /// Opens a store for each configuration, with its part of the models.
  init(
    _ models: [any PersistentModel.Type], _ schema: Schema, _ configurations: [ModelConfiguration],
    _ migrationPlan: (any SchemaMigrationPlan.Type)?, changes: ChangeFeed = ChangeFeed(),
    custom: CustomConfigurations = CustomConfigurations(all: [:])
  ) throws {
    self.changes = changes
    try ModelConfiguration.check(configurations)
    let parts = try schema.divided(among: configurations, models)
    for (configuration, part) in zip(configurations, parts) {
      try configuration.relationshipInference.check(part)
    }
    self.schema = schema
    self.migrationPlan = migrationPlan
    let threads = try ContainerThreads(
      readerCount: configurations.map { try $0.readerCount }.min() ?? 1)
    self.threads = threads
    let warning = Self.warning(configurations)
    stores = try Self.atOnce(zip(configurations, parts).map { ($0, $1) }) {
      configuration, part in
      let models = models.filter { part.entitiesByName[$0._$entity.name] != nil }
      if let custom = custom.all[configuration.name] {
        return try ContainerStore.open(custom, models, part, migrationPlan, changes, threads)
      }
      let configuration = try configuration.found(for: part)
      let others = Set(schema.entitiesByName.keys).subtracting(part.entitiesByName.keys)
      let (store, setAside) = try configuration.openingDamaged {
        try Store.open(part, configuration, migrationPlan, others: others)
      }
      configuration.logger.log(.info, "opened \(store.path)")
      try store.add(
        SQLAdditions(
          functions: configuration.functions, collations: configuration.collations,
          extensions: configuration.extensions, prepare: configuration.prepare))
      let temporal = try TemporalModels(models, part)
      if !temporal.roots.isEmpty, !store.isReadOnly {
        try store.keepFormerValues(of: temporal.roots)
      }
      configuration.applyHistoryPolicy(to: store)
      return try ContainerStore(
        models, part, configuration, store, changes, threads, warning, setAside: setAside)
    }
  }

  /// Creates the core for a store that is already open.
  init(
    _ models: [any PersistentModel.Type], _ schema: Schema, _ configuration: ModelConfiguration,
    _ store: Store
  ) throws {
    try configuration.relationshipInference.check(schema)
    self.schema = schema
    changes = ChangeFeed()
    migrationPlan = nil
    threads = ContainerThreads(readerCount: try configuration.readerCount)
    stores = [
      try ContainerStore(
        models, schema, configuration, store, changes, threads, Self.warning([configuration]))
    ]
  }

  /// Combines the stores of other containers. Their watches publish other processes' saves to
  /// `changes`.
  init(joining cores: [ContainerCore], _ schema: Schema, changes: ChangeFeed) {
    self.schema = schema
    self.changes = changes
    migrationPlan = nil
    stores = cores.flatMap(\.stores)
    threads = ContainerThreads(readerCount: cores.map(\.threads.readerCount).min() ?? 1)
  }

  /// The warning of debug builds, which stores on servers share. Nil if nobody would see it.
  private static func warning(_ configurations: [ModelConfiguration]) -> PoolThreadWarning? {
    #if DEBUG
    configurations.first { $0.serverURL != nil && $0.logger?.wants(.notice) == true }?.logger
      .map { PoolThreadWarning($0) }
    #else
    nil
    #endif
  }

  /// Opens several stores concurrently, since each may wait for a lock or a migration.
  ///
  /// - Throws: the first error in the order of the stores, once all are done.
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

  /// The first store, which usually is the only one.
  var first: ContainerStore { stores[0] }
}
