public import StrataContexts

extension ModelContext {
  /// Creates a child context: its saves become unsaved changes of the parent, not of the stores.
  ///
  /// A child shows what its parent shows, unsaved changes included. Use it for a form that can be
  /// cancelled or a plan that you try out. If you release it without saving, the parent never sees
  /// its changes.
  ///
  /// ```swift
  /// let editor = try ModelContext(parent: context)
  /// let draft = try editor.existing(Trip.self, withID: trip.typedObjectID)
  /// draft.name = "Jura"
  /// try editor.save()   // `trip.name` in `context` is "Jura" now, and unsaved.
  /// try context.save()  // Writes it.
  /// ```
  ///
  /// An object has one identifier in both contexts, but an instance in each. Look it up by its
  /// identifier. ``rollback()`` returns to what the parent shows.
  ///
  /// A child merges its parent's changes when the parent saves, rolls back or resets, with its own
  /// saves, and when you call ``mergeChanges()``. If both have changed the same property, the
  /// child's ``mergePolicy`` resolves the conflict. Batches, the history, ``mergeConflicts`` and
  /// `settle(_:by:)` concern the stores, whichever context you call them on.
  ///
  /// Use both contexts on one isolation. The child retains its parent, which may itself be a child.
  ///
  /// Complexity: O(pending changes of the parent), as are each save and each read of
  /// ``hasChanges``.
  ///
  /// - Throws: `StackError` if the parent has unsaved values that no column can store, as its own
  ///   save does. Until they are corrected, a child can't save, merge or roll back either.
  ///   `StorageError` if a store can't be read.
  public convenience init(parent: ModelContext) throws {
    self.init(parent.container)
    author = parent.author
    mergePolicy = parent.mergePolicy
    for (graph, origin) in zip(graphs, parent.graphs) { graph.scopes = origin.scopes }
    let link = ChildContext(of: parent)
    parentLink = link
    try link.rollback(self)
    parent.addChild(self)
  }

  /// The context that receives this one's saves, or nil if saves go to the stores.
  public var parent: ModelContext? { parentLink?.parent }
}
