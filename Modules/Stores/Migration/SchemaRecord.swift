internal import Foundation
package import StrataSQLite
package import StrataSchema
package import StrataTables

/// A store's record of its schema: that which its tables were last adapted to, and the version of a
/// migration plan that it is.
package struct SchemaRecord {
  /// The schema, without Swift types and default values, or nil where none was written down.
  package let schema: Schema?
  /// The version that a migration plan has found or made, or nil where the store was never opened with a
  /// plan.
  package let plannedVersion: Schema.Version?
  private let text: String?
  /// The recorded schema, if it is the expected one.
  private let expected: Schema?

  /// Reads the record and holds it against the tables.
  ///
  /// - Parameter expected: What it probably says, and needn't be read once more then.
  /// - Throws: `StorageError.incompatibleSchema` if the tables lack something that it names. Nobody would know what other
  ///   programs rely on.
  package init(_ connection: Connection, _ tables: StoredTables, expected: Schema? = nil) throws {
    text = try connection.metadata("schema")
    plannedVersion = try Self.plannedVersion(connection)
    if let text, let expected, try Self.encode(expected.structure()) == text {
      self.expected = expected
      schema = expected
    } else {
      self.expected = nil
      schema = try text.map { try Self.schema($0, connection) }
    }
    if let schema { try Self.check(schema, tables, connection) }
  }

  private static func check(
    _ schema: Schema, _ tables: StoredTables, _ connection: Connection
  ) throws {
    let recorded = StoreStructure(schema)
    let stored = StoreStructure(tables)
    guard recorded.distance(from: stored) == nil else { return }
    let lacks = recorded.lacks(of: stored)
    throw StorageError.incompatibleSchema(
      path: connection.path,
      reason: """
        its tables were changed by hand: \(lacks.prefix(3).joined(separator: "; ")); make that again, or restore a \
        backup. If it is gone for good, remove the record of all programs' models, which the next one then makes anew: \
        DELETE FROM strata_metadata WHERE name = 'schema'
        """)
  }

  // Without the record, nobody knows what other programs rely on.
  private static func schema(_ text: String, _ connection: Connection) throws -> Schema {
    do {
      return try JSONDecoder().decode(Schema.self, from: Data(text.utf8))
    } catch {
      throw StorageError.corrupt(
        path: connection.path,
        reason:
          "its record of the models can't be read (\(error)); open it with the program that has written it, "
          + "or restore a backup")
    }
  }

  /// The version that a migration plan has found or made.
  package static func plannedVersion(_ connection: Connection) throws -> Schema.Version? {
    try connection.metadata("version").flatMap { decode($0) }
  }

  /// Returns true if the recorded schema is a given one.
  package static func isRecorded(_ schema: Schema, _ connection: Connection) throws -> Bool {
    try connection.metadata("schema") == encode(schema.structure())
  }

  /// Returns true if a recorded schema has something of a schema no more, or can't be read by this program.
  package static func lacks(_ schema: Schema, _ connection: Connection) throws -> Bool {
    guard let text = try connection.metadata("schema") else { return false }
    guard let recorded: Schema = decode(text) else { return true }
    func names(_ entity: Schema.Entity) -> Set<String> {
      Set(entity.properties.flatMap { [$0.name] + $0.columnNames })
    }
    return schema.entities.contains { entity in
      guard let other = recorded.entitiesByName[entity.name] else { return true }
      return !names(other).isSuperset(of: names(entity))
    }
  }

  /// Returns true if a recorded text is that of a schema's entities, in whatever version.
  package static func isText(_ text: String, of schema: Schema) throws -> Bool {
    guard let recorded: Schema = decode(text) else { return false }
    let structure = try schema.structure()
    return try encode(structure) == text
      || encode(Schema(entities: structure.entities, version: recorded.version)) == text
  }

  /// Returns true if a schema is the recorded one.
  package func says(_ schema: Schema) throws -> Bool {
    try schema === expected || text == Self.encode(schema.structure())
  }

  package static func write(_ schema: Schema, to connection: Connection) throws {
    try connection.setMetadata("schema", to: encode(schema.structure()))
  }

  package static func write(plannedVersion: Schema.Version, to connection: Connection) throws {
    try connection.setMetadata("version", to: encode(plannedVersion))
  }

  private static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  // What a newer version has written, or somebody else, is as good as nothing.
  private static func decode<Value: Decodable>(_ text: String) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}

extension Connection {
  /// The value under a name, or nil if there is none.
  package func metadata(_ name: String) throws -> String? {
    let value = try value("SELECT value FROM strata_metadata WHERE name = \(bind: name)")
    if case .text(let text) = value { return text }
    return nil
  }

  /// Records a value under a name.
  package func setMetadata(_ name: String, to value: String) throws {
    try run(
      """
      INSERT INTO strata_metadata (name, value) VALUES (\(bind: name), \(bind: value)) \
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
  }
}
