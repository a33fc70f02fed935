public import StrataSQLite
import StrataSchema

extension StoreReader {
  /// The keys that a query selects, with the entity of each.
  ///
  /// - Throws: `StorageError`, also `StorageError.invalidValue` for a key that no object can have.
  public func keys(
    _ query: SQLQuery, ofKindsOf table: EntityTable
  ) throws -> [(kind: Int, key: Int64)] {
    var names = TextChoice(table.kinds.map(\.entity.name))
    return try read { connection in
      counting(
        try connection.rows(query) { statement in
          guard let kind = names.index(of: statement, column: 1) else { return nil }
          return (kind, try statement.key(of: table.name))
        })
    }
  }

  /// The keys that a query of just one entity selects.
  ///
  /// - Throws: `StorageError`, also `StorageError.invalidValue` for a key that no object can have.
  public func keys(_ query: SQLQuery, of table: EntityTable) throws -> [Int64] {
    try read { counting(try $0.rows(query) { try $0.key(of: table.name) }) }
  }

  /// The first column of each row of a query, as numbers.
  public func integers(_ query: SQLQuery) throws -> [Int64] {
    try read { counting(try $0.integers(query)) }
  }

  /// The first two columns of each row of a query, as numbers.
  public func pairs(_ query: SQLQuery) throws -> [(Int64, Int64)] {
    try read { counting(try $0.pairs(query)) }
  }
}
