package import StrataModel
import StrataSchema
import StrataStorage

/// The result of a save: the inserted, updated and deleted objects, and the resolved conflicts.
package struct SavedChanges {
  /// The name of the store's configuration.
  package let configuration: String
  package let transaction: Int64
  package var inserted: [any PersistentModel]
  package var updated: [any PersistentModel]
  /// The changed properties of updated objects. Empty if nobody observes saves.
  var updatedProperties: [ObjectIdentifier: PropertySet] = [:]
  package let deleted: [PersistentIdentifier]
  /// New objects that were merged into existing rows.
  var resolved: [ResolvedConflict] = []
  /// The deleted objects, if the context's owner wants them. They belong to no context any more.
  package var leaving: [any PersistentModel] = []
  /// Objects whose ``LifecycleModel/didSave()`` will be called.
  package var heard: [any LifecycleModel] = []
  /// Resolved conflicts with other contexts' saves.
  package var settled: [MergeConflict] = []

  /// The changes that a graph has handed on to another one, such as a child context's to its
  /// parent.
  ///
  /// - Parameter leaving: Deleted objects whose lifecycle methods will be called.
  package init(
    inserted: [any PersistentModel], updated: [any PersistentModel],
    deleted: [PersistentIdentifier], leaving: [any PersistentModel], in graph: ObjectGraph
  ) {
    self.init(
      configuration: graph.name,
      transaction: graph.follower.position.transaction, inserted: inserted, updated: updated,
      deleted: deleted)
    self.leaving = leaving
    for model in updated { updatedProperties[ObjectIdentifier(model)] = model._$state.changed }
    heard = (inserted + updated + leaving).compactMap {
      graph.entities[$0._$state.entity].isLifecycle ? $0 as? any LifecycleModel : nil
    }
  }

  init(
    configuration: String, transaction: Int64, inserted: [any PersistentModel],
    updated: [any PersistentModel], deleted: [PersistentIdentifier]
  ) {
    self.configuration = configuration
    self.transaction = transaction
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// The unique conflicts as public values. O(count).
  package var conflicts: [UniqueConflict] { resolved.map(\.conflict) }
  /// The names of the updated objects' properties that have changed. O(count).
  package var updatedPropertyNames: [PersistentIdentifier: [String]] {
    updated.reduce(into: [:]) { names, model in
      let properties = type(of: model)._$entity.properties
      names[model.persistentModelID] =
        updatedProperties[ObjectIdentifier(model)]?.indices.map { properties[$0].name } ?? []
    }
  }
}
