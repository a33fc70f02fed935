/// What can be wrong with an import or one of its items.
public enum ImportError: Error, Sendable, Hashable {
  /// No unique value or group of the class has just the properties of the key.
  case keyIsNotUnique(entity: String, properties: [String])
  /// A key path leads to no persisted property, or not to one that a key can have.
  case unknownKeyProperty(String)
  /// An item has no value for a property of its key.
  case keyWithoutValue(property: String)
  /// An item has the same key as another one before it in the same chunk, by its position.
  case duplicate(of: Int)
  /// An item wants to update its object, and has none.
  case nothingToUpdate
  /// An identifier in a key names an object of another class or store, or one that was never saved.
  case unusableIdentifier(property: String, identifier: String)
}

extension ImportError: CustomStringConvertible {
  /// What is wrong, and what to do.
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
    }
  }
}
