public import StrataModel

/// The validation of objects by their classes (``ValidatedModel``).
struct Validation: SaveStage {
  init?(_ entities: [GraphEntity]) {
    guard entities.contains(where: \.isValidated) else { return nil }
  }

  /// One error for each object that isn't valid.
  func faults(
    in graph: ObjectGraph, passingOver others: Set<ObjectIdentifier>
  ) throws -> [StackError] {
    var errors: [StackError] = []
    func ask(_ models: [any PersistentModel], _ operation: ValidationOperation) {
      for model in models where graph.entities[model._$state.entity].isValidated {
        guard !others.contains(ObjectIdentifier(model)),
          let validated = model as? any ValidatedModel
        else { continue }
        do {
          try validated.validate(for: operation)
        } catch {
          errors.append(
            .invalid(
              object: model.persistentModelID, operation: operation, reason: "\(error)"))
        }
      }
    }
    ask(graph.pending.inserted, .insert)
    ask(graph.pending.changed.filter { !$0._$state.flags.contains(.deleted) }, .update)
    ask(graph.pending.deleted, .delete)
    return errors
  }
}

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
