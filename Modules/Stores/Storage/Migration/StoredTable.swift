internal import Foundation
internal import StrataSQLite
import StrataSchema

/// A table of a store.
struct StoredTable {
  /// A column of it.
  struct Column: Equatable {
    let name: String
    let type: String
    let isRequired: Bool
    /// The table that the column's keys are of, for a link.
    let references: String?

    /// True if the column has the type of a column of the models.
    func fits(_ description: ColumnDescription) -> Bool {
      type == description.storageClass.rawValue
    }
  }

  let name: String
  let sql: String
  var columns: [Column] = []

  subscript(column: String) -> Column? { columns.first { $0.name == column } }

  /// True if the SQL that made it contains a part.
  func says(_ part: SQL) -> Bool { sql.range(of: part.sql, options: .literal) != nil }

  /// True if its rows are links between objects rather than objects.
  var isLink: Bool { self[EntityTable.key] == nil }
}

/// The tables of objects and links that a store has, and the indexes of the store's own making.
struct StoredTables {
  let byName: [String: StoredTable]
  /// The tables of the indexes, by the indexes' names.
  let indexes: [String: String]

  init(_ connection: Connection) throws {
    byName = try connection.catalog.tables()
    indexes = try connection.catalog.indexes()
  }

  subscript(table: String) -> StoredTable? { byName[table] }

  /// The tables whose rows name their entity.
  var shared: Set<String> {
    Set(byName.values.filter { $0[EntityTable.entityColumn] != nil }.map(\.name))
  }
}
