public import StrataModel

/// A model with a validation rule of its own for each save.
///
///     extension Trip: ValidatedModel {
///       func validate(for operation: ValidationOperation) throws {
///         if operation != .delete, start > end { throw TripError.endsBeforeItStarts }
///       }
///     }
///
/// A save validates every object that it would write or delete, inside its transaction and before
/// it writes anything. Your error becomes a ``StackError/invalid(object:operation:reason:)``. If
/// several checks fail, including those of delete rules and relationships, the save throws them
/// together as ``StackError/several(_:)``. All changes stay pending then.
public protocol ValidatedModel: PersistentModel {
  /// Validates the object before a save writes or deletes it.
  ///
  /// Don't change anything here, and return quickly, since other programs' saves wait for this one.
  ///
  /// - Throws: An error of yours that says why the object can't be saved. Its description becomes
  ///   the reason in ``StackError/invalid(object:operation:reason:)``.
  func validate(for operation: ValidationOperation) throws
}

/// The operation of a save on an object.
public enum ValidationOperation: String, Sendable, Hashable {
  /// The save inserts the object.
  case insert
  /// The save updates the object.
  case update
  /// The save deletes the object.
  case delete
}

extension ValidationOperation {
  /// The operation's past participle, for error messages.
  var participle: String {
    switch self {
    case .insert: "inserted"
    case .update: "updated"
    case .delete: "deleted"
    }
  }
}
