internal import Foundation
internal import Strata

/// Takes back what commands have changed, and does it again: each line that changed something is a step
/// under its own words, saved or not.
@MainActor public final class CommandSteps {
  /// How many lines can be taken back.
  private static let levels = 100
  /// How many objects may wait for each line to be a step of its own: telling what a line has changed
  /// takes time in proportion to what waits.
  private static let fineCount = 1000
  /// How many objects a step may change: it keeps all their values.
  private static let largestCount = 50_000

  private let context: ModelContext
  private let manager = UndoManager()
  /// How many lines are part of the step at hand.
  private var lineCount = 0
  private var isCoarse = false
  /// What was done last that can't be taken back, and with it nothing before.
  public private(set) var obstacle: String?

  init(_ context: ModelContext) {
    self.context = context
    manager.levelsOfUndo = Self.levels
    context.undoManager = manager
  }

  /// How many lines can be taken back.
  public var undoCount: Int { manager.undoCount + (lineCount > 0 ? 1 : 0) }
  /// How many lines that were taken back can be done again.
  public var redoCount: Int { manager.redoCount }
  /// The line that would be taken back.
  public var undoName: String { lineCount > 0 ? openName : manager.undoActionName }
  /// The line that would be done again.
  public var redoName: String { manager.redoActionName }

  private var openName: String { lineCount == 1 ? "1 line" : "the last \(lineCount) lines" }

  /// Takes the last line back. It waits to be saved.
  ///
  /// - Throws: `UndoError`, `StorageError`; nothing has changed then.
  /// - Returns: The line.
  public func undo() throws -> String {
    if lineCount > 0 { endStep(openName) }
    let name = manager.undoActionName
    try manager.undo()
    return name
  }

  /// Does again what was taken back last. It waits to be saved.
  ///
  /// - Throws: `UndoError`, `StorageError`; nothing has changed then.
  /// - Returns: The line.
  public func redo() throws -> String {
    let name = manager.redoActionName
    try manager.redo()
    return name
  }

  /// Gives up the line that would be taken back, so that the one before it can be.
  ///
  /// - Throws: `UndoError.nothingToUndo`.
  /// - Returns: The line.
  public func discardUndo() throws -> String {
    if lineCount > 0 { endStep(openName) }
    let name = manager.undoActionName
    try manager.discardUndo()
    return name
  }

  /// Gives up the line that would be done again.
  ///
  /// - Throws: `UndoError.nothingToRedo`.
  /// - Returns: The line.
  public func discardRedo() throws -> String {
    let name = manager.redoActionName
    try manager.discardRedo()
    return name
  }

  /// Says that something was done that can't be taken back, such as a batch in the store. What was done
  /// before it can't either, since it may rest upon that.
  ///
  /// - Parameter reason: What was done, as in “an update of 70000 objects can't be taken back”.
  public func forget(because reason: String) {
    manager.removeAllActions()
    lineCount = 0
    obstacle = reason
  }

  /// What is done in a body is no step: it takes one back by other means.
  public func withoutStep(_ body: () throws -> Void) throws {
    try body()
    if closesGroup() { try manager.discardUndo() }
  }

  /// Takes back what a line has changed that failed while a transaction is open; what lines before it
  /// have changed goes on waiting.
  ///
  /// - Throws: `UndoError`, `StorageError`; nothing has changed then.
  /// - Returns: Whether that could be told from what the lines before it have changed.
  func takeBackLine() throws -> Bool {
    guard lineCount == 0 else { return false }
    if closesGroup() {
      try manager.undo()
      try manager.discardRedo()
    }
    return true
  }

  /// Ends the group at hand.
  ///
  /// - Returns: Whether it has changes. Then it has no name yet, and the others have theirs.
  private func closesGroup() -> Bool {
    // Its own name can't be asked for: where nothing has changed, the last group would answer.
    context.processPendingChanges()
    return manager.undoCount > 0 && manager.undoActionName.isEmpty
  }

  /// Makes a step of what a line has changed, and saves it.
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

  /// Makes a step of what a line has changed, unless too much waits: then many lines are one.
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
