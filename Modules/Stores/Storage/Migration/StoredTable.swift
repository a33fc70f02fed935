internal import Foundation
internal import StrataSQLite
import StrataSchema

/// A table as it stands in a store.
struct StoredTable {
  /// A column of it.
  struct Column: Equatable {
    let name: String
    let type: String
    let isRequired: Bool
    /// The table that the column's keys are of, for a link.
    let references: String?

    /// Whether the column keeps what a column of the models does.
    func fits(_ description: ColumnDescription) -> Bool {
      type == description.storageClass.rawValue
    }
  }

  let name: String
  let sql: String
  fileprivate(set) var columns: [Column] = []

  subscript(column: String) -> Column? { columns.first { $0.name == column } }

  /// True if the SQL that made it contains a part.
  func says(_ part: SQL) -> Bool { sql.range(of: part.sql, options: .literal) != nil }

  /// Whether its rows are links between objects rather than objects.
  var isLink: Bool { self[EntityTable.key] == nil }
}

/// The tables of objects and links that a store has, and the indexes of the store's own making.
struct StoredTables {
  private(set) var byName: [String: StoredTable] = [:]
  /// The tables of the indexes, by the indexes' names.
  private(set) var indexes: [String: String] = [:]

  init(_ connection: Connection) throws {
    let references = try Self.references(connection)
    let columns: SQL = """
      SELECT t.name, t.sql, c.name, c.type, c."notnull"
      FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.type = 'table' AND t.sql LIKE 'CREATE TABLE%' ORDER BY t.name, c.cid
      """
    try connection.forEachRow(columns) { row in
      guard let table = row.text(at: 0), let sql = row.text(at: 1), let name = row.text(at: 2),
        let type = row.text(at: 3)
      else { return }
      byName[table, default: StoredTable(name: table, sql: sql)].columns.append(
        StoredTable.Column(
          name: name, type: type, isRequired: row.integer(at: 4) != 0,
          references: references[[table, name]]))
    }
    // Those that somebody else has made are left alone.
    let made: SQL =
      "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'strata_*'"
    try connection.forEachRow(made) { row in
      if let name = row.text(at: 0), let table = row.text(at: 1) { indexes[name] = table }
    }
  }

  private static func references(_ connection: Connection) throws -> [[String]: String] {
    let links: SQL = """
      SELECT t.name, f."from", f."table"
      FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f WHERE t.type = 'table'
      """
    var result: [[String]: String] = [:]
    try connection.forEachRow(links) { row in
      guard let table = row.text(at: 0), let column = row.text(at: 1) else { return }
      result[[table, column]] = row.text(at: 2)
    }
    return result
  }

  subscript(table: String) -> StoredTable? { byName[table] }

  /// The tables whose rows name their entity.
  var shared: Set<String> {
    Set(byName.values.filter { $0[EntityTable.entityColumn] != nil }.map(\.name))
  }
}
