import StrataModel
import StrataSQLite
import StrataStack

/// Why a part of a chunk wasn't saved, where that is about its items.
enum ImportObstacle: Error {
  /// An item has failed, and nobody has counted changes: whether it has left any can't be said.
  case uncounted
  /// An item has failed, by its position in the chunk, and what it had changed has to be dropped with it.
  case item(Int, any Error)
  /// What the items have made of their objects can't be saved; with the position of the item, where it is
  /// known.
  case refused(any Error, Int?)
}

extension Error {
  /// Whether it is about more than the item at hand: no further one could be imported, or none should be.
  var endsImport: Bool {
    let error: any Error = self
    return switch error {
    case is CancellationError: true
    case StorageError.constraint, StorageError.invalidValue, StorageError.tooLarge: false
    case is StorageError: true
    case StackError.savedInPart, StackError.rollbackFailed, StackError.saveWhileMerging: true
    default: false
    }
  }

  /// Whether it may have come of what another program has saved in between, so that a further look helps.
  var mayPass: Bool {
    let error: any Error = self
    return switch error {
    case StackError.notUnique, StackError.conflictsWithSeveral, StackError.deletedElsewhere: true
    default: false
    }
  }
}

extension StackError {
  /// The object that can't be saved.
  var subject: PersistentIdentifier? {
    switch self {
    case .missingValue(let object, _), .invalidValue(let object, _, _),
      .deleteDenied(let object, _, _), .relatedAcrossContexts(let object, _),
      .deletedElsewhere(let object), .relationshipCount(let object, _, _),
      .invalid(let object, _, _):
      object
    case .notUnique(let conflict): conflict.object
    case .conflictsWithSeveral(let conflicts): conflicts.first?.object
    case .several(let errors): errors.lazy.compactMap(\.subject).first
    default: nil
    }
  }
}
