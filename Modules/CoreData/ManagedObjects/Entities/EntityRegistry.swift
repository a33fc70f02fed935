import StrataDescriptions
internal import Synchronization

/// Which entity the objects of a class are of.
final class EntityRegistry: Sendable {
  static let shared = EntityRegistry()
  private let entities = Mutex<[ObjectIdentifier: ManagedEntity]>([:])
  private let byName = Mutex<[String: [ManagedEntity]]>([:])

  /// The entity of a class; nil for one that no model in use has.
  func entity(of type: ManagedObject.Type) -> ManagedEntity? {
    entities.withLock { $0[ObjectIdentifier(type)] }
  }

  /// - Throws: ``ManagedObjectError/classInUse(_:entity:)`` for a class that is another model's already.
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

  /// The entities with a description, of all models in use.
  func entities(described description: EntityDescription) -> [ManagedEntity] {
    byName.withLock { $0[description.name] ?? [] }.filter { $0.description == description }
  }
}
