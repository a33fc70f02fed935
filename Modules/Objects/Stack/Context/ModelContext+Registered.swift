package import StrataGraph
package import StrataModel

extension ModelContext {
  /// All objects in memory. O(their number).
  package var registeredModels: [any PersistentModel] {
    graphs.flatMap { graph in
      graph.entities.filter { $0.index == $0.root }.flatMap { graph.registeredObjects($0.index) }
    }
  }

  /// Whether there is any object in memory. O(number of entities).
  package var hasRegisteredModels: Bool { graphs.contains { $0.registeredCount > 0 } }

  /// Gives all objects in memory the values that their stores have now, with unsaved changes on top.
  ///
  /// - Throws: `StorageError` when a store can't be read, with nothing of it changed.
  package func refreshAll() throws {
    for graph in graphs { try graph.refreshAll() }
    guard let parentLink else { return }
    for model in registeredModels { try parentLink.refresh(model, mergeChanges: true, in: self) }
  }
}

extension ObjectGraph {
  /// The objects in memory of a hierarchy, by the entity at its top.
  package func registeredObjects(_ root: EntityIndex) -> [any PersistentModel] {
    registered(root, includingSubentities: true).compactMap { $0.object as? any PersistentModel }
  }
}
