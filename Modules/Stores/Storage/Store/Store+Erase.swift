import StrataQuery
import StrataSQLite
import StrataSchema

extension Store {
  /// Deletes all rows of the schema's entities and all links between them, in one transaction, with an
  /// entry in the history. No delete rule is asked, since nothing is left that one could keep. O(rows);
  /// memory: a key for each.
  ///
  /// - Returns: The transaction's number; nil where there was nothing.
  /// - Throws: `StorageError`; nothing was deleted then.
  @discardableResult
  public func erase(author: String? = nil) throws -> Int64? {
    try save(author: author) { transaction in
      let connection = transaction.connection
      for link in schema.linkTables { try connection.run("DELETE FROM \(quoted(link.name))") }
      for entity in schema.entities where entity.superentity == nil {
        let table = try tables.table(entity.name)
        let query = try SQLQuery(Query(entity: entity.name), select: .keys, tables: tables)
        for (kind, keys) in zip(table.kinds, try transaction.keys(query, ofKindsOf: table)) {
          let kindTable = try tables.table(kind.entity.name)
          let own =
            table.isShared
            ? " WHERE t.\(EntityTable.entityColumn) = \(literal(kind.entity.name))" : ""
          try transaction.keepAll(
            kindTable, from: "\(quoted(table.name)) AS t\(own) ORDER BY t.\(EntityTable.key)")
          for key in keys { transaction.log.record(.delete, kindTable, key: key) }
        }
        // Rows of classes that the schema doesn't know are somebody else's.
        let kinds = table.kinds.map { literal($0.entity.name) }.joined(separator: ", ")
        try connection.run(
          "DELETE FROM \(quoted(table.name))"
            + (table.isShared ? " WHERE \(EntityTable.entityColumn) IN (\(kinds))" : ""))
      }
    }
  }
}
