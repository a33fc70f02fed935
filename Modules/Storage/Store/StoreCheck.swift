import StrataSchema

extension StoreReader {
  /// Checks the file, keys and links, both ends of one-to-one relationships, and the history. Of a file
  /// that is damaged only the damage is told. O(size of the store).
  ///
  /// - Throws: ``StorageError`` when the store can't be read.
  public func check() throws -> [StoreFault] {
    try read { connection in
      try connection.snapshot {
        let damage = try fileFaults(connection)
        // What a damaged file says of its rows isn't worth reporting.
        guard !damage.contains(where: { $0.kind == .file }) else { return damage }
        return try damage + rowFaults(connection) + linkFaults(connection)
          + inverseFaults(connection) + historyFaults(connection)
      }
    }
  }

  private func fileFaults(_ connection: Connection) throws -> [StoreFault] {
    let statement = try connection.statement("PRAGMA integrity_check")
    defer { statement.reset() }
    var faults: [StoreFault] = []
    while try statement.step() {
      guard case .text(let text) = statement.value(at: 0), text != "ok" else { continue }
      let kind: StoreFault.Kind = Self.isAboutValue(text) ? .value : .file
      faults.append(StoreFault(kind: kind, place: store.path, message: text))
    }
    return faults
  }

  // A value that breaks a rule of its table is no damage of the file. SQLite's words, such as
  // "NULL value in Book.title" and "non-INTEGER value in Book.pages" (pragma.c, OP_Halt texts).
  private static func isAboutValue(_ text: String) -> Bool {
    text.hasPrefix("NULL value in ") || text.hasPrefix("CHECK constraint failed in ")
      || (text.hasPrefix("non-") && text.contains(" value in "))
  }

  private func linkFaults(_ connection: Connection) throws -> [StoreFault] {
    let statement = try connection.statement("PRAGMA foreign_key_check")
    defer { statement.reset() }
    var faults: [StoreFault] = []
    while try statement.step() {
      guard case .text(let table) = statement.value(at: 0),
        case .text(let parent) = statement.value(at: 2)
      else { continue }
      let key = statement.integer(at: 1)
      let entity = try connection.entity(of: key, in: table, store.tables)
      faults.append(
        StoreFault(
          kind: .danglingLink, place: "\(entity)/\(key)",
          message: "leads to a \(parent) that isn't there"))
    }
    return faults
  }

  private func inverseFaults(_ connection: Connection) throws -> [StoreFault] {
    var faults: [StoreFault] = []
    for entity in store.schema.entities {
      for case .relationship(let relationship) in entity.ownProperties
      where relationship.isToOne {
        let owner = try store.tables.table(entity.name)
        let target = try store.tables.table(relationship.destination)
        let pairs =
          "SELECT a.\(EntityTable.key) FROM \(quoted(owner.name)) AS a "
          + "JOIN \(quoted(target.name)) AS b "
          + "ON b.\(EntityTable.key) = a.\(quoted(relationship.columnName)) WHERE "
        var rules: [(broken: String, message: String)] = []
        if let inverse = relationship.inverseName, relationship.inverseIsToOne {
          let column = quoted(target.linkColumn(of: inverse))
          rules.append(
            ("b.\(column) IS NOT a.\(EntityTable.key)", "whose \(inverse) doesn't lead back"))
        }
        if target.entity.superentity != nil, let filter = target.filter("b") {
          rules.append(("NOT (\(filter))", "that is of another class"))
        }
        for rule in rules {
          let statement = try connection.statement(pairs + rule.broken)
          defer { statement.reset() }
          while try statement.step() {
            let key = statement.integer(at: 0)
            let name = try connection.entity(of: key, in: owner.name, store.tables)
            faults.append(
              StoreFault(
                kind: .inverse, place: "\(name)/\(key)",
                message: "\(relationship.name) leads to a \(relationship.destination) "
                  + rule.message))
          }
        }
      }
    }
    return faults
  }

  private func historyFaults(_ connection: Connection) throws -> [StoreFault] {
    let tombstones = try connection.keepsTombstones() ? "tombstones" : "NULL"
    let statement = try connection.statement(
      "SELECT number, changes, \(tombstones) FROM strata_history ORDER BY number")
    defer { statement.reset() }
    var faults: [StoreFault] = []
    var previous: Int64?
    while try statement.step() {
      let number = statement.integer(at: 0)
      if number < 1 || number == .max {
        faults.append(
          StoreFault(
            kind: .history, place: "transaction \(number)",
            message:
              "has a number that no transaction can have; remove it from strata_history, in SQL"))
        continue
      }
      if let previous, number != previous + 1 {
        faults.append(
          StoreFault(
            kind: .history, place: "transaction \(number)",
            message: "follows transaction \(previous): what was between is lost"))
      }
      previous = number
      var reader = HistoryReader(statement.blob(at: 1))
      // Why it can't be read is of no use to anybody: its bytes contradict themselves.
      if (try? reader.changes()) == nil {
        faults.append(
          StoreFault(
            kind: .history, place: "transaction \(number)", message: "its changes can't be read"))
      }
      guard case .blob(let kept) = statement.value(at: 2) else { continue }
      var keptReader = HistoryReader(kept)
      if (try? keptReader.tombstones()) == nil {
        faults.append(
          StoreFault(
            kind: .history, place: "transaction \(number)",
            message: "what it keeps of deleted objects can't be read"))
      }
    }
    return faults
  }
}

extension Connection {
  /// The name of the entity that a row is of: its table's, where that isn't shared.
  func entity(of key: Int64, in table: String, _ tables: Tables) throws -> String {
    guard tables.byEntity[table]?.isShared ?? false else { return table }
    let value = try value(
      "SELECT \(EntityTable.entityColumn) FROM \(quoted(table)) WHERE \(EntityTable.key) = ?",
      .integer(key))
    if case .text(let name) = value { return name }
    return table
  }
}
