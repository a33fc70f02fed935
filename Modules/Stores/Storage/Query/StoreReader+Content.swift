import StrataSQLite
package import StrataSchema

// Rows and links as they are kept, with what orders them.
extension StoreReader {
  /// The values of the rows with some keys, those of ``EntityTable/storedColumns``, in one statement.
  package func storedValues(
    _ keys: [Int64], of table: EntityTable
  ) throws -> [Int64: [ColumnValue]] {
    let names = [EntityTable.key] + table.storedColumns.map(\.name)
    let query = SQLQuery(
      "SELECT \(names.map { "t.\(quoted($0))" }.joined(separator: ", ")) "
        + "FROM \(quoted(table.name)) AS t "
        + "WHERE t.\(EntityTable.key) \(KeyList.contains)\(table.furtherFilter("t"))",
      KeyList.argument(keys))
    return try read { connection in
      var values: [Int64: [ColumnValue]] = [:]
      try connection.forEachRow(query) { row in
        values[row.integer(at: 0)] = (1..<row.columnCount).map { row.value(at: $0) }
      }
      return values
    }
  }

  /// The links that some objects have at one end, in one statement.
  package func links(
    of keys: [Int64], in table: LinkTable, isOwner: Bool
  ) throws -> [StoredLink] {
    let near = LinkEnd(table, isOwner: isOwner).near
    return try links(
      SQLQuery(
        "SELECT \(table.columnList), rowid FROM \(quoted(table.name)) "
          + "WHERE \(near) \(KeyList.contains)", KeyList.argument(keys)))
  }

  /// Those of some links that there are, in one statement.
  package func links(
    _ pairs: [(owner: Int64, member: Int64)], in table: LinkTable
  ) throws -> [StoredLink] {
    let list = pairs.map { "[\($0.owner),\($0.member)]" }.joined(separator: ",")
    return try links(
      SQLQuery(
        "SELECT \(table.columnList), rowid FROM \(quoted(table.name)) "
          + "WHERE (\(table.columnList)) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))",
        .text("[\(list)]")))
  }

  /// The place of the last link of a table; 0 where there is none.
  package func lastPlace(in table: LinkTable) throws -> Int64 {
    try integers(SQLQuery("SELECT coalesce(max(rowid), 0) FROM \(quoted(table.name))")).first ?? 0
  }

  private func links(_ query: SQLQuery) throws -> [StoredLink] {
    try read { connection in
      try connection.rows(query) {
        StoredLink(owner: $0.integer(at: 0), member: $0.integer(at: 1), place: $0.integer(at: 2))
      }
    }
  }

  /// The rows whose to-one relationship leads to one of some keys, with the key it leads to.
  package func rows(
    of table: EntityTable, _ relationship: String, leadingTo keys: [Int64]
  ) throws -> [(key: Int64, target: Int64)] {
    let column = quoted(table.linkColumn(of: relationship))
    return try pairs(
      SQLQuery(
        "SELECT t.\(EntityTable.key), t.\(column) FROM \(quoted(table.name)) AS t "
          + "WHERE t.\(column) \(KeyList.contains)\(table.furtherFilter("t"))",
        KeyList.argument(keys))
    ).map { ($0, $1) }
  }
}

/// A row of a table of links.
package struct StoredLink: Sendable, Hashable {
  /// The key at the end that the table is named after.
  package let owner: Int64
  /// The key at the other end.
  package let member: Int64
  /// Where the link stands among the others.
  package let place: Int64
}
