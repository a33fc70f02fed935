public import StrataSQLite
package import StrataSchema

/// A prepared insertion of rows into one table.
public struct RowInsertion {
  let statement: Statement
  let table: EntityTable
  /// The transaction that records the rows for the history, or nil to leave them out.
  let recorder: StoreTransaction?

  /// Inserts a row.
  ///
  /// - Parameter bind: Binds the columns of all properties, then their positions.
  /// - Throws: `StorageError.keyTaken` if a row has the key. `StorageError.invalidValue` for a key below 1.
  public func insert(key: Int64, bind: (inout Binder) throws -> Void) throws {
    defer { statement.reset() }
    statement.bindAnew()
    var binder = Binder(statement)
    binder.bindKey(key)
    try bind(&binder)
    try run(key)
  }

  /// Inserts a row of the values of ``EntityTable/storedColumns``.
  package func insert(key: Int64, values: [ColumnValue]) throws(StorageError) {
    defer { statement.reset() }
    statement.bindAnew(values.count + 1)
    statement.bind(.integer(key), at: 1)
    for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 2)) }
    try run(key)
  }

  private func run(_ key: Int64) throws(StorageError) {
    guard key > 0 else { throw .invalidKey(key, of: table.name) }
    do {
      _ = try statement.step()
    } catch .constraint(let constraint) where constraint.kind == .primaryKey {
      throw .keyTaken(table: table.name, key: key)
    }
    recorder?.log.record(.insert, table, key: key)
  }
}

extension Binder {
  mutating func bindKey(_ key: Int64) { bind(integer: key) }
}
