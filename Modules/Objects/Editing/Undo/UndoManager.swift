internal import Foundation
public import Observation
import StrataModel
public import StrataStack

/// Undoes and redoes what is changed in a context, related objects and deletes included, also after it was
/// saved.
///
///     context.undoManager = UndoManager()
///
/// What is kept of a group is a difference of rows. An undo makes it unsaved changes of the context, which the
/// next save writes as a transaction of its own; what others have saved since stays. A group is what changed
/// between two saves, or what ``beginUndoGrouping()`` and ``endUndoGrouping()`` enclose.
///
/// Used on the isolation of its context. Views may observe it.
@Observable
public final class UndoManager {
  /// How many groups may be undone, and how many redone, at most; the oldest go. 0, as at first, for no limit.
  public var levelsOfUndo = 0 {
    didSet {
      stacks.trim(to: levelsOfUndo)
      saved.trim(to: levelsOfUndo)
    }
  }
  /// Whether each save ends a group, and `ModelContext.processPendingChanges()` does; true at first.
  /// Otherwise only what a group by hand encloses can be undone. What waits when it changes is part of no
  /// group, unless one by hand is open.
  public var groupsBySave = true {
    didSet { if groupsBySave != oldValue, groupingLevel == 0 { beginAnew() } }
  }
  /// How many groups by hand are open inside each other.
  public internal(set) var groupingLevel = 0
  /// Whether what changes now can be undone.
  public var isUndoRegistrationEnabled: Bool { disableCount == 0 }
  /// Whether an undo runs, for those who hear of its changes.
  public internal(set) var isUndoing = false
  /// Whether a redo runs.
  public internal(set) var isRedoing = false

  /// The context whose changes are undone.
  @ObservationIgnored public internal(set) weak var context: ModelContext?
  @ObservationIgnored var disableCount = 0
  @ObservationIgnored var groupCount = 0
  var stacks = UndoStacks()
  /// The stacks at the last save, which a rollback goes back to.
  @ObservationIgnored var saved = UndoStacks()
  /// What waited to be saved when the group at hand began, for each graph.
  @ObservationIgnored var base: [PendingState?] = []
  /// What a save that is under way will have changed.
  @ObservationIgnored var candidate: Candidate?
  @ObservationIgnored var layouts: [RowLayouts] = []
  @ObservationIgnored var nextName = ""
  /// New objects of groups that are kept, with those that stand for them since they were saved.
  @ObservationIgnored var standIns: [PersistentIdentifier: PersistentIdentifier] = [:]

  struct Candidate {
    var differences: [GraphDifference]
    /// What waited before it.
    let states: [PendingState?]
    let generations: [Int]
  }

  /// A manager that is to be set as a context's `ModelContext.undoManager`.
  public init() {}

  /// Whether there is something to be undone: a group, or changes that make one.
  public var canUndo: Bool { !stacks.undo.isEmpty || (groupingLevel == 0 && hasNewChanges) }
  /// Whether there is something to be redone.
  public var canRedo: Bool { !stacks.redo.isEmpty }
  /// How many groups can be undone, without the one at hand.
  public var undoCount: Int { stacks.undo.count }
  /// How many groups can be redone.
  public var redoCount: Int { stacks.redo.count }
  /// The name of the group that would be undone; empty where it has none.
  public var undoActionName: String {
    hasNewChanges && groupingLevel == 0 ? nextName : stacks.undo.last?.name ?? ""
  }
  /// The name of the group that would be redone; empty where it has none.
  public var redoActionName: String { stacks.redo.last?.name ?? "" }

  /// Names the group at hand, or where nothing has changed since, the last one.
  public func setActionName(_ name: String) {
    if groupingLevel > 0 || hasNewChanges || stacks.undo.isEmpty {
      nextName = name
    } else {
      stacks.undo[stacks.undo.count - 1].name = name
    }
  }

  /// Takes the last group back. The changes wait to be saved; where the group wasn't saved yet, they just
  /// go. Objects that come back have the identifiers that they had, and are the same instances where
  /// somebody holds them.
  ///
  /// Changes that belong to no group yet make one first. O(the group, and what waits to be saved).
  ///
  /// - Throws: ``UndoError``, also where somebody else has changed since what is to be taken back;
  ///   `StorageError` when a store can't be read. Nothing has changed then.
  public func undo() throws {
    let context = try readyContext()
    try register()
    guard let group = stacks.undo.last else { throw UndoError.nothingToUndo }
    isUndoing = true
    defer { isUndoing = false }
    try restore(group, in: context) { inverse in
      stacks.undo.removeLast()
      stacks.redo.append(inverse)
    }
  }

  /// Does again what was undone last, as ``undo()`` undoes it.
  ///
  /// - Throws: ``UndoError``; `StorageError` when a store can't be read. Nothing has changed then.
  public func redo() throws {
    let context = try readyContext()
    try register()
    guard let group = stacks.redo.last else { throw UndoError.nothingToRedo }
    isRedoing = true
    defer { isRedoing = false }
    try restore(group, in: context) { inverse in
      stacks.redo.removeLast()
      stacks.undo.append(inverse)
    }
  }

  /// Gives up the last group, where it can't be undone.
  ///
  /// - Throws: ``UndoError/nothingToUndo``
  public func discardUndo() throws {
    guard let group = stacks.undo.popLast() else { throw UndoError.nothingToUndo }
    saved.undo.removeAll { $0.number == group.number }
  }

  /// Gives up the group that was undone last, where it can't be redone.
  ///
  /// - Throws: ``UndoError/nothingToRedo``
  public func discardRedo() throws {
    guard let group = stacks.redo.popLast() else { throw UndoError.nothingToRedo }
    saved.redo.removeAll { $0.number == group.number }
  }

  /// Forgets all groups. What waits to be saved stays, and can't be undone any more. A group by hand that is
  /// open goes on from here.
  public func removeAllActions() {
    stacks = UndoStacks()
    saved = UndoStacks()
    standIns = [:]
    nextName = ""
    candidate = nil
    beginAnew()
  }
}

@available(*, unavailable, message: "use each undo manager on its context's isolation")
extension UndoManager: @unchecked Sendable {}
