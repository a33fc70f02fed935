import StrataContexts
import StrataModel

extension StackError {
  /// Converts the error to a validation error, or returns nil if something other than validation
  /// failed as well.
  ///
  /// - Parameter refusals: The validation errors of the objects themselves.
  func asValidation(of refusals: [ValidationError]) -> (any Error)? {
    var errors = refusals.flatMap { $0.detailedErrors.isEmpty ? [$0] : $0.detailedErrors }
    for error in flattened {
      switch error {
      case .invalid(let object, _, _):
        // An error from an object's own method is reported as the method threw it.
        guard
          refusals.contains(where: { refusal in
            refusal.object == object
              || refusal.detailedErrors.contains { $0.object == object }
          })
        else { return nil }
      case .missingValue(let object, let property),
        .relationshipCount(let object, let property, _):
        // The object's validation has reported the same error, with the limits of the model.
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
