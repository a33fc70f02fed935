package import StrataModel
internal import StrataSQLite
import StrataSchema
internal import StrataStorage

// In a hierarchy an object has one key, whether an identifier names its own class, one above or one
// below it.
extension ObjectGraph {
  /// True if an identifier can name an object of a class.
  package func mayName<T: PersistentModel>(_ identifier: PersistentIdentifier, _ type: T.Type)
    -> Bool
  {
    if identifier.entityName == T._$entity.name { return true }
    guard let named = index(named: identifier.entityName) else { return false }
    let entity = entities[named].entity
    return entity.isKind(of: T._$entity) || T._$entity.isKind(of: entity)
  }

  /// True if an identifier with the object's key names that object's class or one above it.
  package func names(_ identifier: PersistentIdentifier, _ model: any PersistentModel) -> Bool {
    let entity = type(of: model)._$entity
    if identifier.entityName == entity.name { return true }
    guard let named = index(named: identifier.entityName) else { return false }
    return entity.isKind(of: entities[named].entity)
  }

  /// The object that an identifier names, from memory or the store. Nil if there is none.
  ///
  /// - Throws: ``ModelError/wrongEntity(_:expected:)`` for an identifier of another class,
  ///   `StorageError`.
  package func existingModel<T: PersistentModel>(
    for identifier: PersistentIdentifier, as type: T.Type
  ) throws -> T? {
    guard mayName(identifier, type) else {
      throw ModelError.wrongEntity(identifier, expected: T._$entity.name)
    }
    guard let key = key(of: identifier) else { return nil }
    return try reading(.load, of: T._$entity.name) {
      if let known = known(type, identifier) { return known.isDeleted ? nil : known }
      return try readModels(type, keys: [key]).first { names(identifier, $0) }
    }
  }

  /// The object that an identifier names, if it is in memory and of the given class.
  package func known<T: PersistentModel>(_ type: T.Type, _ identifier: PersistentIdentifier) -> T? {
    let key = key(of: identifier) ?? identifier.key
    guard mayName(identifier, type), let found = known(type, key) as? T, names(identifier, found)
    else { return nil }
    return found
  }
}
