import Foundation
import StrataSchema
import StrataStorage

extension Store {
  /// Opens a configuration's store for a schema, after it was taken through the stages of a plan.
  ///
  /// - Parameter others: The entities that the container keeps in other stores.
  /// - Throws: ``MigrationError``, `StorageError`.
  static func open(
    _ schema: Schema, _ configuration: ModelConfiguration,
    _ plan: (any SchemaMigrationPlan.Type)?, others: Set<String> = []
  ) throws -> Store {
    // The program's folder may not be there yet; any other place is the caller's to make.
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
