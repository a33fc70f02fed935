private import Synchronization

extension ModelEntity {
  private static let entities = Mutex<[ObjectIdentifier: ModelEntity]>([:])

  /// The entity of a class that is nested in a generic type: there is one class for each set of type
  /// arguments, and none of them has storage of its own.
  ///
  /// - Parameter superclass: The model class that it inherits from.
  public static func of(
    _ type: any PersistentModel.Type, superclass: (any PersistentModel.Type)? = nil
  ) -> ModelEntity {
    let key = ObjectIdentifier(type)
    if let entity = entities.withLock({ $0[key] }) { return entity }
    // Reading a class's metadata may ask for other entities. Of two that were made, one stays.
    let made = ModelEntity(type, superclass: superclass)
    return entities.withLock { entities in
      let entity = entities[key] ?? made
      entities[key] = entity
      return entity
    }
  }
}
