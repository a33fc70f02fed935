package import StrataModel
package import StrataStack

extension UndoManager: ChangeRecorder {
  package func contextWillSave() throws {
    finishSave()
    guard let context else { return }
    let generations = context.graphs.map(\.savedGeneration)
    let isConcerned = records && (context.hasChanges || base.contains { $0 != nil })
    let (differences, now) = isConcerned ? try changes() : ([], base)
    candidate = Candidate(differences: differences, states: now, generations: generations)
  }

  package func contextDidSave() { finishSave(isDone: true) }

  /// Takes what a save has written as a group, or into the open one.
  ///
  /// - Parameter isDone: Whether it is known to be done; otherwise the graphs tell, to those who hear of it
  ///   before the context. A save that failed has changed nothing: what it was about waits for the next.
  func finishSave(isDone: Bool = false) {
    guard let candidate, let context else { return }
    let generations = context.graphs.map(\.savedGeneration)
    guard isDone || generations != candidate.generations else { return }
    self.candidate = nil
    for conflict in context.resolvedConflicts { standIns[conflict.object] = conflict.existing }
    take(candidate.differences)
    // Where only some stores could be saved, the others' changes still wait.
    base = base.indices.map {
      generations[$0] == candidate.generations[$0] ? candidate.states[$0] : nil
    }
    if groupingLevel == 0 { finishGroup() }
    saved = stacks
  }

  package func contextDidProcessChanges() throws {
    if groupsBySave { try register() }
  }

  package func contextDidRollBack() {
    stacks = saved
    stacks.trim(to: levelsOfUndo)
    candidate = nil
    nextName = ""
    // In a child context what its parent has changed still waits.
    beginAnew()
    // What was saved of a group that has ended since is one by itself.
    guard groupingLevel == 0 else { return }
    finishGroup()
    saved = stacks
  }

  package func contextDidReset() {
    removeAllActions()
    groupingLevel = 0
  }

  package func contextWillTransact() -> () -> Void {
    finishSave()
    let (stacks, saved, base, level) = (stacks, saved, base, groupingLevel)
    let generations = context?.graphs.map(\.savedGeneration)
    return { [weak self] in
      guard let self else { return }
      guard generations == context?.graphs.map(\.savedGeneration) else {
        return contextDidRollBack()
      }
      self.stacks = stacks
      self.saved = saved
      self.base = base
      groupingLevel = level
      candidate = nil
    }
  }

  package func keyDidChange(
    from old: Int64, to new: Int64, in graph: ObjectGraph, _ root: EntityIndex
  ) {
    guard let index = context?.graphs.firstIndex(where: { $0 === graph }) else { return }
    let layouts = layouts[index]
    func replace(_ stacks: inout UndoStacks) {
      stacks.forEachDifference { place, difference in
        if place == index { difference.replaceKey(old, with: new, of: root, in: layouts) }
      }
    }
    replace(&stacks)
    replace(&saved)
    candidate?.differences[index].replaceKey(old, with: new, of: root, in: layouts)
  }
}
