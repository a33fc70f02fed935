public import Foundation
public import StrataModelFiles
import StrataSQLite

/// The structure of a store of Core Data or SwiftData, without its model: entities, tables, columns
/// and metadata.
///
/// It tells you which program and version wrote the store. Only a model tells what the columns
/// mean.
public struct StoreOutline: Sendable, Hashable {
  /// An entity in the store's table of entities.
  public struct Entity: Sendable, Hashable {
    /// The entity's name.
    public let name: String
    /// The number that its objects have in the column `Z_ENT`.
    public let number: Int64
    /// The superentity's name. Nil if there is none, or if the store doesn't have it.
    public let superentity: String?
    /// The table of its objects, which is named after its root entity. Nil if the store has no such
    /// table.
    public let table: String?
    /// The number of objects of exactly this entity, or nil if there is no table.
    public let objectCount: Int64?
    /// The last key assigned in its table. Nil if the stored value isn't a number.
    public let lastKey: Int64?
  }

  /// A column as declared. Its values may be of any type.
  public struct Column: Sendable, Hashable {
    /// The column's name.
    public let name: String
    /// The declared type, or an empty text.
    public let type: String
    /// The number of rows with a value in this column.
    public let valueCount: Int64
  }

  /// A table of the store, including Core Data's own tables.
  public struct Table: Sendable, Hashable {
    /// The table's name.
    public let name: String
    /// Its columns, in order.
    public let columns: [Column]
    /// The number of rows.
    public let rowCount: Int64
  }

  /// The identifier that the store shares with its copies only.
  public let identifier: UUID
  /// The store's metadata, or nil if it has none.
  public let metadata: StoreMetadata?
  /// The entities, sorted by number.
  public let entities: [Entity]
  /// The tables, sorted by name.
  public let tables: [Table]
  /// The parts of the store's log that couldn't be read.
  public let warnings: [String]
}

extension StoreOutline {
  /// Reads the structure of a store, with or without an embedded model. O(size of the store).
  ///
  /// It writes nothing, neither to the file nor beside it.
  ///
  /// - Throws: ``CoreDataStoreError/notAStore(path:reason:)``, `StorageError`.
  public init(of url: URL) throws {
    let snapshot = try StoreSnapshot(of: url)
    let connection = try snapshot.connect()
    defer { connection.close() }
    let known = try StoreTables(connection, path: url.path)
    identifier = try CoreDataStore.identifier(connection, path: url.path)
    metadata = try CoreDataStore.metadata(connection, known, identifier)
    entities = try known.entities.sorted { $0.number < $1.number }.map {
      try Entity($0, known, connection)
    }
    let names = try connection.rows(
      SQLQuery(
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
          + "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")
    ) { $0.text(at: 0) }
    tables = try names.map { try Table($0, connection) }
    warnings = snapshot.warnings
    try connection.checkImage()
  }
}

extension StoreOutline.Entity {
  fileprivate init(
    _ entity: NumberedEntity, _ tables: StoreTables, _ connection: Connection
  ) throws {
    let byNumber = Dictionary(
      tables.entities.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    name = entity.name
    number = entity.number
    lastKey = entity.lastKey
    superentity = entity.superentity.flatMap { byNumber[$0]?.name }
    // `seen` ends the loop if the superentities of a damaged store form a cycle.
    var (top, seen): (NumberedEntity, Set<Int64>) = (entity, [entity.number])
    while let next = top.superentity.flatMap({ byNumber[$0] }), seen.insert(next.number).inserted {
      top = next
    }
    let wanted = "Z" + top.name.uppercased()
    guard tables.column("Z_ENT", of: wanted) != nil else {
      (table, objectCount) = (nil, nil)
      return
    }
    table = wanted
    objectCount = try connection.integer(
      "SELECT count(*) FROM \(name: wanted) WHERE Z_ENT = \(number)")
  }
}

extension StoreOutline.Table {
  fileprivate init(_ name: String, _ connection: Connection) throws {
    self.name = name
    let declared = try connection.rows(
      "SELECT name, type FROM pragma_table_info(\(literal: name)) ORDER BY cid"
    ) { (name: $0.text(at: 0) ?? "", type: $0.text(at: 1) ?? "") }
    rowCount = try connection.integer("SELECT count(*) FROM \(name: name)") ?? 0
    columns = try declared.map { column in
      StoreOutline.Column(
        name: column.name, type: column.type,
        valueCount: try connection.integer(
          "SELECT count(\(name: column.name)) FROM \(name: name)") ?? 0)
    }
  }
}
