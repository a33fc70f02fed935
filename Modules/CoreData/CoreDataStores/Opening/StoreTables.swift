internal import Foundation
import StrataSQLite
import StrataSchema

/// The table and column names and the entity numbers of a Core Data store, read from the file.
struct StoreTables: Sendable {
  /// The store's path, for messages.
  let path: String
  /// The entities in the store's table of entities, without Core Data's own.
  let entities: [NumberedEntity]
  /// The numbers of the entities, by name. A renamed entity may still have its old name.
  let numbers: [String: Int64]
  /// The columns of each table, in order. Table names are in upper case.
  let columns: [String: [String]]
  /// The tables whose key is SQLite's row id, and hence a unique number.
  private let keyed: Set<String>
  /// The tables without row ids.
  private let unnumbered: Set<String>

  /// Reads the structure of a store.
  ///
  /// - Throws: ``CoreDataStoreError/notAStore(path:reason:)``, `StorageError`.
  init(_ connection: Connection, path: String) throws {
    self.path = path
    func refused(_ reason: String) -> CoreDataStoreError { .notAStore(path: path, reason: reason) }
    var columns: [String: [String]] = [:]
    var (keyed, unnumbered): (Set<String>, Set<String>) = ([], [])
    try Self.forEachColumn(connection) { table, column in
      let name = table.name.uppercased()
      if columns[name] == nil {
        if table.isUnnumbered { unnumbered.insert(name) }
      } else if column.place == 0 {
        throw refused("it has several tables \(name)")
      }
      columns[name, default: []].append(column.name)
      let isKey = column.name.uppercased() == "Z_PK" && column.type.uppercased() == "INTEGER"
      if isKey, column.isOnlyKey, !table.hasKeyIndex { keyed.insert(name) }
    }
    (self.columns, self.keyed, self.unnumbered) = (columns, keyed, unnumbered)
    for (table, needed) in [
      ("Z_PRIMARYKEY", ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]),
      ("Z_METADATA", ["Z_UUID", "Z_PLIST"]),
    ] {
      guard let columns = columns[table] else { throw refused("it has no table \(table)") }
      let names = Set(columns.map { $0.uppercased() })
      if let column = needed.first(where: { !names.contains($0) }) {
        throw refused("its table \(table) has no column \(column)")
      }
    }
    let rows = try connection.integer("SELECT count(*) FROM Z_METADATA") ?? 0
    if rows > 1 { throw refused("its table Z_METADATA has \(rows) rows instead of one") }
    entities = try NumberedEntity.all(connection, beside: Set(columns.keys), path: path)
    numbers = Dictionary(entities.map { ($0.name, $0.number) }, uniquingKeysWith: { one, _ in one })
  }

  private struct Table {
    let name: String
    let isUnnumbered: Bool
    let hasKeyIndex: Bool
  }

  private struct Column {
    let place: Int64
    let name: String
    let type: String
    let isOnlyKey: Bool
  }

  /// Calls a body for the columns of all tables but virtual ones, which belong to the program.
  private static func forEachColumn(
    _ connection: Connection, _ body: (Table, Column) throws -> Void
  ) throws {
    // A primary key that isn't the row id has an index.
    let query = SQLQuery(
      """
      SELECT t.name, t.wr, (SELECT count(*) FROM pragma_index_list(t.name) WHERE origin = 'pk'),
        c.cid, c.name, c.type,
        c.pk = 1 AND (SELECT count(*) FROM pragma_table_info(t.name) WHERE pk > 0) = 1
      FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.schema = 'main' AND t.type = 'table' ORDER BY t.name, c.cid
      """)
    try connection.forEachRow(query) { row in
      try body(
        Table(
          name: row.text(at: 0) ?? "", isUnnumbered: row.integer(at: 1) != 0,
          hasKeyIndex: row.integer(at: 2) != 0),
        Column(
          place: row.integer(at: 3), name: row.text(at: 4) ?? "", type: row.text(at: 5) ?? "",
          isOnlyKey: row.integer(at: 6) != 0))
    }
  }

  /// Returns a column's name as the table spells it, or nil if there is none.
  func column(_ name: String, of table: String) -> String? {
    columns[table.uppercased()]?.first { $0.uppercased() == name.uppercased() }
  }

  /// Checks that the rows of a table can be objects, each with a unique key.
  ///
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)``.
  func checkKeys(of table: String) throws {
    for column in ["Z_PK", "Z_ENT"] where self.column(column, of: table) == nil {
      throw CoreDataStoreError.mismatch(
        path: path, reason: "its table \(table) has no column \(column)")
    }
    guard isKeyed(table) else {
      throw CoreDataStoreError.mismatch(
        path: path,
        reason:
          "the column Z_PK of its table \(table) isn't INTEGER PRIMARY KEY, as Core Data makes it, "
          + "so that a key may be no number or be there twice")
    }
  }

  /// True if the column Z_PK of a table is its row id, a unique number.
  func isKeyed(_ table: String) -> Bool { keyed.contains(table.uppercased()) }

  /// Checks that the rows of a table have row ids, and hence an order.
  ///
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)``.
  func checkOrder(of table: String) throws {
    guard unnumbered.contains(table.uppercased()) else { return }
    throw CoreDataStoreError.mismatch(
      path: path,
      reason:
        "its table \(table) is WITHOUT ROWID, which Core Data makes none of, so that its rows have no "
        + "order")
  }
}
