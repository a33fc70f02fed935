package import Foundation
import StrataCoreDataStores
package import StrataDescriptions
import StrataObservation
import StrataSQLite
package import StrataSchema
package import StrataStorage

/// The migration of a store of managed objects to a model, as a coordinator does it when it opens the store.
///
/// You see what it would change, and then run it. It needs none of the program's classes.
package struct ModelMigration {
  private let url: URL
  private let model: ManagedObjectModel
  private let configuration: String?
  /// The schema of the store with the model.
  package let schema: Schema
  /// The comparison of the store with ``schema``.
  package let adaptation: StoreAdaptation
  /// The entities that the model had that last opened the store, by name.
  package let formerEntities: Set<String>
  /// The entities of the model that the store has in another version, or not at all, by name.
  package let changedEntities: Set<String>
  /// True if a coordinator that may not migrate the store would refuse it, or if its tables would change.
  package let isNeeded: Bool

  /// Compares a store with a model, and changes nothing.
  ///
  /// - Parameters:
  ///   - url: The store's file.
  ///   - configuration: The configuration of the model whose entities the store has. Nil for all entities.
  /// - Throws: ``ModelMigrationError`` for a store of another kind. `StorageError` for one that can't be read, and for
  ///   one on a server, where no managed objects are. ``ManagedObjectError`` and `ModelConversionError` for a model
  ///   that no coordinator opens.
  package init(of url: URL, to model: ManagedObjectModel, configuration: String? = nil) throws {
    (self.url, self.model, self.configuration) = (url, model, configuration)
    guard !url.isOfServer else {
      throw StorageError.filesOnly(
        path: Store.path(of: url), operation: "a migration to a model of managed objects")
    }
    guard try !CoreDataStore.isStore(at: url) else {
      throw ModelMigrationError.notOfStrata(path: url.path)
    }
    let metadata = try NSPersistentStoreCoordinator.storedMetadata(at: url)
    guard let hashes = NSPersistentStoreCoordinator.versionHashes(of: metadata) else {
      throw ModelMigrationError.ofClasses(path: url.path)
    }
    guard NSPersistentStoreCoordinator.isOfCoordinator(metadata) else {
      throw ModelMigrationError.onlyImported(path: url.path)
    }
    let objectModel = try ObjectModel.of(model, classes: [])
    schema = try StoreOpening(Self.description(url, configuration), objectModel, ChangeFeed())
      .schema()
    let names = Set(schema.entitiesByName.keys)
    formerEntities = Set(hashes.keys)
    changedEntities = Set(
      VersionRecord.hashes(of: model).filter {
        names.contains($0.key) && hashes[$0.key] != $0.value
      }
      .keys)
    adaptation = try Store.adaptation(at: url, to: schema)
    let isVersion = try NSPersistentStoreCoordinator.isVersion(
      objectModel.reference, of: names, in: metadata)
    isNeeded = !isVersion || adaptation.isNeeded
  }

  /// Migrates the store. Its tables change in one transaction, and its record of the version in another one after it.
  /// If the program ends in between, the next migration finishes it.
  ///
  /// - Throws: `StorageError.incompatibleSchema` for a refused change, and then the store is as it was. `StorageError`,
  ///   ``ManagedObjectError``.
  package func run() throws { try run(at: url) }

  /// Migrates a copy of the store in the system's temporary folder, and throws the copy away.
  ///
  /// - Throws: as ``run()``.
  package func rehearse() throws { try StoreRehearsal.dryRun(at: url) { try run(at: $0) } }

  private func run(at url: URL) throws {
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.checkVersionRecord()
    try coordinator.remove(
      coordinator.addPersistentStore(Self.description(url, configuration)))
  }

  private static func description(
    _ url: URL, _ configuration: String?
  ) -> NSPersistentStoreDescription {
    let description = NSPersistentStoreDescription(url: url)
    description.configuration = configuration
    return description
  }
}

/// A store that can't be migrated to a model of managed objects, by its kind.
package enum ModelMigrationError: Error, Sendable, Hashable {
  /// Core Data or SwiftData made the store.
  case notOfStrata(path: String)
  /// No coordinator has opened the store.
  case ofClasses(path: String)
  /// The store was imported, and no coordinator has opened it since.
  case onlyImported(path: String)
}

extension ModelMigrationError: CustomStringConvertible {
  /// The kind of store, and the reason.
  package var description: String {
    switch self {
    case .notOfStrata(let path):
      "\(path) is a store of Core Data or SwiftData, which Strata can't migrate so that it stays one"
    case .ofClasses(let path):
      "no program with managed objects has opened \(path), so that it is a store of @Model classes; "
        + "a model file doesn't say how those are stored"
    case .onlyImported(let path):
      "no program has opened \(path) with managed objects since it was imported; it may be meant for "
        + "@Model classes"
    }
  }
}

/// A migration that runs before a store is opened.
package protocol OpeningMigration: AnyObject, Sendable {
  /// Migrates the store of a description, if it isn't of the model's version.
  func migrate(
    _ description: NSPersistentStoreDescription, to model: NSManagedObjectModel) throws
}
