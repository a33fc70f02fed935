import Foundation
import StrataSchema
import StrataStorage

extension Store {
  /// Runs a plan's stages on a configuration's store, then opens it for a schema.
  ///
  /// - Parameter others: The entities of the container's other stores.
  /// - Throws: ``MigrationError``, `StorageError`.
  static func open(
    _ schema: Schema, _ configuration: ModelConfiguration,
    _ plan: (any SchemaMigrationPlan.Type)?, others: Set<String> = []
  ) throws -> Store {
    // Creates only the program's own folder. With a URL, the caller must create the folder.
    if configuration.isNamedFile {
      try FileManager.default.createDirectory(
        at: configuration.url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    var migration = try plan.map {
      try StagedMigration($0, schema, configuration, others: others)
    }
    try migration?.run()
    let store = try Store.open(
      schema, at: configuration.fileURL, isReadOnly: !configuration.allowsSave,
      durability: configuration.durability)
    try migration?.record(in: store)
    return store
  }
}
