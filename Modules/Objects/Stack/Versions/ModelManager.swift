public import Foundation
public import StrataContexts
public import StrataModel
internal import StrataSchema

/// A migration plan with named versions.
///
/// It lists the versions, detects the version of a store, and creates stages between versions.
///
/// ```swift
/// enum ShopModels: ModelManager {
///   typealias Version = ShopVersion
///   static var stages: [MigrationStage] {
///     [migrationStage(to: .withPrices, label: "Move prices into columns") { context in … }]
///   }
/// }
/// ```
///
/// The name comes from RCDataKit. Models are classes here, so there are no model files to load.
public protocol ModelManager: SchemaMigrationPlan {
  /// The enum of the versions.
  associatedtype Version: ModelVersion
}

extension ModelManager {
  /// The versions, oldest first.
  public static var versions: [Version] { Array(Version.allCases) }

  /// The schemas of the versions, oldest first.
  public static var schemas: [any VersionedSchema.Type] { versions.map(\.schema) }

  /// The last version, which is that of the program's models.
  ///
  /// - Throws: `MigrationError.invalidPlan` if there are no versions.
  public static var currentVersion: Version {
    get throws {
      guard let last = versions.last else {
        throw MigrationError.invalidPlan(
          plan: "\(self)", reason: "\(Version.self) has no cases; give each version one")
      }
      return last
    }
  }

  /// Creates a stage from the previous version to a version.
  ///
  /// - Parameters:
  ///   - label: A description for people, which `MigrationProgress` and ``MigrationRehearsal``
  ///     contain.
  ///   - preMigration: Code that uses the old models, before the tables change.
  ///   - postMigration: Code that uses the new models, after the tables have changed.
  /// - Returns: The stage. A stage to the first version is invalid: opening a store and
  ///   `SchemaMigrationPlan.check()` report it.
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

  /// Detects the version of a store without changing it.
  ///
  /// - Throws: as `SchemaMigrationPlan.version(ofStoreAt:)`.
  public static func version(ofStoreAt url: URL) throws -> Version {
    let found: any VersionedSchema.Type = try version(ofStoreAt: url)
    guard let version = versions.first(where: { $0.schema == found }) else {
      throw MigrationError.invalidPlan(plan: "\(self)", reason: "it names no version for \(found)")
    }
    return version
  }

  /// Finds the stores in a folder with their versions, ordered by file name.
  ///
  /// Other files are skipped. If the version of a store can't be detected, its result is the error.
  ///
  /// - Throws: Foundation's error if the folder can't be read.
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

/// The named versions of a program's models, oldest first: an enum with a case for each.
///
/// ```swift
/// enum ShopVersion: String, ModelVersion {
///   case first, withPrices
///   var schema: any VersionedSchema.Type {
///     switch self {
///     case .first: ShopSchema1.self
///     case .withPrices: ShopSchema2.self
///     }
///   }
/// }
/// ```
public protocol ModelVersion: CaseIterable, Hashable, Sendable {
  /// The models of the version.
  var schema: any VersionedSchema.Type { get }
}
