import StrataContexts
import StrataModel
import StrataSQLite

/// A failure of a part of a chunk that concerns its items, so that the part is repeated.
enum ImportObstacle: Error {
  /// An item failed while changes weren't counted, so it is unknown if it made any.
  case uncounted
  /// The item at a position of the chunk failed after changes that must be discarded.
  case item(Int, any Error)
  /// The save failed because of the items' objects. The position is nil if the item is unknown.
  case refused(any Error, Int?)
}

extension Error {
  /// True if the error concerns more than the current item, so that the import must stop.
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

  /// True if another program's save may have caused the error, so that an attempt may succeed.
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
