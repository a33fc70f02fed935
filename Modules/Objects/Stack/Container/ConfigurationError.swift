public import Foundation

/// Why a container can't be made of its configurations.
public enum ConfigurationError: Error, Sendable, Hashable {
  /// Two configurations have one name.
  case duplicateName(String)
  /// Two configurations name one file.
  case duplicateFile(URL, configurations: [String])
  /// A configuration's name is too long for a file.
  case fileNameTooLong(String)
  /// A configuration's name has characters that no file can have.
  case fileNameContainsInvalidCharacters(String)
  /// A configuration's schema has a class that the container's lacks.
  case schemaNotFoundInContainerSchema(entity: String, configuration: String)
  /// Several configurations have no schema, so that nothing says which takes what.
  case severalWithoutSchema([String])
  /// A configuration has no class, since the others have them all.
  case nothingLeft(String)
  /// A class is in several configurations.
  case entityInSeveral(entity: String, configurations: [String])
  /// A class is in no configuration.
  case entityInNone(entity: String)
  /// A relationship leads to a class of another configuration.
  case relationshipAcross(
    entity: String, relationship: String, destination: String, configurations: [String])
  /// A class and the class that it inherits from are in different configurations.
  case inheritanceAcross(entity: String, superentity: String, configurations: [String])
  /// The container has no configuration of a name.
  case unknown(String)
}

extension ConfigurationError: CustomStringConvertible {
  /// What is wrong, with which configuration, and what to do.
  public var description: String {
    switch self {
    case .duplicateName(let name):
      "two configurations are called \(name); give each a name of its own"
    case .duplicateFile(let url, let names):
      "the configurations \(Self.list(names)) are in one file, \(url.path); give each its own"
    case .fileNameTooLong(let name):
      "the configuration's name \(name) is too long for a file; give a shorter one, or a URL"
    case .fileNameContainsInvalidCharacters(let name):
      "the configuration's name \(name.debugDescription) can't be a file's; leave out slashes and "
        + "null characters, or give a URL"
    case .schemaNotFoundInContainerSchema(let entity, let configuration):
      "the configuration \(configuration) has \(entity), which the container's schema lacks; add it "
        + "there too"
    case .severalWithoutSchema(let names):
      "the configurations \(Self.list(names)) name no classes; give each but one a schema"
    case .nothingLeft(let name):
      "no class is left for the configuration \(name); leave it out, or leave a class to it"
    case .entityInSeveral(let entity, let names):
      "\(entity) is in the configurations \(Self.list(names)); leave it to one of them"
    case .entityInNone(let entity):
      "no configuration has \(entity); add it to the schema of one, or add a configuration without a "
        + "schema, which takes what the others leave"
    case .relationshipAcross(let entity, let relationship, let destination, let names):
      "\(entity).\(relationship) leads to \(destination), and related classes are in one store, but "
        + "the configurations \(Self.list(names)) divide them; name both classes in one of them, or "
        + "keep the object's persistentModelID instead of a relationship"
    case .inheritanceAcross(let entity, let superentity, let names):
      "\(entity) inherits from \(superentity), and the classes of a hierarchy are in one store, but "
        + "the configurations \(Self.list(names)) divide them; name them in one of them"
    case .unknown(let name): "the container has no configuration \(name)"
    }
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
