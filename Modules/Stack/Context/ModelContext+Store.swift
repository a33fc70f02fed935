internal import StrataSchema
public import StrataStorage

extension ModelContext {
  /// What the store is: where, how large, how many objects. O(number of objects).
  public func storeInformation() throws -> StoreInformation { try graph.reader.information() }

  /// Checks the store: the file, links and inverses, the history, and that each row makes a valid
  /// object. O(size of the store).
  ///
  /// - Parameter progress: Told how many rows were read; may throw to stop the check.
  public func checkStore(
    progress: (_ rowCount: Int) throws -> Void = { _ in }
  ) throws -> [StoreFault] {
    var faults = try graph.reader.check()
    guard !faults.contains(where: { $0.kind == .file }) else { return faults }
    var rowCount = 0
    for root in graph.entities where root.entity.superentity == nil {
      func check(_ entity: GraphEntity, _ key: Int64, _ row: inout Row) throws {
        rowCount += 1
        if rowCount % 1000 == 0 { try progress(rowCount) }
        do {
          _ = try entity.type.init(_$row: &row)
        } catch {
          faults.append(
            StoreFault(kind: .value, place: "\(entity.name)/\(key)", message: "\(error)"))
        }
      }
      let sql = try SQLQuery(
        Query(entity: root.name), select: .rows, tables: container.store.tables)
      if root.table.isPolymorphic {
        let kinds = root.kinds.map { graph.entities[$0] }
        _ = try graph.reader.rows(sql, ofKindsOf: root.table) { kind, key, row in
          try check(kinds[kind], key, &row)
        }
      } else {
        _ = try graph.reader.rows(sql, of: root.table) { key, row in try check(root, key, &row) }
      }
    }
    return faults
  }
}
