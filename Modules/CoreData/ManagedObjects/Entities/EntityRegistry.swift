import StrataDescriptions
internal import Synchronization

/// The entities of all loaded models, by class and by name.
final class EntityRegistry: Sendable {
  static let shared = EntityRegistry()
  private let entities = Mutex<[ObjectIdentifier: ManagedEntity]>([:])
  private let byName = Mutex<[String: [ManagedEntity]]>([:])

  /// Returns the entity of a class, or nil if no loaded model has it.
  func entity(of type: NSManagedObject.Type) -> ManagedEntity? {
    entities.withLock { $0[ObjectIdentifier(type)] }
  }

  /// Registers a model's entities.
  ///
  /// - Throws: ``ManagedObjectError/classInUse(_:entity:)`` if another model's entity already has
  ///   one of the classes.
  func add(_ added: [ManagedEntity]) throws {
    try entities.withLock { entities in
      for entity in added {
        if let other = entities[ObjectIdentifier(entity.objectClass)] {
          throw ManagedObjectError.classInUse("\(entity.objectClass)", entity: other.name)
        }
      }
      for entity in added { entities[ObjectIdentifier(entity.objectClass)] = entity }
    }
    byName.withLock { byName in
      for entity in added { byName[entity.name, default: []].append(entity) }
    }
  }

  /// Returns the entities with a name, in all loaded models, in the order in which they were loaded.
  func entities(named name: String) -> [ManagedEntity] { byName.withLock { $0[name] ?? [] } }

  /// Returns the entities with a description, in all loaded models.
  func entities(described description: EntityDescription) -> [ManagedEntity] {
    byName.withLock { $0[description.name] ?? [] }.filter { $0.description == description }
  }
}
