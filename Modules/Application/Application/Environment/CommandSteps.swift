internal import Foundation
internal import Strata

/// The undo and redo of commands: each line that changed something is a step, saved or not.
///
/// A step has its line as its name.
@MainActor public final class CommandSteps {
  /// The number of undo levels.
  private static let levels = 100
  /// The number of unsaved objects up to which each line is a step of its own.
  ///
  /// Recording a step takes time in proportion to the unsaved objects.
  private static let fineCount = 1000
  /// The number of changed objects up to which a step is recorded. A step retains all their values.
  private static let largestCount = 50_000

  private let context: ModelContext
  private let manager = UndoManager()
  /// The number of lines in the open step.
  private var lineCount = 0
  private var isCoarse = false
  /// The reason why nothing more can be undone: the last operation that undo can't revert.
  public private(set) var obstacle: String?

  init(_ context: ModelContext) {
    self.context = context
    manager.levelsOfUndo = Self.levels
    context.undoManager = manager
  }

  /// The number of steps that can be undone.
  public var undoCount: Int { manager.undoCount + (lineCount > 0 ? 1 : 0) }
  /// The number of steps that can be redone.
  public var redoCount: Int { manager.redoCount }
  /// The line that ``undo()`` would revert.
  public var undoName: String { lineCount > 0 ? openName : manager.undoActionName }
  /// The line that ``redo()`` would repeat.
  public var redoName: String { manager.redoActionName }

  private var openName: String { lineCount == 1 ? "1 line" : "the last \(lineCount) lines" }

  /// Undoes the last line. The result is an unsaved change.
  ///
  /// - Throws: `UndoError` or `StorageError`. Nothing has changed then.
  /// - Returns: The line.
  public func undo() throws -> String {
    if lineCount > 0 { endStep(openName) }
    let name = manager.undoActionName
    try manager.undo()
    return name
  }

  /// Redoes the line that was undone last. The result is an unsaved change.
  ///
  /// - Throws: `UndoError` or `StorageError`. Nothing has changed then.
  /// - Returns: The line.
  public func redo() throws -> String {
    let name = manager.redoActionName
    try manager.redo()
    return name
  }

  /// Removes the next step from the undo stack without undoing it, which exposes the one before.
  ///
  /// - Throws: `UndoError.nothingToUndo`.
  /// - Returns: The line.
  public func discardUndo() throws -> String {
    if lineCount > 0 { endStep(openName) }
    let name = manager.undoActionName
    try manager.discardUndo()
    return name
  }

  /// Removes the next step from the redo stack without redoing it.
  ///
  /// - Throws: `UndoError.nothingToRedo`.
  /// - Returns: The line.
  public func discardRedo() throws -> String {
    let name = manager.redoActionName
    try manager.discardRedo()
    return name
  }

  /// Clears the undo and redo stacks after an operation that can't be undone, such as a batch.
  ///
  /// It clears earlier steps as well, since undoing them may conflict with the operation.
  ///
  /// - Parameter reason: The operation, as in “an update of 70000 objects can't be taken back”.
  public func forget(because reason: String) {
    manager.removeAllActions()
    lineCount = 0
    obstacle = reason
  }

  /// Runs a body without recording a step for its changes.
  ///
  /// Use it for operations that have their own way back, such as undo itself.
  public func withoutStep(_ body: () throws -> Void) throws {
    try body()
    if closesGroup() { try manager.discardUndo() }
  }

  /// Undoes the changes of a line that failed in an open transaction, and only those.
  ///
  /// - Throws: `UndoError` or `StorageError`. Nothing has changed then.
  /// - Returns: False if the line shares its step with earlier lines, so that nothing was undone.
  func takeBackLine() throws -> Bool {
    guard lineCount == 0 else { return false }
    if closesGroup() {
      try manager.undo()
      try manager.discardRedo()
    }
    return true
  }

  /// Closes the undo manager's open group.
  ///
  /// - Returns: True if the group has changes. It has no name yet then, unlike all earlier groups.
  private func closesGroup() -> Bool {
    // An empty group isn't registered, so the name would be that of the group before.
    context.processPendingChanges()
    return manager.undoCount > 0 && manager.undoActionName.isEmpty
  }

  /// Records a line's changes as a step and saves them.
  ///
  /// Beyond `largestCount` changed objects it clears the undo stack instead of recording them.
  func saving(_ line: String, count: Int, _ save: () throws -> Void) throws {
    guard count <= Self.largestCount else {
      context.undoManager = nil
      defer { context.undoManager = manager }
      try save()
      return forget(because: "“\(line)” changed \(count) objects, too many to be taken back")
    }
    endStep(line)
    try save()
  }

  /// Ends a line: its changes become a step, unless there are too many unsaved objects.
  ///
  /// From `fineCount` on, many lines share one step.
  func end(_ line: String, waits: Bool) {
    if waits {
      lineCount += 1
      if !isCoarse { isCoarse = waitingCount > Self.fineCount }
      guard !isCoarse else { return }
    }
    endStep(lineCount > 1 ? openName : line)
  }

  private var waitingCount: Int {
    context.insertedModelsArray.count + context.changedModelsArray.count
      + context.deletedModelsArray.count
  }

  private func endStep(_ name: String) {
    lineCount = 0
    isCoarse = false
    guard closesGroup() else { return }
    manager.setActionName(name)
    obstacle = nil
  }
}
