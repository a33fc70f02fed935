package import StrataGraph
package import StrataModel

/// The interface through which a child context uses its parent: for saves, and for what it shows.
package protocol ParentLink: AnyObject {
  /// The context that receives the child's saves.
  var parent: ModelContext { get }
  /// True if the child has changes that its parent doesn't have. O(pending changes of both).
  func hasChanges(in context: ModelContext) -> Bool
  /// The objects whose pending changes in the child are exactly those of the parent.
  func inherited(by context: ModelContext) -> Set<ObjectIdentifier>
  /// Hands the child's changes to the parent, all or none. The child must have merged the parent's.
  func save(_ context: ModelContext) throws -> [SavedChanges]
  /// Drops the child's changes, so that it shows what its parent shows.
  func rollback(_ context: ModelContext) throws
  /// Rebuilds what the child shows after all its objects were released.
  func reset(_ context: ModelContext) throws
  /// Merges the parent's changes into the child, below the child's own.
  func merge(_ context: ModelContext) throws
  /// Refreshes an object from the parent, with the child's changes on top or without them.
  func refresh(_ model: any PersistentModel, mergeChanges: Bool, in context: ModelContext) throws
  /// Called before the body of a transaction runs.
  ///
  /// - Returns: A closure that drops the body's changes.
  func willTransact(_ context: ModelContext) throws -> () -> Void
}
