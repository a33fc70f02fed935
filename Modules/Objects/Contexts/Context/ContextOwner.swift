package import StrataGraph
package import StrataModel

/// The owner of a context, such as an object that gives it the interface of another library.
///
/// The context calls its owner where it posts notifications, whether or not anybody observes those.
package protocol ContextOwner: AnyObject {
  /// Called before an object leaves the context because another context has deleted its row.
  ///
  /// The method must not change objects.
  func contextWillLose(_ model: any PersistentModel)
  /// Called before a save that has changes.
  func contextWillSave()
  /// Called after a save that wrote something, once `didSave()` of the objects has returned.
  func contextDidSave(_ saved: [SavedChanges])
}

extension ModelContext: GraphContext {
  package var wantsDeletedObjects: Bool { owner != nil }

  package func graphWillLose(_ model: any PersistentModel) { owner?.contextWillLose(model) }

  package func keyDidChange(
    from old: Int64, to new: Int64, in graph: ObjectGraph, _ root: EntityIndex
  ) { recorder?.keyDidChange(from: old, to: new, in: graph, root) }
}
