import StrataContexts
import StrataStorage

extension UndoManager {
  /// Begins an explicit group, which may span several saves.
  ///
  /// A group that you begin inside another one becomes part of that. End each with
  /// ``endUndoGrouping()``.
  ///
  /// - Throws: ``UndoError/noContext``. `StackError` if a pending change can't be saved, as a save
  ///   would throw it.
  @_disfavoredOverload
  public func beginUndoGrouping() throws {
    guard context != nil else { throw UndoError.noContext }
    if groupingLevel == 0 {
      try register()
      if !groupsBySave { base = try pendingStates() }
    }
    groupingLevel += 1
  }

  /// Ends an explicit group.
  ///
  /// - Throws: ``UndoError/noGroupIsOpen``, ``UndoError/noContext``. `StackError` and
  ///   `StorageError` leave the group open.
  @_disfavoredOverload
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

  /// Stops recording changes, for example during an import.
  ///
  /// Changes until now form a group. Changes from now on can't be undone, until you have called
  /// ``enableUndoRegistration()`` as often as this.
  ///
  /// - Throws: as ``beginUndoGrouping()``.
  @_disfavoredOverload
  public func disableUndoRegistration() throws {
    if disableCount == 0 { groupingLevel == 0 ? try register() : try collect() }
    disableCount += 1
  }

  /// Resumes recording changes after ``disableUndoRegistration()``.
  ///
  /// - Throws: as ``beginUndoGrouping()``.
  @_disfavoredOverload
  public func enableUndoRegistration() throws {
    guard disableCount > 0 else { return }
    if disableCount == 1 { base = try pendingStates() }
    disableCount -= 1
  }

  /// True if the context may have changed since the last group.
  var hasNewChanges: Bool {
    // A child context's changes from before it merged its parent's.
    if groupingLevel == 0, !stacks.open.isEmpty { return true }
    guard disableCount == 0, groupsBySave, let context else { return false }
    // Changes that were pending when the group began don't count.
    guard base.contains(where: { $0 != nil }) else { return context.hasChanges }
    return zip(context.graphs, base).contains { graph, earlier in
      do {
        guard earlier != nil else { return graph.hasChanges }
        return try !graph.pendingState().isSame(as: earlier)
      } catch {
        // The group began with changes that could be saved, so this one is newer.
        return true
      }
    }
  }

  var records: Bool { disableCount == 0 && (groupsBySave || groupingLevel > 0) }

  /// Adds the changes since the group began to the open group, and restarts recording.
  func collect() throws {
    guard records, let context else { return }
    // Assigns positions now. Otherwise links that an undo saves later would take other ones.
    for graph in context.graphs { try graph.placeLinks() }
    let (differences, now) = try changes()
    take(differences)
    base = now
  }

  func take(_ differences: [GraphDifference]) {
    guard differences.contains(where: { !$0.isEmpty }) else { return }
    stacks.open.append(differences, layouts)
  }

  /// Makes a group of the changes so far, unless an explicit group is open.
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

  /// The changes since the group began. O(pending changes then and now).
  func changes() throws -> (differences: [GraphDifference], now: [PendingState?]) {
    guard let context else { throw UndoError.noContext }
    var differences: [GraphDifference] = []
    var states: [PendingState?] = []
    for (index, graph) in context.graphs.enumerated() {
      try graph.reading {
        let now = try graph.pendingState()
        states.append(now)
        var difference = try GraphDifference(
          from: base[index], to: now, in: graph, layouts[index])
        difference.removeStamps(layouts[index])
        differences.append(difference)
      }
    }
    return (differences, states)
  }

  func pendingStates() throws -> [PendingState?] {
    guard let context else { throw UndoError.noContext }
    return try context.graphs.map { try $0.pendingState() }
  }

  /// Restarts recording from the present pending changes.
  func beginAnew() {
    guard let context else { return }
    // Changes that can't be saved are in no group. The save reports the error.
    base = context.graphs.map { try? $0.pendingState() }
  }
}
