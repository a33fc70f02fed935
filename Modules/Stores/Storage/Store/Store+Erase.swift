import StrataQuery
import StrataSQLite
import StrataSchema

extension Store {
  /// Deletes all rows of the schema's entities and all links between them, in one transaction, with an
  /// entry in the history. No delete rule is asked, since nothing is left that one could keep. O(rows);
  /// memory: a key for each.
  ///
  /// - Returns: The transaction's number, or nil where there was nothing.
  /// - Throws: `StorageError`; nothing was deleted then.
  @discardableResult
  public func erase(author: String? = nil) throws -> Int64? {
    try save(author: author) { transaction in
      let connection = transaction.connection
      for link in schema.linkTables { try connection.run("DELETE FROM \(link)") }
      for entity in schema.entities where entity.superentity == nil {
        let table = try tables.table(entity.name)
        let query = try SQL(Query(entity: entity.name), select: .keys, tables: tables)
        for (kind, keys) in zip(table.kinds, try transaction.keys(query, ofKindsOf: table)) {
          let kindTable = try tables.table(kind.entity.name)
          let own: SQL =
            table.isShared ? " WHERE t.\(.entity) = \(literal: kind.entity.name)" : ""
          try transaction.keepAll(kindTable, from: "\(table) AS t\(own) ORDER BY t.\(.key)")
          for key in keys { transaction.log.record(.delete, kindTable, key: key) }
        }
        // Rows of classes that the schema doesn't know are somebody else's.
        let kinds = table.kinds.map(\.entity.name)
        let known: SQL = table.isShared ? " WHERE \(.entity) IN (\(literals: kinds))" : ""
        try connection.run("DELETE FROM \(table)\(known)")
      }
    }
  }
}
