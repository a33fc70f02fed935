public import StrataModel

/// An error that prevents an undo or redo. Nothing has changed when it is thrown.
public enum UndoError: Error, Sendable, Hashable {
  /// There is no group to undo.
  case nothingToUndo
  /// There is no group to redo.
  case nothingToRedo
  /// An explicit group is open. End it first, as often as it was begun.
  case groupIsOpen(depth: Int)
  /// You ended a group without having begun one.
  case noGroupIsOpen
  /// The manager belongs to no context, or the context was released.
  case noContext
  /// Another context or process has changed the property since.
  case changed(object: PersistentIdentifier, property: String)
  /// Another context or process has deleted the object since.
  case deleted(object: PersistentIdentifier)
  /// The object would return, but an object with its identifier exists.
  case present(object: PersistentIdentifier)
  /// The object would be removed, but another context or process has related an object to it.
  case related(object: PersistentIdentifier, by: PersistentIdentifier, property: String)
  /// The object's property would lead again to an object that was deleted elsewhere.
  case leadsNowhere(object: PersistentIdentifier, property: String, to: PersistentIdentifier)
  /// The object was new, and its save merged it into an existing object with the same unique
  /// values.
  case merged(object: PersistentIdentifier, with: PersistentIdentifier)
  /// Several of these errors.
  case several([UndoError])
  /// A saved transaction, by its number, can't be undone, because later changes conflict with it.
  case transaction(Int64, conflicts: [UndoError])
}

extension UndoError: CustomStringConvertible {
  /// A description of what prevents the undo, and what you can do about it.
  public var description: String {
    switch self {
    case .changed, .deleted, .present, .related, .leadsNowhere, .merged:
      reason + "; mend that, or give the group up with discardUndo() or discardRedo()"
    case .several(let errors): errors.map(\.description).joined(separator: "\n")
    case .transaction(let number, _):
      "transaction \(number) can't be undone: \(reason)"
        + ". Undo the later transactions first, or set these objects yourself"
    default: reason
    }
  }

  /// A description of what prevents the undo, without advice.
  public var reason: String { reason(by: " by somebody else") }

  private func reason(by others: String) -> String {
    switch self {
    case .nothingToUndo: "there is nothing to undo; ask canUndo"
    case .nothingToRedo: "there is nothing to redo; ask canRedo"
    case .groupIsOpen(let depth):
      "\(depth == 1 ? "a group is" : "\(depth) groups are") open: call endUndoGrouping() first"
    case .noGroupIsOpen: "no group is open: call beginUndoGrouping() before endUndoGrouping()"
    case .noContext: "the undo manager has no context: set it as a context's undoManager"
    case .changed(let object, let property): "\(property) of \(object) was changed\(others) since"
    case .deleted(let object): "\(object) was deleted\(others) since"
    case .present(let object):
      "\(object) can't come back, since there is an object with its identifier"
    case .related(let object, let other, let property):
      "\(object) can't go, since \(property) of \(other) was made to lead to it\(others)"
    case .leadsNowhere(let object, let property, let target):
      "\(property) of \(object) can't lead to \(target) again, which was deleted\(others)"
    case .merged(let object, let other):
      "\(object) can't be taken back, since \(other) had the same unique values and was given what it had"
    case .several(let errors):
      errors.map { $0.reason(by: others) }.joined(separator: "\n")
    case .transaction(_, let conflicts):
      // Anybody may have saved the later changes.
      conflicts.map { $0.reason(by: "") }.joined(separator: "; ")
    }
  }
}
