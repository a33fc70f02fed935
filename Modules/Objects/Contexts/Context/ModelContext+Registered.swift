package import StrataGraph
public import StrataModel

extension ModelContext {
  /// All objects in memory. O(number of objects).
  package var registeredModels: [any PersistentModel] {
    graphs.flatMap { graph in
      graph.entities.filter { $0.index == $0.root }.flatMap { graph.registeredObjects($0.index) }
    }
  }

  /// True if any object is in memory. O(number of entities).
  package var hasRegisteredModels: Bool { graphs.contains { $0.registeredCount > 0 } }

  /// Refreshes all objects in memory from their stores, and preserves unsaved changes.
  ///
  /// - Throws: `StorageError` if a store can't be read. That store's objects are unchanged then.
  package func refreshAll() throws {
    for graph in graphs { try graph.refreshAll() }
    guard let parentLink else { return }
    for model in registeredModels { try parentLink.refresh(model, mergeChanges: true, in: self) }
  }
}

extension ObjectGraph {
  /// The objects in memory of a hierarchy, given its root entity.
  package func registeredObjects(_ root: EntityIndex) -> [any PersistentModel] {
    registered(root, includingSubentities: true).compactMap { $0.object as? any PersistentModel }
  }
}

extension PersistentModel {
  /// The context of the object.
  ///
  /// Nil before the object is inserted, after its deletion was saved, and after the context was
  /// released.
  public var modelContext: ModelContext? {
    _$verifyArrays()
    return _$state.graph?.context as? ModelContext
  }
}
