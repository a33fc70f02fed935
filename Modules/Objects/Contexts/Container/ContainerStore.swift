import Foundation
package import StrataGraph
internal import StrataModel
internal import StrataObservation
internal import StrataSchema
package import StrataStorage

/// One of a container's stores, with its configuration, entities and watch.
package final class ContainerStore: Sendable {
  let configuration: ModelConfiguration
  package let store: Store
  /// Detects other processes' saves.
  package let watch: StoreWatch
  /// The store as object graphs use it.
  package let objects: GraphStore
  /// The custom store whose objects the store has, or nil if they are its own.
  let custom: (any CustomStore)?
  /// The scopes of the configuration, with which contexts begin.
  let scopes: [QueryScope]
  /// The damaged file that was renamed when the store was opened, or nil.
  let setAside: URL?
  package var entities: [GraphEntity] { objects.entities }

  init(
    _ models: [any PersistentModel.Type], _ schema: Schema, _ configuration: ModelConfiguration,
    _ store: Store, _ changes: ChangeFeed, _ threads: ContainerThreads,
    _ warning: PoolThreadWarning?, custom: (any CustomStore)? = nil,
    identifiers: StoreIdentifiers? = nil, setAside: URL? = nil
  ) throws {
    self.setAside = setAside
    self.custom = custom
    self.configuration = configuration
    self.store = store
    var onUse: (@Sendable () -> Void)?
    if let warning, store.isOnServer { onUse = { [path = store.path] in warning.check(path) } }
    objects = try GraphStore(
      models, schema, store, name: configuration.name,
      uniqueConflictPolicy: configuration.uniqueConflictPolicy, logger: configuration.logger,
      onUse: onUse, identifiers: identifiers)
    let graph = configuration.scopes.isEmpty ? nil : ObjectGraph(objects)
    scopes = try graph.map { graph in try configuration.scopes.map { try $0.scope(graph) } } ?? []
    watch = StoreWatch(store, changes, threads)
  }
}
