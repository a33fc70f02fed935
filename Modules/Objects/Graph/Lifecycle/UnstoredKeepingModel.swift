package import StrataModel

/// A model whose objects keep what no store has, and what that was before its unsaved changes. The graph knows
/// nothing of it, and says what becomes of the changes.
package protocol UnstoredKeepingModel: PersistentModel {
  /// Puts back what was there at the last save.
  func dropUnstoredChanges()
  /// Takes what is there for saved.
  func takeUnstoredChanges()
}

extension ObjectGraph {
  /// The objects with unsaved changes that may be of what no store has. O(number of changed objects).
  package var modelsKeepingUnstored: [any UnstoredKeepingModel] {
    (pending.changed + pending.deleted).compactMap { model in
      guard entities[model._$state.entity].entity.keepsOriginals else { return nil }
      return model as? any UnstoredKeepingModel
    }
  }
}
