public import Foundation

/// An error in the configurations of a container.
public enum ConfigurationError: Error, Sendable, Hashable {
  /// Two configurations have the same name.
  case duplicateName(String)
  /// Two configurations use the same file.
  case duplicateFile(URL, configurations: [String])
  /// The configuration's name is too long for a file name.
  case fileNameTooLong(String)
  /// The configuration's name contains characters that a file name can't contain.
  case fileNameContainsInvalidCharacters(String)
  /// The configuration's schema contains a class that the container's schema doesn't.
  case schemaNotFoundInContainerSchema(entity: String, configuration: String)
  /// Several configurations have no schema, so that their classes are ambiguous.
  case severalWithoutSchema([String])
  /// The configuration has no class, because the other configurations contain all of them.
  case nothingLeft(String)
  /// Several configurations contain the class.
  case entityInSeveral(entity: String, configurations: [String])
  /// No configuration contains the class.
  case entityInNone(entity: String)
  /// The relationship leads to a class of another configuration.
  case relationshipAcross(
    entity: String, relationship: String, destination: String, configurations: [String])
  /// The class and its superclass are in different configurations.
  case inheritanceAcross(entity: String, superentity: String, configurations: [String])
  /// The configuration allows less than one thread for reads.
  case noReaders(String, maximumReaders: Int)
  /// The container has no configuration with this name.
  case unknown(String)
}

extension ConfigurationError: CustomStringConvertible {
  /// A description of the error and its configuration, and what to do about it.
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
    case .noReaders(let name, let count):
      "the configuration \(name) has \(count) maximumReaders; set at least 1, or nil for the default"
    case .unknown(let name): "the container has no configuration \(name)"
    }
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
