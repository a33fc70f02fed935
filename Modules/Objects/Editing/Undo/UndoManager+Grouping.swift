import StrataStack
import StrataStorage

extension UndoManager {
  /// Begins a group by hand, which goes on over saves. One inside another is part of that.
  ///
  /// - Throws: ``UndoError/noContext``; `StackError` where something waits that can't be saved, as a save
  ///   throws it.
  public func beginUndoGrouping() throws {
    guard context != nil else { throw UndoError.noContext }
    if groupingLevel == 0 {
      try register()
      if !groupsBySave { base = try pendingStates() }
    }
    groupingLevel += 1
  }

  /// Ends a group by hand.
  ///
  /// - Throws: ``UndoError/noGroupIsOpen``, ``UndoError/noContext``; `StackError` and `StorageError`, with the
  ///   group still open.
  public func endUndoGrouping() throws {
    guard groupingLevel > 0 else { throw UndoError.noGroupIsOpen }
    guard context != nil else { throw UndoError.noContext }
    if groupingLevel == 1 {
      try collect()
      finishGroup()
      nextName = ""
    }
    groupingLevel -= 1
  }

  /// What changes from now on can't be undone, until ``enableUndoRegistration()`` was called as often as this.
  /// Use it for an import. What changed until now makes a group.
  ///
  /// - Throws: as ``beginUndoGrouping()``.
  public func disableUndoRegistration() throws {
    if disableCount == 0 { groupingLevel == 0 ? try register() : try collect() }
    disableCount += 1
  }

  /// What changes from now on can be undone again.
  ///
  /// - Throws: as ``beginUndoGrouping()``.
  public func enableUndoRegistration() throws {
    guard disableCount > 0 else { return }
    if disableCount == 1 { base = try pendingStates() }
    disableCount -= 1
  }

  /// Whether anything may have changed since the last group.
  var hasNewChanges: Bool {
    // What a child context had done when it followed its parent.
    if groupingLevel == 0, !stacks.open.isEmpty { return true }
    guard disableCount == 0, groupsBySave, let context else { return false }
    // What waited when the group began may still be all.
    guard base.contains(where: { $0 != nil }) else { return context.hasChanges }
    return zip(context.graphs, base).contains { graph, earlier in
      do {
        let now = try graph.pendingState()
        if let earlier, let now { return !earlier.isSame(as: now) }
        return earlier != nil || graph.hasChanges
      } catch {
        // What can't be saved was changed since: the group couldn't have begun with it.
        return true
      }
    }
  }

  var records: Bool { disableCount == 0 && (groupsBySave || groupingLevel > 0) }

  /// Takes what has changed since the group began into it, and begins anew.
  func collect() throws {
    guard records, let context else { return }
    // What is saved later, after other groups, keeps the order that it has now.
    for graph in context.graphs { try graph.placeLinks() }
    let (differences, now) = try changes()
    take(differences)
    base = now
  }

  func take(_ differences: [GraphDifference]) {
    guard differences.contains(where: { !$0.isEmpty }) else { return }
    stacks.open.append(differences, layouts)
  }

  /// Makes a group of what has changed, where no group by hand is open.
  func register() throws {
    finishSave()
    guard groupingLevel == 0 else { return }
    try collect()
    finishGroup()
  }

  func finishGroup() {
    var group = stacks.open
    stacks.open = UndoGroup(differences: [])
    guard !group.isEmpty else { return }
    group.name = nextName
    groupCount += 1
    group.number = groupCount
    nextName = ""
    stacks.undo.append(group)
    stacks.redo = []
    stacks.trim(to: levelsOfUndo)
  }

  /// What has changed since the group began. O(what waited then and waits now).
  func changes() throws -> (differences: [GraphDifference], now: [PendingState?]) {
    guard let context else { throw UndoError.noContext }
    var differences: [GraphDifference] = []
    var states: [PendingState?] = []
    for (index, graph) in context.graphs.enumerated() {
      try graph.reading {
        let now = try graph.pendingState()
        states.append(now)
        // As when an undo is saved: the store needn't be asked.
        if let earlier = base[index], let now, earlier.isSame(as: now) {
          return differences.append(GraphDifference())
        }
        differences.append(
          try GraphDifference(from: base[index], to: now, in: graph, layouts[index]))
      }
    }
    return (differences, states)
  }

  func pendingStates() throws -> [PendingState?] {
    guard let context else { throw UndoError.noContext }
    return try context.graphs.map { try $0.pendingState() }
  }

  /// Lets the group at hand begin now.
  func beginAnew() {
    guard let context else { return }
    // What can't be saved now is none of a group's; the save says why.
    base = context.graphs.map { try? $0.pendingState() }
  }
}
