import StrataContexts
import StrataModel

extension UndoManager {
  func join(_ context: ModelContext) {
    self.context = context
    layouts = context.graphs.map { RowLayouts($0) }
    beginAnew()
  }

  func leave() {
    context = nil
    stacks = UndoStacks()
    saved = UndoStacks()
    replacements = [:]
    base = []
    layouts = []
    candidate = nil
    nextName = ""
    groupingLevel = 0
  }

  func readyContext() throws(UndoError) -> ModelContext {
    guard let context else { throw .noContext }
    guard groupingLevel == 0 else { throw .groupIsOpen(depth: groupingLevel) }
    return context
  }

  /// Reverts a group in all graphs, or in none.
  ///
  /// - Parameter move: Receives the inverse group, before observers are notified.
  func restore(
    _ group: UndoGroup, in context: ModelContext, _ move: (UndoGroup) -> Void
  ) throws {
    try Restoration.apply(group.differences, to: context, layouts, replacements: replacements) {
      done in
      for (index, restoration) in done.enumerated() where records {
        // The merge of other contexts' saves may have added pending changes to the restored ones.
        let state = try restoration.graph.pendingState()
        base[index] = state?.isEmpty ?? true ? nil : state
      }
      groupCount += 1
      move(UndoGroup(name: group.name, number: groupCount, differences: done.map(\.inverse)))
    }
  }
}

extension PendingState {
  /// True if no object and no link has pending changes.
  fileprivate var isEmpty: Bool {
    inserted.isEmpty && changed.isEmpty && deleted.isEmpty && linkChanges.isEmpty
  }
}
