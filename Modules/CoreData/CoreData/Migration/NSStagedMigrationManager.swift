#if !canImport(ObjectiveC)
public import Foundation
public import StrataManagedObjects

/// The option for an ``NSStagedMigrationManager`` that migrates a store before it is opened.
public let NSPersistentStoreStagedMigrationManagerOptionKey =
  "NSPersistentStoreStagedMigrationManagerOptionKey"

/// A version of a model, by itself or by its place.
public final class NSManagedObjectModelReference: NSObject {
  private let model: NSManagedObjectModel?
  /// The checksum of the model's version.
  public let versionChecksum: String

  /// Creates a reference to a model.
  public init(model: NSManagedObjectModel, versionChecksum: String) {
    self.model = model
    self.versionChecksum = versionChecksum
  }

  /// Creates a reference to a model's file. If it can't be read, the migration throws an error.
  public init(fileURL: URL, versionChecksum: String) {
    model = NSManagedObjectModel(contentsOf: fileURL)
    self.versionChecksum = versionChecksum
  }

  /// Creates a reference to the version of a model among a bundle's resources that has the checksum.
  public init(name: String, in bundle: Bundle?, versionChecksum: String) {
    model = NSManagedObjectModel.versions(in: bundle.map { [$0] })
      .first { $0.versionChecksum == versionChecksum }
    self.versionChecksum = versionChecksum
  }

  /// Creates a reference to the version with a name of a model among a bundle's resources.
  public init(entityVersionHashes: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String)
  {
    let hashes = entityVersionHashes as? [String: Data]
    model = NSManagedObjectModel.versions(in: bundle.map { [$0] })
      .first { $0.entityVersionHashesByName == hashes }
    self.versionChecksum = versionChecksum
  }

  /// The model.
  ///
  /// - Throws: `ManagedObjectError.unsupported(_:)` if it can't be found.
  func resolved() throws(ManagedObjectError) -> NSManagedObjectModel {
    guard let model else {
      throw .unsupported(
        "no model of the version \(versionChecksum) can be found; put it among the program's resources"
      )
    }
    return model
  }
}

/// A stage of a migration.
open class NSMigrationStage: NSObject {
  /// A text for people.
  open var label: String?
}

/// A stage between versions that differ only in what can be inferred.
public final class NSLightweightMigrationStage: NSMigrationStage {
  /// The checksums of the versions, oldest first.
  public let versionChecksums: [String]

  /// Creates a stage.
  public init(_ versionChecksums: [String]) { self.versionChecksums = versionChecksums }
}

/// A stage between two versions, before and after which the program changes objects.
public final class NSCustomMigrationStage: NSMigrationStage {
  /// The version before.
  public let currentModel: NSManagedObjectModelReference
  /// The version after.
  public let nextModel: NSManagedObjectModelReference
  /// Called with a container of the version before.
  public var willMigrateHandler:
    ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
  /// Called with a container of the version after.
  public var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  /// Creates a stage.
  public init(
    migratingFrom currentModel: NSManagedObjectModelReference,
    to nextModel: NSManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
  }
}

// Unchecked, since only the thread that opens the store uses it, as in Core Data.
/// The stages by which a store is migrated before it is opened.
///
///     description.setOption(
///       NSStagedMigrationManager(stages), forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
public final class NSStagedMigrationManager: NSObject, @unchecked Sendable {
  /// The stages, oldest first.
  public let stages: [NSMigrationStage]
  /// The container of the running stage, for its handlers. Its objects have no classes of their own.
  public private(set) var container: NSPersistentContainer?

  /// Creates a manager.
  public init(_ stages: [NSMigrationStage]) { self.stages = stages }
}

extension NSStagedMigrationManager: OpeningMigration {
  /// Runs the stages from the store's version on.
  ///
  /// - Throws: `ManagedObjectError.unsupported(_:)` for a store of a version that no stage names. A stage
  ///   of an earlier version would drop what the store has since. Also for a file of Core Data of
  ///   another version.
  package func migrate(
    _ description: NSPersistentStoreDescription, to model: NSManagedObjectModel
  ) throws {
    guard let url = description.url, FileManager.default.fileExists(atPath: url.path) else {
      return
    }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: description.type, at: url)
    func isStored(_ model: NSManagedObjectModel) throws -> Bool {
      // A store of a configuration has that configuration's entities only.
      let configured = description.configuration.flatMap {
        model.entities(forConfigurationName: $0)
      }
      return try NSPersistentStoreCoordinator.isVersion(
        model, of: Set((configured ?? model.entities).compactMap(\.name)), in: metadata)
    }
    guard try !isStored(model) else { return }
    if try NSPersistentStoreCoordinator.isForeign(url) {
      let version =
        NSPersistentStoreCoordinator.knowsVersion(metadata)
        ? "of another version of the model"
        : "without a model in it that can be read, so that its version can't be told"
      throw ManagedObjectError.unsupported(
        "the store at \(url.path) is a file of Core Data, \(version); such a file isn't "
          + "migrated, so that its program can go on with it: import it with `strata import`, and open the result"
      )
    }
    let checksum = NSPersistentStoreCoordinator.versionHashes(of: metadata)
      .map(NSManagedObjectModel.versionChecksum(of:))
    var start: Int?
    for (index, stage) in stages.enumerated() {
      switch stage {
      case let stage as NSCustomMigrationStage:
        if try isStored(stage.currentModel.resolved()) { start = index }
        if try isStored(stage.nextModel.resolved()) { start = index + 1 }
      case let stage as NSLightweightMigrationStage:
        if let checksum, stage.versionChecksums.contains(checksum) { start = index + 1 }
      default: break
      }
    }
    guard let start else {
      // Lightweight stages know versions by checksums alone.
      let hint =
        checksum == nil
        ? "only a ModelContainer has opened it, so that it fits custom stages alone; open it with its own model first"
        : "add a stage for it, or open the store with its own model first"
      throw ManagedObjectError.unsupported(
        "the store at \(url.path) has a version that no stage of its migration begins or ends with; \(hint)"
      )
    }
    for case let stage as NSCustomMigrationStage in stages.dropFirst(start) {
      try run(stage.willMigrateHandler, stage, stage.currentModel, description)
      try run(stage.didMigrateHandler, stage, stage.nextModel, description)
    }
  }

  /// Opens the store with a version of the model, which migrates it, and calls a handler.
  private func run(
    _ handler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?,
    _ stage: NSCustomMigrationStage, _ model: NSManagedObjectModelReference,
    _ description: NSPersistentStoreDescription
  ) throws {
    let container = try NSPersistentContainer(migrating: try model.resolved(), description)
    self.container = container
    defer { self.container = nil }
    try handler?(self, stage)
    container.viewContext.reset()
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }
}
#endif
