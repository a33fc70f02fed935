internal import Foundation
public import Observation
public import StrataContexts
import StrataModel

/// Undoes and redoes a context's changes, including related objects and deletes, even after a save.
///
/// ```swift
/// context.undoManager = UndoManager()
/// trip.name = "Jura"
/// try context.save()
/// try context.undoManager?.undo()  // `trip.name` has its old value, and is unsaved.
/// ```
///
/// A group contains the changes between two saves, or those between ``beginUndoGrouping()`` and
/// ``endUndoGrouping()``. It stores only the rows and links that differ. An undo turns them into
/// unsaved changes of the context, which the next save writes as a transaction of its own. Changes
/// that others have saved since are preserved.
///
/// Use the manager on the isolation of its context. Views may observe it.
@Observable
public final class UndoManager {
  /// The maximum number of groups to undo, and of groups to redo. The oldest are dropped.
  ///
  /// 0, the default, means no limit.
  public var levelsOfUndo = 0 {
    didSet {
      stacks.trim(to: levelsOfUndo)
      saved.trim(to: levelsOfUndo)
    }
  }
  /// True, the default, if each save and each `ModelContext.processPendingChanges()` ends a group.
  ///
  /// Otherwise you can undo only what an explicit group contains. Changes that are pending when you
  /// set this property belong to no group, unless an explicit one is open.
  public var groupsBySave = true {
    didSet { if groupsBySave != oldValue, groupingLevel == 0 { beginAnew() } }
  }
  /// The number of explicit groups that are open inside each other.
  public internal(set) var groupingLevel = 0
  /// True if changes are recorded, so that you can undo them.
  public var isUndoRegistrationEnabled: Bool { disableCount == 0 }
  /// True while ``undo()`` runs. Observers of its changes can check this.
  public internal(set) var isUndoing = false
  /// True while ``redo()`` runs. Observers of its changes can check this.
  public internal(set) var isRedoing = false

  /// The context whose changes the manager records.
  @ObservationIgnored public internal(set) weak var context: ModelContext?
  @ObservationIgnored var disableCount = 0
  @ObservationIgnored var groupCount = 0
  var stacks = UndoStacks()
  /// The stacks at the last save, to which a rollback returns.
  @ObservationIgnored var saved = UndoStacks()
  /// The pending changes of each graph when the current group began.
  @ObservationIgnored var base: [PendingState?] = []
  /// The changes that a running save will have written.
  @ObservationIgnored var candidate: Candidate?
  @ObservationIgnored var layouts: [RowLayouts] = []
  @ObservationIgnored var nextName = ""
  /// The existing objects into which saves have merged new ones, by the new objects' identifiers.
  @ObservationIgnored var replacements: [PersistentIdentifier: PersistentIdentifier] = [:]

  struct Candidate {
    var differences: [GraphDifference]
    /// The pending changes when the save began.
    let states: [PendingState?]
    let generations: [Int]
  }

  /// Creates a manager. Set it as a context's `ModelContext.undoManager`.
  public init() {}

  /// True if there is a group to undo, or there are changes that would form one.
  public var canUndo: Bool { !stacks.undo.isEmpty || (groupingLevel == 0 && hasNewChanges) }
  /// True if there is a group to redo.
  public var canRedo: Bool { !stacks.redo.isEmpty }
  /// The number of groups to undo, without the current one.
  public var undoCount: Int { stacks.undo.count }
  /// The number of groups to redo.
  public var redoCount: Int { stacks.redo.count }
  /// The name of the group that ``undo()`` would undo, or empty if it has none.
  public var undoActionName: String {
    hasNewChanges && groupingLevel == 0 ? nextName : stacks.undo.last?.name ?? ""
  }
  /// The name of the group that ``redo()`` would redo, or empty if it has none.
  public var redoActionName: String { stacks.redo.last?.name ?? "" }

  /// Names the current group or, if nothing has changed since the last group, the last one.
  public func setActionName(_ name: String) {
    if groupingLevel > 0 || hasNewChanges || stacks.undo.isEmpty {
      nextName = name
    } else {
      stacks.undo[stacks.undo.count - 1].name = name
    }
  }

