import StrataModel
import StrataStack

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
    standIns = [:]
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

  /// Takes a group back in all graphs, or in none.
  ///
  /// - Parameter move: Takes what takes this back, before anybody hears of the changes.
  func restore(
    _ group: UndoGroup, in context: ModelContext, _ move: (UndoGroup) -> Void
  ) throws {
    try Restoration.apply(group.differences, to: context, layouts, standIns: standIns) { done in
      for (index, restoration) in done.enumerated() where records {
        // Merging other contexts' saves may have added changes to the restored ones.
        let state = try restoration.graph.pendingState()
        base[index] = state?.isEmpty ?? true ? nil : state
      }
      groupCount += 1
      move(UndoGroup(name: group.name, number: groupCount, differences: done.map(\.inverse)))
    }
  }
}

extension PendingState {
  /// Whether no object and no link waits.
  fileprivate var isEmpty: Bool {
    inserted.isEmpty && changed.isEmpty && deleted.isEmpty && linkChanges.isEmpty
  }
}
