import StrataDescriptions
import StrataModel
import StrataSchema
internal import Synchronization

/// Entities without properties, for classes that no model in use has: a container that is asked for objects
/// of them doesn't know their classes, and says so.
enum UnknownEntities {
  private static let entities = Mutex<[ObjectIdentifier: ModelEntity]>([:])

  static func entity(of type: ManagedObject.Type) -> ModelEntity {
    entities.withLock { entities in
      if let made = entities[ObjectIdentifier(type)] { return made }
      let made = ModelEntity(
        type, name: "\(type)", superentity: nil, own: [], hearsLifecycle: false
      ) { _ in [] }
      entities[ObjectIdentifier(type)] = made
      return made
    }
  }

  /// The entity of objects that are of none.
  static let none = ManagedEntity(unknown: "ManagedObject")
}
