import StrataDescriptions
import StrataModel
import StrataSchema
internal import Synchronization

/// Placeholder entities without properties, for classes that no loaded model has. A container that
/// is asked for such objects reports that it doesn't know the class.
enum UnknownEntities {
  private static let entities = Mutex<[ObjectIdentifier: _ModelEntity]>([:])

  static func entity(of type: ManagedObject.Type) -> _ModelEntity {
    entities.withLock { entities in
      if let made = entities[ObjectIdentifier(type)] { return made }
      let made = _ModelEntity(
        type, name: "\(type)", superentity: nil, own: [], hearsLifecycle: false
      ) { _ in [] }
      entities[ObjectIdentifier(type)] = made
      return made
    }
  }

  /// The entity of objects without a known entity.
  static let none = ManagedEntity(unknown: "ManagedObject")
}
