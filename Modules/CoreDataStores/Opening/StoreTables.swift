internal import Foundation
import StrataSQLite
import StrataSchema

/// What the tables of a Core Data store are called, and what numbers its entities have, as the file
/// itself says.
struct StoreTables: Sendable {
  /// The store's path, for messages.
  let path: String
  /// The numbers of entities, by name; a renamed one may still have its former name.
  let numbers: [String: Int64]
  /// The columns of each table, by the table's name in upper case, in order.
  let columns: [String: [String]]

  /// - Throws: ``CoreDataStoreError/notAStore(path:reason:)``, `StorageError`.
  init(_ connection: Connection, path: String) throws {
    self.path = path
    var columns: [String: [String]] = [:]
    let all = SQLQuery(
      """
      SELECT t.name, c.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
      WHERE t.type = 'table' ORDER BY t.name, c.cid
      """)
    try connection.forEachRow(all) { row in
      guard let table = row.text(at: 0), let column = row.text(at: 1) else { return }
      columns[table.uppercased(), default: []].append(column)
    }
    for table in ["Z_PRIMARYKEY", "Z_METADATA"] where columns[table] == nil {
      throw CoreDataStoreError.notAStore(path: path, reason: "it has no table \(table)")
    }
    self.columns = columns
    var numbers: [String: Int64] = [:]
    try connection.forEachRow(SQLQuery("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")) { row in
      guard let name = row.text(at: 0) else { return }
      numbers[name] = row.integer(at: 1)
    }
    self.numbers = numbers
  }

  /// The name of a column as the table has it; nil where there is none.
  func column(_ name: String, of table: String) -> String? {
    columns[table.uppercased()]?.first { $0.uppercased() == name.uppercased() }
  }
}
