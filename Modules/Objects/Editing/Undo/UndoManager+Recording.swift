package import StrataContexts
package import StrataModel

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

  /// Records the changes of a save as a group, or adds them to the open group.
  ///
  /// A failed save changes nothing, and its changes stay pending for the next one.
  ///
  /// - Parameter isDone: True if the save is known to be complete. Otherwise the graphs'
  ///   generations decide, since observers of the save may call this before the context does.
  func finishSave(isDone: Bool = false) {
    guard let candidate, let context else { return }
    let generations = context.graphs.map(\.savedGeneration)
    guard isDone || generations != candidate.generations else { return }
    self.candidate = nil
    for conflict in context.resolvedUniqueConflicts {
      replacements[conflict.object] = conflict.existing
    }
    take(candidate.differences)
    // If only some stores were saved, the others' changes are still pending.
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
    // In a child context, the parent's changes are still pending.
    beginAnew()
    // If the open group's end was rolled back, its saved part is a group by itself.
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
    let before = (stacks, saved, base, groupingLevel)
    let generations = context?.graphs.map(\.savedGeneration)
    return { [weak self] in
      guard let self else { return }
      guard generations == context?.graphs.map(\.savedGeneration) else {
        return contextDidRollBack()
      }
      (stacks, saved, base, groupingLevel) = before
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
