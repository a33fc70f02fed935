public import StrataModel

/// A model with methods that its context calls when an object is inserted, loaded, deleted or
/// saved.
///
/// Implement the methods that you need. Each has an empty default, and the names are
/// `NSManagedObject`'s.
///
///     extension Trip: LifecycleModel {
///       func awakeFromInsert() { created = .now }
///       func willSave() { if hasChanges { modified = .now } }
///     }
///
/// A subclass of a conforming model inherits the methods, and may override those that the class
/// itself declares. The context calls the methods on its isolation. Changes that you make in them
/// are unsaved changes like any other. Batch updates and deletes load no objects and call no
/// methods.
public protocol LifecycleModel: PersistentModel {
  /// Called once after a new object's insertion into a context.
  ///
  /// If you insert an object with related new objects, the context inserts all of them before it
  /// calls the first one's method.
  func awakeFromInsert()
  /// Called after the context has created an object from its row, before the fetch or getter
  /// returns.
  ///
  /// The context doesn't call it for objects that are already in memory.
  func awakeFromFetch()
  /// Called before the context deletes the object, explicitly or by a cascade. Its relationships
  /// are still intact.
  func prepareForDeletion()
  /// Called before a save for each object that it would write or delete.
  ///
  /// If this method changes or inserts further objects, the context calls theirs too, each once per
  /// save.
  func willSave()
  /// Called after a save for each object that it has written or deleted. A deleted object has no
  /// context by then.
  func didSave()
}

extension LifecycleModel {
  /// Does nothing.
  public func awakeFromInsert() {}
  /// Does nothing.
  public func awakeFromFetch() {}
  /// Does nothing.
  public func prepareForDeletion() {}
  /// Does nothing.
  public func willSave() {}
  /// Does nothing.
  public func didSave() {}
}

/// A model whose new objects are notified when a save replaces them by an existing object with the
/// same unique values.
package protocol ReplaceableModel: PersistentModel {
  /// Called after the save, on the context's isolation, when the object has left the context.
  ///
  /// It must not change objects.
  func wasReplaced(by other: PersistentIdentifier)
}

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
