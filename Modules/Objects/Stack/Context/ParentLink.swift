package import StrataGraph
package import StrataModel

/// Where a context's saves go instead of to the stores, and whose unsaved changes it shows beside its own.
package protocol ParentLink: AnyObject {
  /// The context that the saves go to.
  var parent: ModelContext { get }
  /// Whether anything was changed in a context that its parent doesn't have. O(what waits in both).
  func hasChanges(in context: ModelContext) -> Bool
  /// The objects that have just the unsaved changes that they have in the parent.
  func inherited(by context: ModelContext) -> Set<ObjectIdentifier>
  /// Hands on what was changed in a context that shows what its parent shows; all or nothing.
  func save(_ context: ModelContext) throws -> [SavedChanges]
  /// Lets a context show what its parent shows.
  func rollback(_ context: ModelContext) throws
  /// The same where all objects have been let go.
  func reset(_ context: ModelContext) throws
  /// Lets a context show what its parent shows, with its own changes on top.
  func merge(_ context: ModelContext) throws
  /// Gives an object what the parent shows of it, with its own changes on top or without them.
  func refresh(_ model: any PersistentModel, mergeChanges: Bool, in context: ModelContext) throws
  /// Called before the body of a transaction runs.
  ///
  /// - Returns: What drops the body's changes.
  func willTransact(_ context: ModelContext) throws -> () -> Void
}
