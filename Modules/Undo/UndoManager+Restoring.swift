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
    var done: [Restoration] = []
    /// Each graph is read inside the snapshot of the one before; nothing changes until all were.
    func restore(_ index: Int, _ prepared: [Restoration]) throws {
      guard index < context.graphs.count else {
        for restoration in prepared {
          try restoration.apply()
          done.append(restoration)
        }
        let records = records
        for (index, restoration) in prepared.enumerated() where records {
          base[index] = restoration.state.isEmpty ? nil : restoration.state
        }
        groupCount += 1
        let inverse = prepared.map(\.inverse)
        return move(UndoGroup(name: group.name, number: groupCount, differences: inverse))
      }
      let graph = context.graphs[index]
      try graph.reading {
        let restoration = try Restoration(
          group.differences[index], in: graph, layouts[index], standIns: standIns)
        try restore(index + 1, prepared + [restoration])
      }
    }
    do {
      try restore(0, [])
    } catch {
      // Only a store that can't be read any more stands in the way now; what was done goes back.
      for restoration in done { try restoration.graph.replacePending(with: restoration.before) }
      throw error
    }
  }
}

extension PendingState {
  /// Whether no object and no link waits.
  fileprivate var isEmpty: Bool {
    inserted.isEmpty && changed.isEmpty && deleted.isEmpty && linkChanges.isEmpty
  }
}
