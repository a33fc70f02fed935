public import StrataModel

/// An error in an import or one of its items.
public enum ImportError: Error, Sendable, Hashable {
  /// The class doesn't declare exactly the properties of the key as unique.
  case keyIsNotUnique(entity: String, properties: [String])
  /// The key path leads to no persisted property, or to one that can't be part of a key.
  case unknownKeyProperty(String)
  /// The item has no value for a property of its key.
  case keyWithoutValue(property: String)
  /// The item has the same key as an earlier item of the chunk, at the given position.
  case duplicate(of: Int)
  /// The item's action is an update, but it has no object.
  case nothingToUpdate
  /// The identifier in a key is of another class or store, or of an object that was never saved.
  case unusableIdentifier(property: String, identifier: String)
  /// The object with the item's key is outside of the context's scopes.
  case outsideScopes(object: PersistentIdentifier)
}

extension ImportError: CustomStringConvertible {
  /// A description of the error, and what to do about it.
  public var description: String {
    switch self {
    case .keyIsNotUnique(let entity, let properties):
      "\(properties.joined(separator: " and ")) of \(entity) can't be a key, since several objects may "
        + "have the same: declare it with @Attribute(.unique) or #Unique"
    case .unknownKeyProperty(let property):
      "\(property) can't be in a key: it is no persisted property"
    case .keyWithoutValue(let property): "its key has no value of \(property)"
    case .duplicate(let index): "item \(index) has the same key"
    case .nothingToUpdate: "it was to update its object, and there is none: insert one"
    case .unusableIdentifier(let property, let identifier):
      "\(identifier) can't be a value of \(property): it names no saved object of its class in this store"
    case .outsideScopes(let object):
      "\(object) has its key and is outside of the context's scopes, so the import leaves it as it is: choose "
        + "another key, or import without the scope"
    }
  }
}
