public import Foundation
public import StrataModel
internal import StrataSchema
public import StrataContexts
internal import StrataSQLite
internal import StrataStorage

extension SchemaMigrationPlan {
  /// Detects the version of a store without changing it.
  ///
  /// The store must contain all of the plan's entities. It can't be one of several stores of a
  /// container that divides them.
  ///
  /// - Parameter url: The store's file, or its address on a server.
  /// - Throws: `StorageError` for a file that is missing, not a store, or of a newer format.
  ///   `MigrationError.unknownVersion` for a store that matches no version of the plan.
  ///   `MigrationError.backwardMigration` for a store of a later version than the plan's last.
  public static func version(ofStoreAt url: URL) throws -> any VersionedSchema.Type {
    guard let state = try StoreState.read(at: url, isReadOnly: true) else {
      throw StorageError.cannotOpen(path: Store.path(of: url), reason: "it is empty")
    }
    return try [PlanVersion](of: self).version(
      of: state, path: Store.path(of: url), plan: "\(self)"
    ).type
  }

  /// True if a file is a store created by `ModelContainer`, whatever its models.
  ///
  /// - Throws: `StorageError` if the file can't be read, or is a store that is damaged or of a
  ///   newer format.
  static func isStore(at url: URL) throws -> Bool {
    do {
      return try StoreState.read(at: url, isReadOnly: true) != nil
    } catch StorageError.notADatabase, StorageError.notAStore {
      return false
    }
  }

  /// Tests the plan with empty stores. Call this from a test.
  ///
  /// It checks that the plan is consistent, and that a store of each version can be migrated to the
  /// last one.
  ///
  /// - Throws: `MigrationError`, which names the plan or the stage. Errors of the stages' code.
  public static func check() throws {
    let versions = try [PlanVersion](of: self)
    // `init(of:)` has thrown if the plan has no versions.
    let last = versions[versions.count - 1]
    for start in versions.dropLast() {
      let stack = try TestingStack(Schema(versionedSchema: start.type))
      _ = try stack.reopened(for: last.type.models, migrationPlan: self)
    }
  }

  /// Migrates a copy of a store to the last version and returns what was done.
  ///
  /// The store stays unchanged, and other programs may use it meanwhile. The rehearsal takes as
  /// long as the migration, and as much space in the system's temporary folder as the store.
  ///
  /// - Throws: the errors of the migration: `MigrationError`, `StorageError`.
  public static func rehearsal(ofStoreAt url: URL) throws -> MigrationRehearsal {
    let versions = try [PlanVersion](of: self)
    // `init(of:)` has thrown if the plan has no versions.
    let last = versions[versions.count - 1]
    let steps = Steps()
    var configuration = ModelConfiguration(url: url)
    configuration.migrationProgress = { steps.add($0) }
    var migration = try StagedMigration(self, Schema(versionedSchema: last.type), configuration)
    let (from, to, script) = try migration.rehearse()
    return MigrationRehearsal(url, from, to, script, steps.all, versions)
  }
}
