public import StrataModel

/// A model that says which of its objects may be saved.
///
///     extension Trip: ValidatedModel {
///       func validate(for operation: ValidationOperation) throws {
///         if operation != .delete, start > end { throw TripError.endsBeforeItStarts }
///       }
///     }
///
/// Every object that a save would write or delete is asked, when nobody else can save any more and nothing is
/// written yet. All refusals, with those of delete rules and relationships, are one error: one
/// ``StackError/invalid(object:operation:reason:)``, or several in ``StackError/several(_:)``. Everything
/// stays pending then.
public protocol ValidatedModel: PersistentModel {
  /// Looks at the object before a save writes or deletes it. It must not change anything, and should be
  /// quick: other programs wait for the save.
  ///
  /// - Throws: why the object can't be saved, in words for whoever reads the error.
  func validate(for operation: ValidationOperation) throws
}

/// What a save does with an object.
public enum ValidationOperation: String, Sendable, Hashable {
  /// It is new.
  case insert
  /// It was changed.
  case update
  /// It is deleted.
  case delete
}

extension ValidationOperation {
  /// What becomes of an object by it.
  var participle: String {
    switch self {
    case .insert: "inserted"
    case .update: "updated"
    case .delete: "deleted"
    }
  }
}
