public import Foundation
public import StrataModelFiles
import StrataSQLite

/// What a store of Core Data or SwiftData tells without a model: the entities that it numbers, its tables
/// with their columns, and what it says of itself.
///
/// Enough to tell which program and version a store is of. What its columns mean only a model says.
public struct StoreOutline: Sendable, Hashable {
  /// An entity as the store numbers it.
  public struct Entity: Sendable, Hashable {
    /// The entity's name.
    public let name: String
    /// What its objects have in the column `Z_ENT`.
    public let number: Int64
    /// The entity that it inherits from; nil where it is none of the store's, or inherits from no other.
    public let superentity: String?
    /// The table of its objects, which is that of the entity at the top of its hierarchy; nil where there is
    /// no table of that name.
    public let table: String?
    /// How many objects there are of just this entity; nil where there is no table.
    public let objectCount: Int64?
    /// The last key that was given in its table; nil where what stands there is no number.
    public let lastKey: Int64?
  }

  /// A column as it is declared. Any value may stand in it, whatever its type.
  public struct Column: Sendable, Hashable {
    /// The column's name.
    public let name: String
    /// The type that it is declared with; empty where there is none.
    public let type: String
    /// How many rows have a value there.
    public let valueCount: Int64
  }

  /// A table, the system's own included.
  public struct Table: Sendable, Hashable {
    /// The table's name.
    public let name: String
    /// Its columns, in order.
    public let columns: [Column]
    /// How many rows it has.
    public let rowCount: Int64
  }

  /// What tells the store, and all copies of it, from any other.
  public let identifier: UUID
  /// What the store says of itself; nil where it says nothing.
  public let metadata: StoreMetadata?
  /// Its entities, in order of their numbers.
  public let entities: [Entity]
  /// Its tables, in order of their names.
  public let tables: [Table]
  /// What of the store isn't read: of its log.
  public let warnings: [String]
}

extension StoreOutline {
  /// Looks through a store, with or without a model within. O(size of the store).
  ///
  /// Nothing is written, neither to the file nor beside it.
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
    // A damaged store may say that entities inherit from each other.
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
      "SELECT count(*) FROM \(quoted(wanted)) WHERE Z_ENT = \(number)")
  }
}

extension StoreOutline.Table {
  fileprivate init(_ name: String, _ connection: Connection) throws {
    self.name = name
    let declared = try connection.rows(
      SQLQuery("SELECT name, type FROM pragma_table_info(\(literal(name))) ORDER BY cid")
    ) { (name: $0.text(at: 0) ?? "", type: $0.text(at: 1) ?? "") }
    rowCount = try connection.integer("SELECT count(*) FROM \(quoted(name))") ?? 0
    columns = try declared.map { column in
      StoreOutline.Column(
        name: column.name, type: column.type,
        valueCount: try connection.integer(
          "SELECT count(\(quoted(column.name))) FROM \(quoted(name))") ?? 0)
    }
  }
}
