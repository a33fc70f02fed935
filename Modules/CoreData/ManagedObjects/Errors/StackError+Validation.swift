import StrataModel
import StrataStack

extension StackError {
  /// The error as one of validation, by Core Data's words; nil where something else has gone wrong, too.
  ///
  /// - Parameter refusals: What the objects themselves have said against the save.
  func asValidation(of refusals: [ValidationError]) -> (any Error)? {
    var errors = refusals.flatMap { $0.detailedErrors.isEmpty ? [$0] : $0.detailedErrors }
    for error in flattened {
      switch error {
      case .invalid(let object, _, _):
        // One that an object has thrown in words of its own is told as it is, with the others.
        guard
          refusals.contains(where: { refusal in
            refusal.object == object
              || refusal.detailedErrors.contains { $0.object == object }
          })
        else { return nil }
      case .missingValue(let object, let property),
        .relationshipCount(let object, let property, _):
        // The object has said the same, with the counts that the model allows.
        guard errors.contains(where: { $0.object == object && $0.key == property }) else {
          return nil
        }
      case .deleteDenied(let object, let property, let count):
        errors.append(
          ValidationError(
            .relationshipDeniedDelete, object: object, key: property, value: "\(count)"))
      default: return nil
      }
    }
    return ValidationError(errors)
  }

  private var flattened: [StackError] {
    if case .several(let errors) = self { return errors.flatMap(\.flattened) }
    return [self]
  }
}
