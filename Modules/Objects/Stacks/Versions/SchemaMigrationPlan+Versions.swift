public import Foundation
public import StrataModel
internal import StrataSchema
public import StrataStack
internal import StrataSQLite
internal import StrataStorage

extension SchemaMigrationPlan {
  /// The version that a store is, found without changing it: one with all of the plan's entities, not one of
  /// several among which a container divides them.
  ///
  /// - Throws: `StorageError` for a file that is missing, no store, or of a newer format;
  ///   `MigrationError.unknownVersion` for a store that is no version of the plan, and
  ///   `MigrationError.backwardMigration` for one of a later version than the plan's last.
  public static func version(ofStoreAt url: URL) throws -> any VersionedSchema.Type {
    guard let state = try StoreState.read(at: url, isReadOnly: true) else {
      throw StorageError.cannotOpen(path: url.path, reason: "it is empty")
    }
    return try [PlanVersion](of: self).version(of: state, path: url.path, plan: "\(self)").type
  }

  /// Whether a file is a store, of any models: one that `ModelContainer` has made.
  ///
  /// - Throws: `StorageError` where that can't be told, or it is of a newer format, or damaged.
  static func isStore(at url: URL) throws -> Bool {
    do {
      return try StoreState.read(at: url, isReadOnly: true) != nil
    } catch StorageError.notADatabase, StorageError.notAStore {
      return false
    }
  }

  /// Goes through the plan with empty stores: checks that it doesn't contradict itself, and that a store of
  /// each version comes to the last one. For a test.
  ///
  /// - Throws: `MigrationError`, which names the plan or the stage; what a stage throws.
  public static func check() throws {
    let versions = try [PlanVersion](of: self)
    // A plan without versions is an error by now.
    let last = versions[versions.count - 1]
    for start in versions.dropLast() {
      let stack = try TestingStack(Schema(versionedSchema: start.type))
      _ = try stack.reopened(for: last.type.models, migrationPlan: self)
    }
  }

  /// Takes a copy of a store through the stages to the last version, and tells what was done. The store
  /// stays as it is, and others may use it meanwhile.
  ///
  /// It takes as long as the migration itself, and as much room in the system's temporary folder as the store
  /// has.
  ///
  /// - Throws: what the migration would: `MigrationError`, `StorageError`.
  public static func rehearsal(ofStoreAt url: URL) throws -> MigrationRehearsal {
    let versions = try [PlanVersion](of: self)
    // A plan without versions is an error by now.
    let last = versions[versions.count - 1]
    let steps = Steps()
    var configuration = ModelConfiguration(url: url)
    configuration.migrationProgress = { steps.add($0) }
    var migration = try StagedMigration(self, Schema(versionedSchema: last.type), configuration)
    let (from, to) = try migration.rehearse()
    return MigrationRehearsal(url, from, to, steps.all, versions)
  }
}
