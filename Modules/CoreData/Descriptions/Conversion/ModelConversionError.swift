public import StrataSchema

/// Why no schema can be made of a model.
public enum ModelConversionError: Error, Sendable, Hashable {
  /// An entity inherits from one that the model lacks.
  case unknownSuperentity(entity: String, superentity: String)
  /// Entities inherit from each other in a circle.
  case circularInheritance(entity: String)
  /// A relationship leads nowhere, or to an entity that the model lacks.
  case unknownDestination(entity: String, relationship: String, destination: String?)
  /// A relationship's inverse isn't there, or leads elsewhere.
  case invalidInverse(entity: String, relationship: String, reason: String)
  /// A default that is no value of its attribute's type.
  case invalidDefault(entity: String, attribute: String, type: AttributeType)
  /// What no store can keep, as names that differ in case alone.
  case schema(SchemaError)
}

extension ModelConversionError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
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
