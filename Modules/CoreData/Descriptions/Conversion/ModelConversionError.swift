public import StrataSchema

/// An error of converting a model to a schema.
public enum ModelConversionError: Error, Sendable, Hashable {
  /// The superentity isn't in the model.
  case unknownSuperentity(entity: String, superentity: String)
  /// The entity inherits from itself.
  case circularInheritance(entity: String)
  /// The relationship has no destination, or one that isn't in the model.
  case unknownDestination(entity: String, relationship: String, destination: String?)
  /// The inverse doesn't exist, or leads to another entity.
  case invalidInverse(entity: String, relationship: String, reason: String)
  /// The default isn't a value of the attribute's type.
  case invalidDefault(entity: String, attribute: String, type: AttributeType)
  /// The schema can't be stored, for example because two names differ only in case.
  case schema(SchemaError)
}

extension ModelConversionError: CustomStringConvertible {
  /// The failure, the entity and property, and a remedy.
  public var description: String {
    switch self {
    case .unknownSuperentity(let entity, let superentity):
      "\(entity) inherits from \(superentity), which is not in the model; add it, or clear the parent"
    case .circularInheritance(let entity):
      "\(entity) inherits from itself, through others or at once; give it another parent"
    case .unknownDestination(let entity, let relationship, nil):
      "\(entity).\(relationship) has no destination; say which entity it leads to"
    case .unknownDestination(let entity, let relationship, let destination?):
      "\(entity).\(relationship) leads to \(destination), which is not in the model; add it, or choose "
        + "another destination"
    case .invalidInverse(let entity, let relationship, let reason):
      "the inverse of \(entity).\(relationship) \(reason)"
    case .invalidDefault(let entity, let attribute, let type):
      "the default of \(entity).\(attribute) is no value of type \(type.name)"
    case .schema(let error): "\(error)"
    }
  }
}
