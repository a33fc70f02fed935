public import StrataSQLite
public import StrataSchema

extension StoreReader {
  /// A function that handles a row that makes no object, so that the reader doesn't throw the error. It
  /// may read the columns behind the row's own.
  public typealias Unreadable = (inout Row, any Error) throws -> Void

  /// Calls a body with each row of a query that selects the key and all columns.
  ///
  /// - Parameters:
  ///   - reading: The columns that the query reads, or nil for all.
  ///   - unreadable: Handles a row with a key that no object can have.
  /// - Throws: `StorageError.invalidValue` for such a row, without `unreadable`.
  @inlinable
  public func forEachRow(
    _ query: SQLQuery, of table: EntityTable, reading: RowSelection? = nil,
    unreadable: Unreadable? = nil,
    _ body: (Int64, inout Row) throws -> Void
  ) throws {
    try read { connection in
      try connection.withStatement(query) { statement in
        var row = Row(
          statement, table: table.entity.name, from: 1, unread: reading?.isUnread ?? [])
        var count = 0
        while try statement.step() {
          count &+= 1
          row.rewind(to: 1)
          let key = statement.integer(at: 0)
          if key > 0 {
            try body(key, &row)
          } else {
            try Self.pass(key: key, of: table, &row, unreadable)
          }
        }
        didRead(count)
      }
    }
  }

  /// The results of a body for the rows of a query that selects the key and all columns.
  public func rows<Result>(
    _ query: SQLQuery, of table: EntityTable, _ body: (Int64, inout Row) throws -> Result
  ) throws -> [Result] {
    var result: [Result] = []
    try forEachRow(query, of: table) { result.append(try body($0, &$1)) }
    return result
  }

  /// Calls a body with each row of a query that selects the columns of several entities, and with the
  /// index of its entity in the table's ``EntityTable/kinds``.
  ///
  /// It skips rows of other entities. Otherwise it works as ``forEachRow(_:of:reading:unreadable:_:)``.
  public func forEachRow(
    _ query: SQLQuery, ofKindsOf table: EntityTable, reading: RowSelection? = nil,
    unreadable: Unreadable? = nil,
    _ body: (_ kind: Int, _ key: Int64, inout Row) throws -> Void
  ) throws {
    try read { connection in
      try connection.withStatement(query) { statement in
        var rows = table.kinds.map {
          Row(
            statement, table: $0.entity.name, from: $0.start, unread: reading?.isUnread ?? [])
        }
        var names = TextChoice(table.kinds.map(\.entity.name))
        var count = 0
        while try statement.step() {
          count &+= 1
          guard let kind = names.index(of: statement, column: 1) else { continue }
          rows[kind].rewind(to: table.kinds[kind].start)
          let key = statement.integer(at: 0)
          if key > 0 {
            try body(kind, key, &rows[kind])
          } else {
            try Self.pass(key: key, of: table, &rows[kind], unreadable)
          }
        }
        didRead(count)
      }
    }
  }

  /// Calls a body with the columns of some properties of the rows with some keys.
  package func forEachRow(
    withKeys keys: [Int64], of table: EntityTable, reading properties: PropertySet,
    _ body: (Int64, inout Row) throws -> Void
  ) throws {
    let query = SQL(properties, ofKeys: keys, in: table)
    try read { connection in
      try connection.withStatement(query) { statement in
        var row = Row(statement, table: table.entity.name, from: 1, present: properties)
        var count = 0
        while try statement.step() {
          count += 1
          row.rewind(to: 1)
          try body(statement.integer(at: 0), &row)
        }
        didRead(count)
      }
    }
  }

  /// Counts rows that were read.
  @usableFromInline
  func didRead(_ count: Int) { store.observation.countReadRows(count) }

  /// Counts rows that were read.
  func counting<Row>(_ rows: [Row]) -> [Row] {
    didRead(rows.count)
    return rows
  }

  @usableFromInline
  static func pass(
    key: Int64, of table: EntityTable, _ row: inout Row, _ unreadable: Unreadable?
  ) throws {
    let error = StorageError.invalidKey(key, of: table.name)
    guard let unreadable else { throw error }
    try unreadable(&row, error)
  }

  /// The existing rows with some keys.
  ///
  /// - Parameter reading: The columns to read, or nil for all. The others are NULL.
  package func storedRows(
    _ keys: [Int64], of table: EntityTable, reading: RowSelection? = nil
  ) throws -> [StoredRow] {
    let query = SQL(keysIn: keys, of: table, reading: reading)
    return try read { counting(try $0.rows(query) { StoredRow($0, of: table, reading: reading) }) }
  }
}
