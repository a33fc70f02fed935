package import StrataModel

/// A model whose objects have transient values, and preserve them as they were before unsaved
/// changes.
///
/// The graph doesn't know these values. It notifies the object when their changes are saved or
/// dropped.
package protocol UnstoredKeepingModel: PersistentModel {
  /// Restores the transient values of the last save.
  func dropUnstoredChanges()
  /// Marks the current transient values as saved.
  func takeUnstoredChanges()
}

extension ObjectGraph {
  /// The changed and deleted objects that may have changes of transient values. O(number of changed
  /// objects).
  package var modelsKeepingUnstored: [any UnstoredKeepingModel] {
    (pending.changed + pending.deleted).compactMap { model in
      guard entities[model._$state.entity].entity.keepsOriginals else { return nil }
      return model as? any UnstoredKeepingModel
    }
  }
}
