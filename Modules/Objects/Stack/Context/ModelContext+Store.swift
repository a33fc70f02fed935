import StrataGraph
internal import StrataModel
internal import StrataQuery
internal import StrataSQLite
internal import StrataSchema
public import StrataStorage

extension ModelContext {
  /// What a store is: where, how large, how many objects. O(number of objects).
  ///
  /// - Parameter configuration: The name of the store's configuration; nil for the container's first.
  public func storeInformation(
    of configuration: ModelConfiguration.ID? = nil
  ) throws -> StoreInformation { try graph(in: configuration).reader.information() }

  /// Checks the stores: the files, keys, links and inverses, the histories, and that each row makes a
  /// valid object, whose JSON makes values. All faults are listed, of a row the first, but of a file that is
  /// damaged only the damage. O(size of the stores).
  ///
  /// - Parameter progress: Told how many rows were read; may throw to stop the check.
  /// - Throws: `StorageError` when a store can't be read, and what `progress` throws.
  public func checkStore(
    progress: (_ rowCount: Int) throws -> Void = { _ in }
  ) throws -> [StoreFault] {
    var rowCount = 0
    return try graphs.flatMap { try $0.check(&rowCount, progress) }
  }
}

extension ObjectGraph {
  fileprivate func check(
    _ rowCount: inout Int, _ progress: (_ rowCount: Int) throws -> Void
  ) throws -> [StoreFault] {
    var faults = try reader.check()
    guard !faults.contains(where: { $0.kind == .file }) else { return faults }
    for root in entities where root.entity.superentity == nil {
      func check(_ entity: GraphEntity, _ key: Int64, _ row: inout Row) throws {
        rowCount += 1
        if rowCount % 1000 == 0 { try progress(rowCount) }
        row.decodesAtOnce = true
        do {
          _ = try entity.type._$make(&row)
        } catch {
          faults.append(
            StoreFault(kind: .value, place: "\(entity.name)/\(key)", message: "\(error)"))
        }
      }
      let sql = try SQLQuery(Query(entity: root.name), select: .rows, tables: store.tables)
      // Of keys that no object can have the store's own check tells.
      let passOver: StoreReader.Unreadable = { _, _ in }
      if root.table.isPolymorphic {
        let kinds = root.kinds.map { entities[$0] }
        try reader.forEachRow(sql, ofKindsOf: root.table, unreadable: passOver) { kind, key, row in
          try check(kinds[kind], key, &row)
        }
      } else {
        try reader.forEachRow(sql, of: root.table, unreadable: passOver) { key, row in
          try check(root, key, &row)
        }
      }
    }
    return faults
  }
}
