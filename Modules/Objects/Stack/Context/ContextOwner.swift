package import StrataGraph
package import StrataModel

/// What a context is a part of, such as a context by another library's words: told of saves where the
/// notifications are posted, whether anybody listens to those or not.
package protocol ContextOwner: AnyObject {
  /// Called before an object leaves the context whose row others have deleted; must not change objects.
  func contextWillLose(_ model: any PersistentModel)
  /// Called before a save of something that waits.
  func contextWillSave()
  /// Called when something was saved, and the objects have heard of it.
  func contextDidSave(_ saved: [SavedChanges])
}

extension ModelContext: GraphContext {
  package var wantsDeletedObjects: Bool { owner != nil }

  package func graphWillLose(_ model: any PersistentModel) { owner?.contextWillLose(model) }

  package func keyDidChange(
    from old: Int64, to new: Int64, in graph: ObjectGraph, _ root: EntityIndex
  ) { recorder?.keyDidChange(from: old, to: new, in: graph, root) }
}
