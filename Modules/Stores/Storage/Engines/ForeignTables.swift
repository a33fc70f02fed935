package import Foundation
package import StrataSQLite
package import StrataSchema

/// The views that present another library's tables as those of a schema. Each connection makes them for
/// itself, as temporary ones, so that nothing is written.
package struct ForeignTables: Sendable {
  /// The store's URL.
  let url: URL
  /// The file to read: the store's own or a copy. It has no log beside it, and no program changes it in
  /// the meantime.
  let image: FileImage
  /// The unique identifier of the store.
  let identifier: UUID
  /// The tables with objects of several entities.
  let shared: Set<String>
  /// Makes the views and the functions that they call.
  let prepare: @Sendable (Connection) throws -> Void

  /// - Parameters:
  ///   - url: The store that somebody means.
  ///   - image: The file to read: the store's own or a copy. It has no log beside it.
  ///   - shared: The tables, by the names of the schema, that have objects of several entities.
  ///   - prepare: Makes the views, named as the schema's tables.
  package init(
    url: URL, image: FileImage, identifier: UUID, shared: Set<String>,
    prepare: @escaping @Sendable (Connection) throws -> Void
  ) {
    self.url = url
    self.image = image
    self.identifier = identifier
    self.shared = shared
    self.prepare = prepare
  }

  func connect() throws -> Connection {
    let connection = try Connection.reading(image, as: url.path)
    try connection.configureForeignReader()
    try prepare(connection)
    return connection
  }
}

extension Store {
  /// The empty history of a store that has none of ours.
  private static let history = """
    CREATE TEMP VIEW strata_history AS
    SELECT 0 AS number, NULL AS author, NULL AS context, 0.0 AS time, '' AS process, x'' AS changes,
      NULL AS tombstones
    WHERE 0;
    CREATE TEMP VIEW strata_metadata AS SELECT '' AS name, '' AS value WHERE 0;
    CREATE TEMP VIEW strata_keys AS SELECT '' AS entity, 0 AS next WHERE 0;
    """

  /// Opens a file whose tables are another library's, to be read.
  ///
  /// - Throws: `StorageError`: no file, no database, or one that is changed meanwhile.
  package static func reading(_ schema: Schema, _ foreign: ForeignTables) throws -> Store {
    try checkPath(foreign.image.path, isReadOnly: true)
    let tables = ForeignTables(
      url: foreign.url, image: foreign.image, identifier: foreign.identifier, shared: foreign.shared
    ) { connection in
      try connection.execute(Self.history)
      try foreign.prepare(connection)
    }
    let writer = try tables.connect()
    let observation = StoreObservation(of: writer.path)
    let engine = try FileEngine(
      foreign.url, writer, isReadOnly: true, observation, isForeign: true
    ) { try tables.connect() }
    return Store(
      url: foreign.url, isReadOnly: true, identifier: foreign.identifier,
      schema: schema, tables: Tables(schema, shared: foreign.shared), writer: writer, engine,
      observation)
  }
}