  /// Undoes the last group.
  ///
  /// The restored values become unsaved changes. If the group itself wasn't saved yet, its changes
  /// are dropped instead. Objects that return have their old identifiers, and are the same
  /// instances if they are still in memory. Changes that belong to no group yet form one first.
  ///
  /// Complexity: O(size of the group, and pending changes).
  ///
  /// - Throws: ``UndoError``, for example if another context has changed the same property since.
  ///   `StorageError` if a store can't be read. Nothing has changed then.
  @_disfavoredOverload
  public func undo() throws {
    try revert(\.undo, to: \.redo, during: \.isUndoing, orThrow: .nothingToUndo)
  }

  /// Redoes the group that was undone last, as ``undo()`` undoes it.
  ///
  /// - Throws: ``UndoError``. `StorageError` if a store can't be read. Nothing has changed then.
  @_disfavoredOverload
  public func redo() throws {
    try revert(\.redo, to: \.undo, during: \.isRedoing, orThrow: .nothingToRedo)
  }

  /// Discards the last group. Call this if ``undo()`` keeps failing because of others' changes.
  ///
  /// - Throws: ``UndoError/nothingToUndo``
  public func discardUndo() throws { try discard(\.undo, orThrow: .nothingToUndo) }

  /// Discards the group that was undone last. Call this if ``redo()`` keeps failing.
  ///
  /// - Throws: ``UndoError/nothingToRedo``
  public func discardRedo() throws { try discard(\.redo, orThrow: .nothingToRedo) }

  /// Removes all groups, so that nothing before this can be undone.
  ///
  /// Pending changes stay pending. An explicit group that is open restarts from here.
  public func removeAllActions() {
    stacks = UndoStacks()
    saved = UndoStacks()
    replacements = [:]
    nextName = ""
    candidate = nil
    beginAnew()
  }

  /// Reverts the last group of a stack in all graphs, or in none, and appends its inverse to the
  /// other stack before observers are notified.
  private func revert(
    _ source: WritableKeyPath<UndoStacks, [UndoGroup]>,
    to target: WritableKeyPath<UndoStacks, [UndoGroup]>,
    during isReverting: ReferenceWritableKeyPath<UndoManager, Bool>, orThrow error: UndoError
  ) throws {
    guard let context else { throw UndoError.noContext }
    guard groupingLevel == 0 else { throw UndoError.groupIsOpen(depth: groupingLevel) }
    try register()
    guard let group = stacks[keyPath: source].last else { throw error }
    self[keyPath: isReverting] = true
    defer { self[keyPath: isReverting] = false }
    try Restoration.apply(group.differences, to: context, layouts, replacements: replacements) {
      done in
      for (index, restoration) in done.enumerated() where records {
        // The merge of other contexts' saves may have added pending changes to the restored ones.
        let state = try restoration.graph.pendingState()
        base[index] = state?.isEmpty ?? true ? nil : state
      }
      groupCount += 1
      stacks[keyPath: source].removeLast()
      stacks[keyPath: target].append(
        UndoGroup(name: group.name, number: groupCount, differences: done.map(\.inverse)))
    }
  }

  private func discard(
    _ stack: WritableKeyPath<UndoStacks, [UndoGroup]>, orThrow error: UndoError
  ) throws {
    guard let group = stacks[keyPath: stack].popLast() else { throw error }
    saved[keyPath: stack].removeAll { $0.number == group.number }
  }

  fileprivate func join(_ context: ModelContext) {
    self.context = context
    layouts = context.graphs.map { RowLayouts($0) }
    beginAnew()
  }

  fileprivate func leave() {
    context = nil
    removeAllActions()
    base = []
    layouts = []
    groupingLevel = 0
  }
}

@available(*, unavailable, message: "use each undo manager on its context's isolation")
extension UndoManager: @unchecked Sendable {}

extension ModelContext {
  /// The undo manager that records the context's changes, nil by default, which costs nothing.
  ///
  /// With an undo manager, a save reads the rows that it overwrites. Nothing else becomes slower. A
  /// manager serves one context: if you set it for another one, it leaves the first and drops its
  /// groups.
  public var undoManager: UndoManager? {
    get { recorder as? UndoManager }
    set {
      if undoManager === newValue { return }
      undoManager?.leave()
      recorder = nil
      guard let newValue else { return }
      newValue.context?.recorder = nil
      newValue.leave()
      recorder = newValue
      newValue.join(self)
    }
  }
}
