import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

extension StoreImport {
  /// Copies the objects and links of the schema, without a history.
  ///
  /// - Returns: A report of what couldn't be copied.
  mutating func copyContent() throws -> CoreDataImport {
    try target.save(author: nil, contextName: nil) { transaction in
      for entity in source.schema.entities where entity.superentity == nil {
        for one in source.schema.hierarchy(from: entity) {
          _ = try writeObjects(of: one, [], transaction)
        }
      }
      try cutLinks(transaction)
      try numberPositions(transaction)
      for table in source.schema.linkTables { try writeLinks(of: table, transaction) }
      transaction.log = HistoryLog()
      try retireTableKeys(transaction)
    }
    return report
  }

  /// Reserves all keys that the store's table has used, so that no new object gets one of them.
  private func retireTableKeys(_ transaction: StoreTransaction) throws {
    let views = try StoreViews(of: source.schema, names)
    for entity in source.schema.entities where entity.superentity == nil {
      let table = names.tableNames[try views.described(entity).name] ?? ""
      let connection = try origin.connect()
      defer { connection.close() }
      var last = try connection.integer("SELECT max(Z_PK) FROM \(name: table)") ?? 0
      for one in origin.tables.entities where names.isIn(table, one.number) {
        guard let key = one.lastKey, key <= StoreTransaction.greatestKey else {
          throw CoreDataStoreError.notWritable(
            path: origin.tables.path,
            reason: "what it says of the last key of \(one.name) is no key")
        }
        last = max(last, key)
      }
      try transaction.retireKeys(through: last, of: entity.name, in: target)
    }
  }
}
