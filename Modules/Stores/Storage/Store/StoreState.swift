package import Foundation
internal import StrataSQLite
package import StrataSchema
package import StrataMigration

/// The state of a store that isn't open: its tables, and its record of them.
package struct StoreState {
  /// The tables.
  package let structure: StoreStructure
  /// The schema that it was last adapted to, or nil if it isn't recorded.
  package let schema: Schema?
  /// The version that a migration plan has found or made.
  package let plannedVersion: Schema.Version?

  /// Reads the state of a store in a file or on a server without changing it. Call it under the file's lock, unless the
  /// file is opened read-only.
  ///
  /// - Parameter isReadOnly: True to open the store read-only.
  /// - Returns: Nil if there is no store yet.
  /// - Throws: `StorageError`, as opening the store does.
  package static func read(at url: URL, isReadOnly: Bool) throws -> StoreState? {
    if url.isOfServer { return try read(onServer: url) }
    try Store.checkPath(url.path, isReadOnly: isReadOnly)
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let connection =
      try isReadOnly ? Connection.reading(url.path) : Connection(path: url.path)
    return try StoreState(connection)
  }

  /// Returns true if the store has an entity: a table of it, or, for a subentity, a record.
  package func has(_ entity: String) -> Bool {
    structure.hasTable(entity) || schema?.entitiesByName[entity] != nil
  }

  init(structure: StoreStructure, schema: Schema?, plannedVersion: Schema.Version?) {
    self.structure = structure
    self.schema = schema
    self.plannedVersion = plannedVersion
  }

  init?(_ connection: Connection) throws {
    guard try !connection.catalog.isEmpty() else { return nil }
    try Store.checkFormat(connection)
    let tables = try StoredTables(connection)
    let record = try SchemaRecord(connection, tables)
    structure = StoreStructure(tables)
    schema = record.schema
    plannedVersion = record.plannedVersion
  }
}
