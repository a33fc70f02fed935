public import StrataModel

/// Why something can't be undone or redone. Nothing has changed then.
public enum UndoError: Error, Sendable, Hashable {
  /// No group is left to be undone.
  case nothingToUndo
  /// No group is left to be redone.
  case nothingToRedo
  /// A group was begun and not ended: first it has to be, as often as it was begun.
  case groupIsOpen(depth: Int)
  /// A group was to be ended, and none was begun.
  case noGroupIsOpen
  /// The manager belongs to no context, or the context is gone.
  case noContext
  /// Somebody else has changed a property since.
  case changed(object: PersistentIdentifier, property: String)
  /// Somebody else has deleted the object since.
  case deleted(object: PersistentIdentifier)
  /// The object is to come back, and there is one with its identifier.
  case present(object: PersistentIdentifier)
  /// The object is to go, and somebody else has related another one to it.
  case related(object: PersistentIdentifier, by: PersistentIdentifier, property: String)
  /// The object is to lead again to one that somebody else has deleted.
  case leadsNowhere(object: PersistentIdentifier, property: String, to: PersistentIdentifier)
  /// The object was new, and its save found another one with the same unique values, which stands for it.
  case merged(object: PersistentIdentifier, with: PersistentIdentifier)
  /// Several of these at once.
  case several([UndoError])
}

extension UndoError: CustomStringConvertible {
  /// What stands in the way, and what can be done.
  public var description: String {
    switch self {
    case .nothingToUndo: "there is nothing to undo; ask canUndo"
    case .nothingToRedo: "there is nothing to redo; ask canRedo"
    case .groupIsOpen(let depth):
      "\(depth == 1 ? "a group is" : "\(depth) groups are") open: call endUndoGrouping() first"
    case .noGroupIsOpen: "no group is open: call beginUndoGrouping() before endUndoGrouping()"
    case .noContext: "the undo manager has no context: set it as a context's undoManager"
    case .changed(let object, let property):
      "\(property) of \(object) was changed by somebody else since" + Self.advice
    case .deleted(let object): "\(object) was deleted by somebody else since" + Self.advice
    case .present(let object):
      "\(object) can't come back, since there is an object with its identifier" + Self.advice
    case .related(let object, let other, let property):
      "\(object) can't go, since \(property) of \(other) was made to lead to it by somebody else"
        + Self.advice
    case .leadsNowhere(let object, let property, let target):
      "\(property) of \(object) can't lead to \(target) again, which was deleted by somebody else"
        + Self.advice
    case .merged(let object, let other):
      "\(object) can't be taken back, since \(other) had the same unique values and was given what it had"
        + Self.advice
    case .several(let errors): errors.map(\.description).joined(separator: "\n")
    }
  }

  private static let advice =
    "; mend that, or give the group up with discardUndo() or discardRedo()"
}
