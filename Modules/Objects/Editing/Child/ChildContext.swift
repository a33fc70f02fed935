public import StrataContexts
import StrataModel
import StrataStorage

/// A child context's link to its parent: shows the parent's pending changes, and hands saves to it.
final class ChildContext: ParentLink {
  let parent: ModelContext
  /// The child's view of the parent, one for each store.
  var views: [ParentView]
  /// The number of saves that were handed to the parent. A transaction that fails compares it to
  /// detect that its body has saved.
  private var saveCount = 0

  init(of parent: ModelContext) {
    self.parent = parent
    views = parent.graphs.map { ParentView(RowLayouts($0)) }
  }

  func hasChanges(in context: ModelContext) -> Bool {
    zip(context.graphs, views).contains { graph, view in
      guard view.base != nil else { return graph.hasChanges }
      do {
        return try !graph.pendingState().isSame(as: view.base)
      } catch {
        // The parent's changes could be encoded when the child began, so this one is the child's.
        return true
      }
    }
  }

  func inherited(by context: ModelContext) -> Set<ObjectIdentifier> {
    var inherited: Set<ObjectIdentifier> = []
    for (graph, view) in zip(context.graphs, views) {
      do {
        inherited.formUnion(try view.inherited(by: graph))
      } catch {
        // If changes can't be read or encoded, all count as the child's. Its save reports the
        // error.
        continue
      }
    }
    return inherited
  }

  func rollback(_ context: ModelContext) throws {
    do {
      try mergeParent()
      for index in context.graphs.indices {
        try views[index].drop(in: context.graphs[index], to: parent.graphs[index], context)
      }
    } catch {
      for graph in context.graphs { graph.recordFailedRollback(error) }
      throw error
    }
    renewUndo(of: context)
  }

  func reset(_ context: ModelContext) throws {
    for index in views.indices { views[index] = ParentView(views[index].layouts) }
    try rollback(context)
  }

  func merge(_ context: ModelContext) throws {
    try mergeParent()
    // Closes what the child has changed so far, so that the group doesn't include what comes from
    // the parent.
    try undoManager(of: context)?.collect()
    for index in context.graphs.indices {
      try views[index].merge(
        into: context.graphs[index], from: parent.graphs[index], context)
    }
    renewUndo(of: context)
  }

  /// Merges what other contexts have saved into the parent, so that the child merges the same
  /// state.
  private func mergeParent() throws {
    if let link = parent.parentLink {
      try link.merge(parent)
    } else {
      for graph in parent.graphs { try graph.reading {} }
    }
  }

  func refresh(_ model: any PersistentModel, mergeChanges: Bool, in context: ModelContext) throws {
    guard let index = context.graphs.firstIndex(where: { $0 === model._$state.modelGraph }) else {
      return
    }
    let graph = context.graphs[index]
    try mergeParent()
    try undoManager(of: context)?.collect()
    try views[index].merge(
      into: graph, from: parent.graphs[index], context,
      dropping: mergeChanges ? nil : graph.objectKey(of: model))
    if !mergeChanges { (model as? any UnstoredKeepingModel)?.dropUnstoredChanges() }
    renewUndo(of: context)
  }

  func willTransact(_ context: ModelContext) throws -> () -> Void {
    let before = try zip(context.graphs, views).map { graph, view in
      (try view.changes(in: graph, context.mergePolicy), graph.hasFailures)
    }
    let saveCount = saveCount
    return { [self] in
      for (index, ((own, claim), hadFailures)) in before.enumerated() {
        let (graph, source) = (context.graphs[index], parent.graphs[index])
        do {
          // The body's own saves are in the parent already, and stay there.
          guard saveCount == self.saveCount else {
            try views[index].drop(in: graph, to: source, context)
            continue
          }
          try views[index].show(
            source, in: graph, own, claim, context, forgetsFailures: !hadFailures)
        } catch {
          graph.recordFailedRollback(error)
          context.report(error)
        }
      }
    }
  }

  func save(_ context: ModelContext) throws -> [SavedChanges] {
    for _ in 0..<3 {
      do {
        return try saveToParent(context)
      } catch is UndoError {
        // Another context has saved since the last merge. Merge again and retry.
        try merge(context)
      }
    }
    return try saveToParent(context)
  }

  private func saveToParent(_ context: ModelContext) throws -> [SavedChanges] {
    try checkConflicts()
    let inherited = inherited(by: context)
    for graph in context.graphs { try graph.checkSave(passingOver: inherited) }
    var saved: [SavedChanges] = []
    var differences: [GraphDifference] = []
    var states: [PendingState?] = []
    for (graph, view) in zip(context.graphs, views) {
      try graph.placeLinks()
      let state = try graph.pendingState()
      let difference = try GraphDifference(from: state, to: view.base, in: graph, view.layouts)
      // Also of objects without an unsaved change: what the parent has changed may be as it was.
      try graph.checkLimits(of: difference.changed(view.layouts))
      if !difference.isEmpty {
        saved.append(graph.changes(difference, state, passingOver: inherited))
      }
      states.append(state)
      differences.append(difference)
    }
    guard !saved.isEmpty else {
      // Otherwise assignments that change no value would count as unsaved changes for ever.
      for index in views.indices { views[index].takeUnchanged(states[index]) }
      return []
    }
    try Restoration.apply(differences, to: parent, views.map(\.layouts)) { done in
      for (index, restoration) in done.enumerated() {
        views[index].take(states[index], as: restoration.state, of: parent.graphs[index])
      }
    }
    saveCount += 1
    for graph in context.graphs {
      for model in graph.modelsKeepingUnstored { model.takeUnstoredChanges() }
    }
    return saved
  }

  /// Throws all unresolved conflicts between the child and its parent together.
  private func checkConflicts() throws {
    var errors = views.flatMap(\.lost).map { StackError.deletedElsewhere(object: $0) }
    for index in views.indices { views[index].lost = [] }
    let conflicts = views.flatMap(\.conflicts)
    if !conflicts.isEmpty { errors.append(.mergeConflicts(conflicts)) }
    guard let first = errors.first else { return }
    throw errors.count == 1 ? first : StackError.several(errors)
  }

  private func undoManager(of context: ModelContext) -> UndoManager? {
    context.recorder as? UndoManager
  }

  private func renewUndo(of context: ModelContext) { undoManager(of: context)?.beginAnew() }
}

extension ObjectGraph {
  /// The changes that a difference hands to the parent, for observers of saves.
  fileprivate func changes(
    _ difference: GraphDifference, _ state: PendingState?, passingOver others: Set<ObjectIdentifier>
  ) -> SavedChanges {
    func own(_ entries: [PendingState.Entry]) -> [any PersistentModel] {
      entries.map(\.model).filter { !others.contains(ObjectIdentifier($0)) }
    }
    let gone = difference.rows.filter { $0.value.before == nil }
      .sorted { Restoration.isBefore($0.key, $1.key) }
    return SavedChanges(
      inserted: own(state?.inserted ?? []), updated: own(state?.changed ?? []),
      deleted: gone.map { identifier($0.value.entity, $0.key.key) },
      leaving: own(state?.deleted ?? []), in: self)
  }
}

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
  /// `resolve(_:by:)` concern the stores, whichever context you call them on.
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
    for (graph, origin) in zip(graphs, parent.graphs) { graph.limits = origin.limits }
    let link = ChildContext(of: parent)
    parentLink = link
    try link.rollback(self)
    parent.addChild(self)
  }

  /// The context that receives this one's saves, or nil if saves go to the stores.
  public var parent: ModelContext? { parentLink?.parent }
}
