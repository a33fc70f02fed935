package import StrataSchema
package import StrataSQLite

/// Updates some columns of rows, one row after the other, with one statement.
package struct RowAssignment {
  private let statement: Statement
  private let columns: [Int]

  init(_ statement: Statement, _ columns: [Int]) {
    self.statement = statement
    self.columns = columns
  }

  /// Writes a row's columns.
  ///
  /// - Parameter values: Those of ``EntityTable/storedColumns``, of which only the columns to be
  ///   written matter.
  package func run(key: Int64, _ values: [ColumnValue]) throws(StorageError) {
    defer { statement.reset() }
    statement.bindAnew(columns.count + 1)
    for (index, column) in columns.enumerated() {
      statement.bind(values[column], at: Int32(index + 1))
    }
    statement.bind(.integer(key), at: Int32(columns.count + 1))
    _ = try statement.step()
  }
}

extension StoreTransaction {
  /// An update of some columns of a table's rows: at least one, by positions in ``EntityTable/storedColumns``.
  package func assignment(
    _ table: EntityTable, _ columns: [Int]
  ) throws(StorageError) -> RowAssignment {
    let key = PreparedKey(table: table, verb: .assign(columns))
    let kind = table.changeKind(ofColumns: columns.map { table.storedColumns[$0].name })
    let statement = try connection.prepared(key, kind) {
      let assignments = columns.map { index -> SQL in
        let column = table.storedColumns[index]
        return "\(column) = \(table.parameter(for: column))"
      }
      return "UPDATE \(table) SET \(assignments.joined()) WHERE \(table.isRow)"
    }
    return RowAssignment(statement, columns)
  }

  /// The keys among some that rows have.
  ///
  /// - Parameter keys: Ascending.
  package func existing(_ keys: [Int64], in table: EntityTable) throws -> [Int64] {
    guard let first = keys.first, let last = keys.last else { return [] }
    // New keys follow each other mostly, and hardly a row is between them.
    guard last - first < 4 * Int64(keys.count) else {
      return try connection.integers(SQL(existing: keys, in: table))
    }
    var found: [Int64] = []
    var next = 0
    let query: SQL = """
      SELECT \(.key) FROM \(table) WHERE \(.key) BETWEEN \(bind: first) AND \(bind: last) \
      ORDER BY \(.key)
      """
    try connection.forEachRow(query) { row in
      let key = row.integer(at: 0)
      while next < keys.count, keys[next] < key { next += 1 }
      if next < keys.count, keys[next] == key { found.append(key) }
    }
    return found
  }
}
