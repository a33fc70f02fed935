package import StrataQuery
import StrataSQLite
import StrataSchema

extension Store {
  /// The search indexes of the store's own making, or none for tables of another library.
  private var searchTables: [SearchTable] {
    isForeign ? [] : schema.searchTables(in: tables.dialect)
  }

  /// Fills all search indexes again from the objects' texts, as after another program has written rows
  /// without their triggers.
  ///
  /// O(length of all texts). A server keeps its indexes itself.
  ///
  /// - Throws: `StorageError`. Nothing has changed then.
  package func rebuildSearchIndexes() throws {
    guard !isReadOnly else { throw StorageError.readOnly(path: path) }
    try withRoom { connection in
      try connection.transaction {
        for search in searchTables { try search.rebuild(on: connection) }
      }
    }
  }

  /// The search indexes that are out of step with their objects.
  func searchFaults(_ reader: StoreReader) throws -> [StoreFault] {
    guard tables.dialect == .sqlite else { return [] }
    return try searchTables.compactMap { search in
      let isInStep =
        try isReadOnly
        ? reader.read { try $0.hasAllRows(search) }
        : withWriter { try search.isInStep(on: $0) }
      return isInStep
        ? nil
        : StoreFault(
          kind: .search, place: search.entity,
          message:
            "its search index hasn't the words of its texts; another program must have written "
            + "rows without the triggers: call rebuildSearchIndexes()")
    }
  }
}

extension Connection {
  /// True if each row is in a search index, and no other.
  fileprivate func hasAllRows(_ search: SearchTable) throws -> Bool {
    let (rows, index): (SQL, SQL) = (
      "\(name: search.table)", "\(name: search.name + "_docsize")"
    )
    let query: SQL = """
      SELECT (SELECT count(*) FROM \(rows) WHERE \(.key) NOT IN (SELECT id FROM \(index)))
      + (SELECT count(*) FROM \(index) WHERE id NOT IN (SELECT \(.key) FROM \(rows)))
      """
    return try integer(query) == 0
  }
}

extension StoreReader {
  /// The ranks of some objects in a search, by their keys. Those that it doesn't find have none.
  package func ranks(
    of keys: [Int64], in search: SearchCondition, of entity: String
  ) throws -> [Int64: Double] {
    let query = try SQL(ranksOf: keys, in: search, of: entity, tables: store.tables)
    var ranks: [Int64: Double] = [:]
    try read { connection in
      try connection.forEachRow(query) { row in
        if case .real(let rank) = row.value(at: 1) { ranks[row.integer(at: 0)] = rank }
      }
    }
    return ranks
  }

  /// True if a search finds texts that no row has, by a server's rules.
  package func finds(_ search: SearchCondition, in texts: [String?]) throws -> Bool {
    let values = texts.map { "\(bind: $0)::text" as SQL }
    let condition = store.tables.dialect.condition(search, over: values)
    return try read { try $0.integer("SELECT 1 WHERE \(condition)") != nil }
  }
}
