import StrataDescriptions
package import StrataModel
internal import Synchronization

/// The coordinators of the program, by which an identifier finds its store and its entity.
package enum OpenModels {
  private struct WeakCoordinator {
    weak var coordinator: NSPersistentStoreCoordinator?
  }

  private static let coordinators = Mutex<[WeakCoordinator]>([])

  /// Adds a coordinator, without retaining it.
  static func add(_ coordinator: NSPersistentStoreCoordinator) {
    coordinators.withLock { all in
      all.removeAll { $0.coordinator == nil }
      all.append(WeakCoordinator(coordinator: coordinator))
    }
  }

  private static var all: [NSPersistentStoreCoordinator] {
    coordinators.withLock { $0.compactMap(\.coordinator) }
  }

  /// Returns the open store with an identifier, or nil if no coordinator has it open.
  package static func store(_ identifier: String) -> NSPersistentStore? {
    all.lazy.flatMap(\.persistentStores).first { $0.identifier == identifier }
  }

  /// Returns the coordinator that has a store open, or nil if none has.
  package static func coordinator(of store: NSPersistentStore) -> NSPersistentStoreCoordinator? {
    all.first { $0.persistentStores.contains(store) }
  }

  /// Returns the entity with a name in the model that was loaded last of those that have it, or nil
  /// if none has.
  package static func knownEntity(named name: String) -> NSEntityDescription? {
    EntityRegistry.shared.entities(named: name).last?.reference
  }

  /// Returns the entity of an object: that of the model whose coordinator has the object's store open,
  /// or else the entity with its name.
  package static func entity(of identifier: PersistentIdentifier) -> NSEntityDescription {
    let coordinator = all.first { coordinator in
      coordinator.persistentStores.contains { $0.identifier == identifier.storeIdentifier }
    }
    return coordinator?.objectModel.entities[identifier.entityName]?.reference
      ?? entity(named: identifier.entityName)
  }

  /// Returns the entity with a name. If no loaded model has it, it is one that no object can be of.
  package static func entity(named name: String) -> NSEntityDescription {
    if let known = knownEntity(named: name) { return known }
    let unknown = NSEntityDescription()
    unknown.name = name
    return unknown
  }
}
