private import Synchronization

extension _ModelEntity {
  private static let entities = Mutex<[ObjectIdentifier: _ModelEntity]>([:])

  /// Returns the entity of a class that is nested in a generic type.
  ///
  /// There is one class for each set of type arguments, and a generic type can't have static
  /// storage, so that the entities are in a dictionary.
  ///
  /// - Parameter superclass: The model class that it inherits from.
  public static func of(
    _ type: any PersistentModel.Type, superclass: (any PersistentModel.Type)? = nil
  ) -> _ModelEntity {
    let key = ObjectIdentifier(type)
    if let entity = entities.withLock({ $0[key] }) { return entity }
    // Reading a class's metadata may ask for other entities, so that it happens outside the lock.
    // If two threads make the entity, the first one is used.
    let made = _ModelEntity(type, superclass: superclass)
    return entities.withLock { entities in
      let entity = entities[key] ?? made
      entities[key] = entity
      return entity
    }
  }
}
