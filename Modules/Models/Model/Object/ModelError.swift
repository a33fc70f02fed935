/// What can go wrong with a model class.
public enum ModelError: Error, Sendable, Hashable {
  /// A class has no property of a name, or not of the kind that is asked for.
  case unknownProperty(entity: String, property: String)
  /// An identifier names an object of another class.
  case wrongEntity(PersistentIdentifier, expected: String)
  /// A schema that was written down describes an entity otherwise than its class does now.
  case schemaDiffersFromModels(entity: String)
}

extension ModelError: CustomStringConvertible {
  /// What went wrong, with which class, and what to do.
  public var description: String {
    switch self {
    case .unknownProperty(let entity, let property): "\(entity) has no such property \(property)"
    case .wrongEntity(let object, let expected): "\(object) is no \(expected)"
    case .schemaDiffersFromModels(let entity):
      "the schema describes \(entity) otherwise than the class does; make a schema of the classes"
    }
  }
}
