public import StrataStack

extension ModelContext {
  /// A scratch pad on another context: it shows what that shows, unsaved changes included, and its saves become
  /// unsaved changes of that one, its parent, which writes them when it is saved itself. What isn't saved is
  /// gone with the child, and the parent has never seen it.
  ///
  /// Objects have the same identifiers in both, and are two instances: look one up by its identifier. A
  /// ``rollback()`` goes back to what the parent shows. A child takes on its parent's changes when the parent
  /// saves, rolls back or resets, with its own saves, and by ``mergeChanges()``; where both have changed the
  /// same, ``mergePolicy`` says who gives way. Batches and the history are the stores', and so are
  /// ``mergeConflicts`` and `settle(_:by:)`. Both are used on one isolation, and the child retains its parent,
  /// which may itself be a child.
  ///
  /// O(what waits to be saved in the parent), as is each save and each look at ``hasChanges``.
  ///
  /// - Throws: `StackError` where the parent has unsaved values that no column can have, as its own save does.
  ///   While it has, a child can't save, merge or roll back either. `StorageError` when a store can't be read.
  public convenience init(parent: ModelContext) throws {
    self.init(parent.container)
    author = parent.author
    mergePolicy = parent.mergePolicy
    let link = ChildContext(of: parent)
    parentLink = link
    try link.rollback(self)
    parent.addChild(self)
  }

  /// The context that saves go to; nil where they go to the stores.
  public var parent: ModelContext? { parentLink?.parent }
}
