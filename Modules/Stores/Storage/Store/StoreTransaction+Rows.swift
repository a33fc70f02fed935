internal import StrataSQLite
package import StrataSchema

// Rows as lists of values, for saves that have to look at rows before they write them. The values
// are those of `EntityTable.storedColumns`, in that order.
extension StoreTransaction {
  /// Writes a new row.
  ///
  /// - Parameter isRecorded: False to leave the row out of the history.
  package func insert(
    _ table: EntityTable, key: Int64, values: [ColumnValue], isRecorded: Bool = true
  ) throws {
    try insertion(into: table, isRecorded: isRecorded).insert(key: key, values: values)
  }

  /// The values of a row, or nil when there is none.
  package func row(_ table: EntityTable, key: Int64) throws -> [ColumnValue]? {
    let statement = try connection.prepared(PreparedKey(table: table, verb: .row)) {
      // A table may have no column but its key.
      let selected = table.storedColumns.map { "\($0)" as SQL } + ["1"]
      return "SELECT \(selected.joined()) FROM \(table) WHERE \(table.isRow)"
    }
    try statement.bind([.integer(key)])
    return try statement.first { row in
      (0..<row.columnCount - 1).map { row.value(at: $0) }
    }
  }

  /// Keeps what a row that is about to go leaves in the history; nothing to do for most classes.
  func keep(_ table: EntityTable, key: Int64) throws {
    guard !table.preservedColumns.isEmpty else { return }
    let statement = try connection.prepared(PreparedKey(table: table, verb: .preserved)) {
      "SELECT \(table.preservedSelection) FROM \(table) AS t WHERE t.\(table.isRow)"
    }
    try statement.bind([.integer(key)])
    try statement.forEachRow { keep($0, of: table) }
  }

  /// Preserves values of all rows `t` that a FROM clause finds.
  func keepAll(_ table: EntityTable, from rows: SQL) throws {
    guard !table.preservedColumns.isEmpty else { return }
    try connection.forEachRow("SELECT \(table.preservedSelection) FROM \(rows)") {
      keep($0, of: table)
    }
  }

  private func keep(_ row: Statement, of table: EntityTable) {
    let values = (1..<row.columnCount).map { row.value(at: $0) }
    log.tombstones.keep(values, of: table, key: row.integer(at: 0))
  }

  /// The rows whose to-one relationship leads to an object.
  package func rows(
    _ table: EntityTable, _ relationship: String, leadingTo key: Int64
  ) throws -> [RowReference] {
    let query: SQL = """
      SELECT \(table.reference) FROM \(table) \
      WHERE \(name: table.linkColumn(of: relationship)) = \(bind: key)
      """
    return try connection.rows(query) { try RowReference($0, of: table) }
  }

  /// Lets all rows whose to-one relationship leads to one object lead to another, or nowhere.
  package func relink(
    _ table: EntityTable, _ relationship: String, from old: Int64, to new: Int64?
  ) throws {
    let key = PreparedKey(table: table, verb: .relink(relationship))
    let name = table.linkColumn(of: relationship)
    let statement = try connection.prepared(key, table.changeKind(ofColumns: [name])) {
      let column: SQL = "\(name: name)"
      let key = SQL.parameter(.integer)
      return "UPDATE \(table) SET \(column) = \(key) WHERE \(column) = \(key)"
    }
    try statement.run([new.map { .integer($0) } ?? .null, .integer(old)])
  }
}

/// A reference to a row: its key, and the entity of its object.
package struct RowReference: Sendable, Hashable {
  /// The key.
  package let key: Int64
  /// The entity's name, which in a shared table may be another one than that which was asked for.
  package let entity: String

  /// Names a row.
  package init(key: Int64, entity: String) {
    self.key = key
    self.entity = entity
  }

  init(_ statement: Statement, of table: EntityTable) throws(StorageError) {
    key = try statement.key(of: table.name)
    if case .text(let name) = statement.value(at: 1) { entity = name } else { entity = "" }
  }
}

extension EntityTable {
  /// The key and what the history keeps, of rows `t`.
  fileprivate var preservedSelection: SQL {
    ([Self.key] + preservedColumns.map(\.name)).map { "t.\(name: $0)" as SQL }.joined()
  }

  /// The columns of a ``RowReference``.
  var reference: SQL { isShared ? "\(.key), \(.entity)" : "\(.key), \(literal: name)" }
}
