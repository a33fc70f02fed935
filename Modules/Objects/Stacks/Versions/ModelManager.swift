public import Foundation
public import StrataModel
internal import StrataSchema
public import StrataStack

/// A migration plan whose versions have names: it lists them, finds out which one a store is, and makes
/// stages from each to the next.
///
///     enum ShopModels: ModelManager {
///       typealias Version = ShopVersion
///       static var stages: [MigrationStage] {
///         [migrationStage(to: .withPrices, label: "Move prices into columns") { context in … }]
///       }
///     }
///
/// The word is RCDataKit's. Models are classes here, so that there is no model file to be found.
public protocol ModelManager: SchemaMigrationPlan {
  /// The versions' names.
  associatedtype Version: ModelVersion
}

extension ModelManager {
  /// The versions, the oldest first.
  public static var versions: [Version] { Array(Version.allCases) }

  /// The versions' schemas, the oldest first.
  public static var schemas: [any VersionedSchema.Type] { versions.map(\.schema) }

  /// The last version: what the program has now.
  ///
  /// - Throws: `MigrationError.invalidPlan` where there is none.
  public static var currentVersion: Version {
    get throws {
      guard let last = versions.last else {
        throw MigrationError.invalidPlan(
          plan: "\(self)", reason: "\(Version.self) has no cases; give each version one")
      }
      return last
    }
  }

  /// A stage that leads to a version from the one before it.
  ///
  /// - Parameters:
  ///   - label: What the stage does, for people: `MigrationProgress` and ``MigrationRehearsal`` tell it.
  ///   - preMigration: Code that sees the old models, before the tables change.
  ///   - postMigration: Code that sees the new models, after it.
  /// - Returns: The stage. One to the first version leads nowhere, which opening a store or
  ///   `SchemaMigrationPlan.check()` says.
  public static func migrationStage(
    to version: Version, label: String,
    preMigration: (@Sendable (ModelContext) throws -> Void)? = nil,
    postMigration: (@Sendable (ModelContext) throws -> Void)? = nil
  ) -> MigrationStage {
    let versions = versions
    let index = versions.firstIndex(of: version) ?? 0
    return MigrationStage.custom(
      fromVersion: versions[max(index - 1, 0)].schema, toVersion: version.schema,
      willMigrate: preMigration, didMigrate: postMigration
    ).labeled(label)
  }

  /// The version that a store is, found without changing it.
  ///
  /// - Throws: as `SchemaMigrationPlan.version(ofStoreAt:)`.
  public static func version(ofStoreAt url: URL) throws -> Version {
    let found: any VersionedSchema.Type = try version(ofStoreAt: url)
    // The plan's versions are those of the enum.
    guard let version = versions.first(where: { $0.schema == found }) else {
      throw MigrationError.invalidPlan(plan: "\(self)", reason: "it names no version for \(found)")
    }
    return version
  }

  /// The stores in a folder with the version that each is, by name of their files; other files are passed
  /// over, and why the version of a store isn't known is told with it.
  ///
  /// - Throws: an error of Foundation's where the folder can't be read.
  public static func stores(in folder: URL) throws -> [(
    url: URL, version: Result<Version, any Error>
  )] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey])
    return files.sorted { $0.lastPathComponent < $1.lastPathComponent }.compactMap { url in
      do {
        // Folders, devices and the like can't be stores.
        let isFile = try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
        guard isFile == true, try isStore(at: url) else { return nil }
        return (url, .success(try version(ofStoreAt: url)))
      } catch {
        return (url, .failure(error))
      }
    }
  }
}
