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
    for entity in graph.entities {
      func check<Model: PersistentModel>(_ type: Model.Type) throws {
        let sql = try SQLQuery(
          Query(entity: entity.name), select: .rows, tables: container.store.tables)
        _ = try graph.reader.rows(sql, of: entity.table) { key, row in
          rowCount += 1
          if rowCount % 1000 == 0 { try progress(rowCount) }
          do {
            _ = try type.init(_$row: &row)
          } catch {
            faults.append(
              StoreFault(kind: .value, place: "\(entity.name)/\(key)", message: "\(error)"))
          }
        }
      }
      try check(entity.type)
    }
    return faults
  }
}
