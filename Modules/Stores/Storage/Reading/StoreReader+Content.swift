import StrataSQLite
package import StrataSchema

// Rows and links as they are kept, with what orders them.
extension StoreReader {
  /// The values of the rows with some keys, those of ``EntityTable/storedColumns``, in one statement.
  package func storedValues(
    _ keys: [Int64], of table: EntityTable
  ) throws -> [Int64: [ColumnValue]] {
    let names = [EntityTable.key] + table.storedColumns.map(\.name)
    let columns: [SQL] = names.map { "t.\(name: $0)" }
    let query: SQL = """
      SELECT \(columns.joined()) FROM \(table) AS t \
      WHERE \(KeyList(keys, table.dialect).contains("t.\(.key)"))\(table.furtherFilter("t"))
      """
    return try read { connection in
      var values: [Int64: [ColumnValue]] = [:]
      try connection.forEachRow(query) { row in
        values[row.integer(at: 0)] = (1..<row.columnCount).map { row.value(at: $0) }
      }
      didRead(values.count)
      return values
    }
  }

  /// The links that some objects have at one end, in one statement.
  package func links(
    of keys: [Int64], in table: LinkTable, isOwner: Bool
  ) throws -> [StoredLink] {
    let near = LinkEnd(table, isOwner: isOwner).near
    return try links(table, where: KeyList(keys, dialect).contains(near))
  }

  /// The links among some that there are, in one statement.
  package func links(
    _ pairs: [(owner: Int64, member: Int64)], in table: LinkTable
  ) throws -> [StoredLink] {
    try links(table, where: dialect.contains(pairs, table.columnList))
  }

  /// The place of the last link of a table, or 0 where there is none.
  package func lastPlace(in table: LinkTable) throws -> Int64 {
    try integers("SELECT coalesce(max(\(dialect.linkPosition)), 0) FROM \(table)").first ?? 0
  }

  private var dialect: SQLDialect { store.tables.dialect }

  private func links(_ table: LinkTable, where condition: SQL) throws -> [StoredLink] {
    try read { connection in
      let query: SQL = """
        SELECT \(table.columnList), \(dialect.linkPosition) FROM \(table) WHERE \(condition)
        """
      return counting(
        try connection.rows(query) {
          StoredLink(owner: $0.integer(at: 0), member: $0.integer(at: 1), place: $0.integer(at: 2))
        })
    }
  }

  /// The rows whose to-one relationship leads to one of some keys, with the key it leads to.
  package func rows(
    of table: EntityTable, _ relationship: String, leadingTo keys: [Int64]
  ) throws -> [(key: Int64, target: Int64)] {
    let column: SQL = "t.\(name: table.linkColumn(of: relationship))"
    let query: SQL = """
      SELECT t.\(.key), \(column) FROM \(table) AS t \
      WHERE \(KeyList(keys, table.dialect).contains(column))\(table.furtherFilter("t"))
      """
    return try pairs(query).map { ($0, $1) }
  }
}

/// A row of a table of links.
package struct StoredLink: Sendable, Hashable {
  /// The key at the end that the table is named after.
  package let owner: Int64
  /// The key at the other end.
  package let member: Int64
  /// The link's position among all links of the table.
  package let place: Int64
}
