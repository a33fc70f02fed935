import StrataSQLite
import StrataSchema

extension StoreReader {
  /// Checks the file, keys and links, both ends of one-to-one relationships, search indexes, and the
  /// history. Of a file that is damaged only the damage is told. O(size of the store).
  ///
  /// Of a store that is open to be read alone, the check of a search index finds objects that are missing
  /// in it, but no words.
  ///
  /// - Throws: `StorageError` when the store can't be read.
  public func check() throws -> [StoreFault] {
    let faults = try read { connection in
      try connection.snapshot {
        let damage = try fileFaults(connection)
        // What a damaged file says of its rows isn't worth reporting.
        guard !damage.contains(where: { $0.kind == .file }) else { return damage }
        return try damage + rowFaults(connection) + linkFaults(connection)
          + inverseFaults(connection) + historyFaults(connection)
      }
    }
    guard !faults.contains(where: { $0.kind == .file }) else { return faults }
    return try faults + store.searchFaults(self)
  }

  private func fileFaults(_ connection: Connection) throws -> [StoreFault] {
    // A server checks its own files, and the references and rules of its tables.
    guard !connection.isServer else { return [] }
    return try connection.integrityFaults().map { text in
      StoreFault(kind: Self.isAboutValue(text) ? .value : .file, place: store.path, message: text)
    }
  }

  // A value that breaks a rule of its table is no damage of the file. SQLite's words, such as
  // "NULL value in Book.title" and "non-INTEGER value in Book.pages" (pragma.c, OP_Halt texts).
  private static func isAboutValue(_ text: String) -> Bool {
    text.hasPrefix("NULL value in ") || text.hasPrefix("CHECK constraint failed in ")
      || (text.hasPrefix("non-") && text.contains(" value in "))
  }

  private func linkFaults(_ connection: Connection) throws -> [StoreFault] {
    guard !connection.isServer else { return [] }
    return try connection.danglingLinks().map { link in
      StoreFault(
        kind: .danglingLink,
        place: try connection.object(link.row, in: link.table, of: store.tables),
        message: "leads to a \(link.target) that isn't there")
    }
  }

  private func inverseFaults(_ connection: Connection) throws -> [StoreFault] {
    try store.schema.entities.flatMap { entity in
      try entity.ownProperties.flatMap { property -> [StoreFault] in
        guard case .relationship(let relationship) = property, relationship.isToOne else {
          return []
        }
        return try LinkRule(relationship, of: entity.name, store.tables).inverseFaults(connection)
      }
    }
  }

  private func historyFaults(_ connection: Connection) throws -> [StoreFault] {
    let tombstones: SQL = try connection.catalog.keepsTombstones() ? "tombstones" : "NULL"
    let entries: SQL = "SELECT number, changes, \(tombstones) FROM strata_history ORDER BY number"
    var faults: [StoreFault] = []
    var previous: Int64?
    let cleaned = try connection.historyState().lastCleaned()
    try connection.forEachRow(entries) { row in
      let number = row.integer(at: 0)
      func record(_ message: String) {
        faults.append(
          StoreFault(kind: .history, place: "transaction \(number)", message: message))
      }
      guard number >= 1, number < .max else {
        return record(
          "has a number that no transaction can have; remove it from strata_history, in SQL")
      }
      if let previous, number != previous + 1, number - 1 > cleaned {
        record("follows transaction \(previous): what was between is lost")
      }
      previous = number
      var reader = HistoryReader(row.blob(at: 1))
      // Why it can't be read is of no use to anybody: its bytes contradict themselves.
      if (try? reader.changes()) == nil { record("its changes can't be read") }
      guard case .blob(let kept) = row.value(at: 2) else { return }
      var keptReader = HistoryReader(kept)
      if (try? keptReader.tombstones()) == nil {
        record("what it keeps of deleted objects can't be read")
      }
    }
    return faults
  }
}

extension Connection {
  /// A row in words: the name of its entity, and its key.
  func object(_ key: Int64, in table: String, of tables: Tables) throws -> String {
    "\(try entity(of: key, in: table, of: tables))/\(key)"
  }

  /// The name of the entity that a row is of: its table's, where that isn't shared.
  private func entity(of key: Int64, in table: String, of tables: Tables) throws -> String {
    guard tables.byEntity[table]?.isShared ?? false else { return table }
    let value = try value(
      "SELECT \(.entity) FROM \(name: table) WHERE \(.key) = \(bind: key)")
    if case .text(let name) = value { return name }
    return table
  }
}
