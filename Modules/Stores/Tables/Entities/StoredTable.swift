internal import Foundation
package import StrataSQLite
package import StrataSchema

/// A table of a store.
package struct StoredTable {
  /// A column of it.
  package struct Column: Equatable {
    package let name: String
    /// The storage class of its values, in the words of a file.
    package let type: String
    /// The type that a server has for it, or nil in a file.
    package let serverType: String?
    package let isRequired: Bool
    /// The expression of its DEFAULT, or nil if it has none.
    package let defaultSQL: String?
    /// The table that the column's keys are of, for a link.
    package let references: String?

    /// True if the column has the type of a column of the models.
    package func fits(_ description: ColumnDescription) -> Bool {
      guard let serverType else { return type == description.storageClass.rawValue }
      return serverType == SQLDialect.postgreSQL.plainType(description).sql
    }
  }

  package let name: String
  /// The SQL that made it. On a server, that of its rules alone.
  package let sql: String
  package var columns: [Column] = []

  package subscript(column: String) -> Column? { columns.first { $0.name == column } }

  /// True if the SQL that made it contains a part.
  package func says(_ part: SQL) -> Bool { sql.range(of: part.sql, options: .literal) != nil }

  /// The definitions of the columns in the SQL that made it, by name, also of those that other programs have added.
  ///
  /// SQLite keeps a definition as it was written. What it reports of a column lacks its rules, its collation, and the
  /// expression of a generated one.
  package var columnDefinitions: [(name: String, sql: String)] {
    var scanner = DefinitionScanner(sql)
    return scanner.definitions()
  }

  /// True if its rows are links between objects rather than objects.
  package var isLink: Bool { self[EntityTable.key] == nil }
}

/// The tables of objects and links that a store has, and the indexes of the store's own making.
package struct StoredTables {
  package let byName: [String: StoredTable]
  /// The tables of the indexes, by the indexes' names.
  package let indexes: [String: String]

  package init(_ connection: Connection) throws {
    byName = try connection.catalog.tables()
    indexes = try connection.catalog.indexes()
  }

  package subscript(table: String) -> StoredTable? { byName[table] }

  /// The tables whose rows name their entity.
  package var shared: Set<String> {
    Set(byName.values.filter { $0[EntityTable.entityColumn] != nil }.map(\.name))
  }
}
