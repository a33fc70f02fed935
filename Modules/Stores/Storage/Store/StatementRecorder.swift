internal import Foundation
internal import StrataSQLite
internal import StrataSchema

/// The record of the rows that a program's own statements change in a save.
///
/// Triggers write each changed row into a temporary table of the connection, which a rollback empties
/// like any other. In a file they are temporary as well, and there for the tables that a statement
/// changes. A server has no temporary triggers: they stay, and do nothing but in such a save.
final class StatementRecorder {
  private let store: Store
  private let connection: Connection
  private let dialect: SQLDialect
  /// The classes of all programs. A statement may change rows of classes that this one lacks.
  private let stored: RecordedClasses
  /// The tables with triggers, each once for each savepoint that may take them back.
  private var recordedTables: Set<String> = []
  private var tables: [String: Table] = [:]

  /// A table whose changes are recorded.
  private enum Table {
    case entity(EntityTable, number: Int)
    case link(LinkTable, number: Int)
  }

  private static let changes: SQL = "strata_changes"

  init(_ store: Store, _ connection: Connection) throws {
    self.store = store
    self.connection = connection
    dialect = store.tables.dialect
    stored = try store.recordedClasses(connection)
    var number = 0
    for entity in stored.schema.entities where entity.superentity == nil {
      guard let table = stored.tables.byEntity[entity.name] else { continue }
      tables[table.name] = .entity(table, number: number)
      number += 1
    }
    for link in stored.schema.linkTables {
      tables[link.name] = .link(link, number: number)
      number += 1
    }
  }

  /// Begins to record inside a transaction.
  func begin() throws {
    switch dialect {
    case .sqlite:
      // Otherwise a row that REPLACE deletes wouldn't be recorded.
      try connection.execute("PRAGMA recursive_triggers = ON")
      try connection.run(
        """
        CREATE TEMP TABLE \(Self.changes)
        (number INTEGER PRIMARY KEY, "table" TEXT, old_1, new_1, old_2, new_2, columns TEXT)
        """)
    case .postgreSQL:
      try connection.execute(
        """
        CREATE TEMP TABLE strata_changes
        (number bigint GENERATED ALWAYS AS IDENTITY, "table" text, old_1 bigint, new_1 bigint,
          old_2 text, new_2 text, columns text, old_row jsonb) ON COMMIT DROP;
        SET LOCAL strata.records_changes = 'on'
        """)
    }
  }

  /// Stops recording in a transaction that goes on.
  func end() throws {
    switch dialect {
    case .sqlite:
      for table in recordedTables.compactMap({ tables[$0] }) {
        for name in triggers(of: table) { try connection.run("DROP TRIGGER temp.\(name: name)") }
        try connection.run("DROP TABLE IF EXISTS temp.\(name: preservedTable(of: table))")
      }
      try connection.run("DROP TABLE temp.\(Self.changes)")
    case .postgreSQL:
      try connection.execute(
        "SET LOCAL strata.records_changes = 'off'; DROP TABLE pg_temp.strata_changes")
    }
    recordedTables = []
  }

  /// Restores the connection's settings, whether or not the transaction was committed.
  func restoreConnection() throws {
    guard dialect == .sqlite else { return }
    try connection.execute("PRAGMA recursive_triggers = OFF")
  }

  /// Records the changes of some tables from now on.
  func record(_ names: Set<String>) throws {
    for name in names.subtracting(recordedTables).sorted() {
      guard let table = tables[name] else { continue }
      recordedTables.insert(name)
      switch table {
      case .entity(let entity, let number): try record(entity, number)
      case .link(let link, let number): try record(link, number)
      }
    }
  }

  /// Runs a body inside a savepoint: if it throws, its changes and their record are rolled back.
  func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try connection.run("SAVEPOINT strata_statements")
    let recorded = recordedTables
    do {
      let result = try body()
      try connection.run("RELEASE SAVEPOINT strata_statements")
      return result
    } catch {
      recordedTables = recorded
      // A transaction that has ended has no savepoint.
      if connection.isInTransaction {
        try connection.run("ROLLBACK TO SAVEPOINT strata_statements")
        try connection.run("RELEASE SAVEPOINT strata_statements")
      }
      throw error
    }
  }
}

// The triggers of a file.
extension StatementRecorder {
  private func triggers(of table: Table) -> [String] {
    switch table {
    case .entity(_, let number), .link(_, let number):
      ["insert", "delete", "update"].map { "strata_changes_\(number)_\($0)" }
    }
  }

  private func preservedTable(of table: Table) -> String {
    switch table {
    case .entity(_, let number), .link(_, let number): "strata_changes_\(number)_old"
    }
  }

  private func record(_ table: EntityTable, _ number: Int) throws {
    let preserved = allPreservedColumns(of: table)
    let old = preservedTable(of: .entity(table, number: number))
    if !preserved.isEmpty {
      try connection.run(
        """
        CREATE TEMP TABLE \(name: old) AS SELECT \(.key), \(names: preserved) FROM \(table) WHERE 0
        """)
    }
    let entity: (String) -> SQL = { table.isShared ? "\(SQL($0)).\(.entity)" : "NULL" }
    let comparisons = comparedColumns(of: table).map {
      "(OLD.\(name: $0) IS NOT NEW.\(name: $0))" as SQL
    }
    var kept: SQL = ""
    if !preserved.isEmpty {
      let values = ([Self.keyColumn] + preserved).map { "OLD.\(name: $0)" as SQL }.joined()
      kept = """
        INSERT INTO \(name: old) SELECT \(values) \
        WHERE NOT EXISTS (SELECT 1 FROM \(name: old) AS o WHERE o.\(.key) = OLD.\(.key));\u{20}
        """
    }
    try addTriggers(
      to: "\(table)", of: .entity(table, number: number),
      insert: "NULL, NEW.\(.key), NULL, \(entity("NEW")), NULL",
      delete: "OLD.\(.key), NULL, \(entity("OLD")), NULL, NULL", deleteAlso: kept,
      update: """
        OLD.\(.key), NEW.\(.key), \(entity("OLD")), \(entity("NEW")), \(Self.joined(comparisons[...]))
        """)
  }

  private static var keyColumn: String { EntityTable.key }

  /// The names of the columns that a file's trigger compares, in order.
  private func comparedColumns(of table: EntityTable) -> [String] {
    let stored = table.allColumns.map(\.column.name)
    let own = store.tables.byEntity[table.name]?.allColumns.map(\.column.name) ?? []
    let known = Set(stored)
    return stored + own.filter { !known.contains($0) }
  }

  private func record(_ link: LinkTable, _ number: Int) throws {
    func ends(_ row: SQL) -> (owner: SQL, member: SQL) {
      ("\(row).\(name: link.ownerColumn)", "\(row).\(name: link.memberColumn)")
    }
    let (old, new) = (ends("OLD"), ends("NEW"))
    try addTriggers(
      to: "\(link)", of: .link(link, number: number),
      insert: "NULL, \(new.owner), NULL, \(new.member), NULL",
      delete: "\(old.owner), NULL, \(old.member), NULL, NULL", deleteAlso: "",
      update: "\(old.owner), \(new.owner), \(old.member), \(new.member), NULL")
  }

  private func addTriggers(
    to table: SQL, of described: Table, insert: SQL, delete: SQL, deleteAlso: SQL, update: SQL
  ) throws {
    let name: String =
      switch described {
      case .entity(let entity, _): entity.name
      case .link(let link, _): link.name
      }
    for (trigger, (verb, also, values)) in zip(
      triggers(of: described),
      [("INSERT", "", insert), ("DELETE", deleteAlso, delete), ("UPDATE", "", update)]
        as [(SQL, SQL, SQL)])
    {
      try connection.run(
        """
        CREATE TEMP TRIGGER \(name: trigger) AFTER \(verb) ON main.\(table) BEGIN \
        \(also)INSERT INTO \(Self.changes) ("table", old_1, new_1, old_2, new_2, columns) \
        VALUES (\(literal: name), \(values)); END
        """)
    }
  }

  /// Concatenates expressions, balanced: SQLite limits how deep an expression is.
  private static func joined(_ parts: ArraySlice<SQL>) -> SQL {
    guard parts.count > 1 else { return parts.first ?? "''" }
    let middle = parts.startIndex + parts.count / 2
    return "(\(joined(parts[..<middle])) || \(joined(parts[middle...])))"
  }
}

// The triggers of a server.
extension StatementRecorder {
  /// Makes the triggers that a server's tables lack or that aren't as they have to be, in a transaction of their own.
  ///
  /// Making one waits for all others that write to the table. Inside the save it could wait for those
  /// that wait for the save.
  static func prepareServer(_ store: Store) throws {
    guard store.tables.dialect == .postgreSQL else { return }
    try store.withWriter { connection in
      guard !connection.isInsideTransaction else {
        throw StorageError.saveInsideSave(path: store.path)
      }
      let stored = try store.recordedClasses(connection)
      let wanted =
        stored.schema.entities.filter { $0.superentity == nil }.map {
          ServerTrigger(table: $0.name, arguments: [EntityTable.key, EntityTable.entityColumn])
        }
        + stored.schema.linkTables.map {
          ServerTrigger(table: $0.name, arguments: [$0.ownerColumn, $0.memberColumn])
        }
      let present = try ServerTrigger.present(connection)
      let missing = wanted.filter { !present.contains($0) }
      guard !missing.isEmpty else { return }
      guard !store.isReadOnly else { throw StorageError.readOnly(path: store.path) }
      do {
        try connection.transaction {
          try connection.execute(
            """
            CREATE OR REPLACE FUNCTION strata_record_change() RETURNS trigger LANGUAGE plpgsql AS $$\
            \(ServerTrigger.body)$$
            """)
          for trigger in missing.sorted(by: { $0.table < $1.table }) {
            try connection.execute(trigger.definition)
          }
        }
      } catch StorageError.server("42501", let message, let sql) {
        let tables = missing.map(\.table).sorted().joined(separator: ", ")
        throw StorageError.server(
          state: "42501",
          message: """
            the tables \(tables) lack the triggers that record your own statements, and this user isn't their owner: \
            run withConnection { _ in } once in a program of the owner's, also after a migration that adds classes \
            (\(message))
            """, sql: sql)
      }
    }
  }
}

/// The trigger that records the changes of a server's table.
///
/// It says the same whatever classes share the table: the row tells which one it is of.
private struct ServerTrigger: Hashable {
  let table: String
  /// The column of the key or of a link's owner, and that of the entity or of a link's member. A table without subclasses
  /// has no column of the entity.
  let arguments: [String]

  var definition: String {
    """
    CREATE OR REPLACE TRIGGER strata_changes
    AFTER INSERT OR UPDATE OR DELETE ON \(quoted(table)) FOR EACH ROW
    WHEN (current_setting('strata.records_changes', true) = 'on')
    EXECUTE FUNCTION strata_record_change(\(arguments.map { literal($0) }.joined(separator: ", ")))
    """
  }

  /// The triggers that are on tables, switched on, and call the function as it has to be.
  static func present(_ connection: Connection) throws -> Set<ServerTrigger> {
    // A type of 29 is AFTER INSERT OR UPDATE OR DELETE FOR EACH ROW (pg_trigger.h). Each argument ends with a zero byte.
    let query: SQL = """
      SELECT c.relname::text, encode(t.tgargs, 'hex')
      FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid JOIN pg_proc AS p ON p.oid = t.tgfoid
      WHERE t.tgname = 'strata_changes' AND t.tgtype = 29 AND t.tgenabled IN ('O', 'A') AND t.tgqual IS NOT NULL
        AND c.relnamespace = quote_ident(current_schema())::regnamespace AND p.pronamespace = c.relnamespace
        AND p.proname = 'strata_record_change' AND p.prosrc = \(bind: body)
      """
    return Set(
      try connection.rows(query) { row in
        guard let table = row.text(at: 0), let arguments = row.text(at: 1) else { return nil }
        return ServerTrigger(table: table, arguments: Self.arguments(arguments))
      })
  }

  private static func arguments(_ hexadecimal: String) -> [String] {
    let digits = Array(hexadecimal)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The body of the function that all call.
  static let body = #"""

    DECLARE
      old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
      new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END;
    BEGIN
      INSERT INTO pg_temp.strata_changes ("table", old_1, new_1, old_2, new_2, columns, old_row)
      VALUES (TG_TABLE_NAME, (old_row ->> TG_ARGV[0])::bigint, (new_row ->> TG_ARGV[0])::bigint,
        old_row ->> TG_ARGV[1], new_row ->> TG_ARGV[1],
        CASE WHEN TG_OP = 'UPDATE' THEN (
          SELECT coalesce(json_agg(o.key), '[]')::text
          FROM jsonb_each(old_row) AS o JOIN jsonb_each(new_row) AS n USING (key)
          WHERE o.value IS DISTINCT FROM n.value) END,
        CASE WHEN TG_OP = 'DELETE' THEN old_row END);
      RETURN NULL;
    END
    """#
}

// The recorded changes.
extension StatementRecorder {
  /// One object that the statements have changed, compared with the time before them.
  fileprivate enum Change {
    case inserted(entity: String)
    case updated(entity: String, columns: Set<String>)
    case deleted(entity: String)
    /// Deleted, and inserted with the same key.
    case replaced(entity: String, by: String)
  }

  /// The changed objects and links.
  struct Changes {
    fileprivate var objects: [String: [Int64: Change]] = [:]
    fileprivate var links: [(table: LinkTable, owner: Int64, member: Int64)] = []

    /// True if nothing was changed.
    var isEmpty: Bool { objects.values.allSatisfy(\.isEmpty) && links.isEmpty }
  }

  /// Reads what was recorded. Memory: O(changed rows).
  func recordedChanges() throws -> Changes {
    var changes = Changes()
    let query: SQL = """
      SELECT "table", old_1, new_1, old_2, new_2, columns FROM \(Self.changes) ORDER BY number
      """
    try connection.forEachRow(query) { row in
      guard let name = row.text(at: 0), let table = tables[name] else { return }
      func key(_ index: Int) throws -> Int64? {
        switch row.value(at: index) {
        case .null: return nil
        case .integer(let key): return key
        case let value:
          guard case .text(let text) = value, let key = Int64(text) else {
            throw StorageError.corrupt(
              path: store.path, reason: "a statement has written \(value) as a key into \(name)")
          }
          return key
        }
      }
      let (old, new) = (try key(1), try key(2))
      switch table {
      case .link(let link, _):
        for (owner, member) in [(old, try key(3)), (new, try key(4))] {
          if let owner, let member { changes.links.append((link, owner, member)) }
        }
      case .entity(let entity, _):
        let oldEntity = row.text(at: 3) ?? entity.entity.name
        let newEntity = row.text(at: 4) ?? entity.entity.name
        var objects = changes.objects[name] ?? [:]
        // Otherwise each row would copy the dictionary.
        changes.objects[name] = nil
        defer { changes.objects[name] = objects }
        if let old, let new, old == new, oldEntity == newEntity {
          let columns = try columns(row.text(at: 5), of: entity)
          if !columns.isEmpty { update(new, of: newEntity, setting: columns, in: &objects) }
        } else {
          if let old { delete(old, of: oldEntity, from: &objects) }
          if let new { insert(new, of: newEntity, into: &objects) }
        }
      }
    }
    return changes
  }

  private func columns(_ text: String?, of table: EntityTable) throws -> Set<String> {
    guard let text else { return [] }
    switch dialect {
    case .sqlite:
      let names = comparedColumns(of: table)
      return Set(zip(names, text.utf8).filter { $1 == UInt8(ascii: "1") }.map(\.0))
    case .postgreSQL: return try JSONDecoder().decode(Set<String>.self, from: Data(text.utf8))
    }
  }

  private func insert(_ key: Int64, of entity: String, into objects: inout [Int64: Change]) {
    if case .deleted(let former)? = objects[key] {
      objects[key] = .replaced(entity: former, by: entity)
    } else {
      objects[key] = .inserted(entity: entity)
    }
  }

  private func update(
    _ key: Int64, of entity: String, setting columns: Set<String>, in objects: inout [Int64: Change]
  ) {
    switch objects[key] {
    case nil, .deleted: objects[key] = .updated(entity: entity, columns: columns)
    case .updated(_, let others):
      objects[key] = .updated(entity: entity, columns: others.union(columns))
    case .inserted, .replaced: break
    }
  }

  private func delete(_ key: Int64, of entity: String, from objects: inout [Int64: Change]) {
    switch objects[key] {
    case .inserted: objects[key] = nil
    case .replaced(let former, _): objects[key] = .deleted(entity: former)
    case nil, .updated, .deleted: objects[key] = .deleted(entity: entity)
    }
  }
}

extension StatementRecorder {
  /// Adds changes to the log of a save, and removes the links of deleted objects.
  ///
  /// Changes of classes and properties that this program lacks are recorded as those of the recorded classes.
  func write(_ changes: Changes, to transaction: StoreTransaction) throws {
    var links = changes.links
    for (name, objects) in changes.objects {
      for (key, change) in objects.sorted(by: { $0.key < $1.key }) {
        try write(change, key, in: name, transaction)
      }
      let gone = objects.filter { if case .deleted = $0.value { true } else { false } }.keys
        .sorted()
      guard !gone.isEmpty else { continue }
      try keepTombstones(of: name, objects, transaction)
      links += try removeLinks(of: name, gone, transaction)
    }
    try write(links, to: transaction)
  }

  private func write(
    _ change: Change, _ key: Int64, in name: String, _ transaction: StoreTransaction
  ) throws {
    switch change {
    case .inserted(let entity): try log(.insert, entity, key, in: name, transaction)
    case .deleted(let entity): try log(.delete, entity, key, in: name, transaction)
    case .updated(let entity, let columns):
      let (own, stored) = try tables(entity, key, in: name)
      if let own {
        let properties = own.properties(of: columns)
        if !properties.isEmpty {
          transaction.log.record(.update, own, key: key, properties: properties)
        }
      }
      recordRest(columns.subtracting(own?.columnNames ?? []), of: stored, key, transaction)
    case .replaced(let former, let entity) where former == entity:
      let (own, stored) = try tables(entity, key, in: name)
      if let own {
        transaction.log.record(
          .update, own, key: key, properties: PropertySet(first: own.entity.properties.count))
      }
      recordRest(
        Set(stored?.columnNames ?? []).subtracting(own?.columnNames ?? []), of: stored, key,
        transaction)
    case .replaced(let former, let entity):
      try log(.delete, former, key, in: name, transaction)
      try log(.insert, entity, key, in: name, transaction)
    }
  }

  /// Records the changes of columns that this program lacks.
  private func recordRest(
    _ columns: Set<String>, of table: EntityTable?, _ key: Int64, _ transaction: StoreTransaction
  ) {
    guard let table else { return }
    let properties = table.properties(of: columns)
    guard !properties.isEmpty else { return }
    transaction.log.record(.update, table, key: key, properties: properties)
  }

  /// The table of a row's entity as this program has it, and as the store's record has it.
  private func tables(
    _ entity: String, _ key: Int64, in name: String
  ) throws -> (own: EntityTable?, stored: EntityTable?) {
    let own = store.tables.byEntity[entity].flatMap { $0.name == name ? $0 : nil }
    let stored = self.stored.tables.byEntity[entity].flatMap { $0.name == name ? $0 : nil }
    guard own != nil || stored != nil else {
      throw StorageError.unsound(
        path: store.path,
        faults: ["\(name)/\(key): the class '\(entity)' is neither in the models nor in the store"])
    }
    guard EntityTable.keys.contains(key) else {
      throw StorageError.unsound(
        path: store.path,
        faults: [
          "\(name)/\(key): a key is a number from 1 to \(EntityTable.keys.upperBound); take "
            + "one by newKey(for:)"
        ])
    }
    return (own, stored)
  }

  private func log(
    _ kind: HistoryEntry.Change.Kind, _ entity: String, _ key: Int64, in name: String,
    _ transaction: StoreTransaction
  ) throws {
    let (own, stored) = try tables(entity, key, in: name)
    if let table = own ?? stored { transaction.log.record(kind, table, key: key) }
  }

  /// The columns of any of a table's entities whose values the history preserves when a row is deleted.
  private func allPreservedColumns(of table: EntityTable) -> [String] {
    let stored = table.allPreservedColumns
    let own = store.tables.byEntity[table.name]?.allPreservedColumns ?? []
    let known = Set(stored)
    return stored + own.filter { !known.contains($0) }
  }

  /// Adds the values of deleted rows that the history preserves.
  private func keepTombstones(
    of name: String, _ objects: [Int64: Change], _ transaction: StoreTransaction
  ) throws {
    guard case .entity(let root, let number)? = tables[name],
      !allPreservedColumns(of: root).isEmpty
    else { return }
    for (entity, keys) in Dictionary(
      grouping: objects.compactMap { key, change -> (String, Int64)? in
        if case .deleted(let entity) = change { (entity, key) } else { nil }
      }, by: \.0)
    {
      let tables = [store.tables.byEntity[entity], stored.tables.byEntity[entity]]
      // The one that preserves more.
      let table = tables.compactMap(\.self).max {
        $0.preservedColumns.count < $1.preservedColumns.count
      }
      guard let table else { continue }
      let list = KeyList(keys.map(\.1).sorted(), dialect)
      switch dialect {
      case .sqlite:
        let old = preservedTable(of: .entity(root, number: number))
        try transaction.keepAll(
          table, from: "temp.\(name: old) AS t WHERE \(list.contains("t.\(.key)"))")
      case .postgreSQL:
        try transaction.keepAll(
          table,
          from: """
            \(Self.changes) AS c, jsonb_populate_record(NULL::\(root), c.old_row) AS t \
            WHERE c."table" = \(literal: name) AND c.new_1 IS NULL AND \(list.contains("c.old_1"))
            """)
      }
    }
  }

  /// Deletes the links of deleted rows, and sets optional to-one relationships to them to nil.
  private func removeLinks(
    of name: String, _ keys: [Int64], _ transaction: StoreTransaction
  ) throws -> [(table: LinkTable, owner: Int64, member: Int64)] {
    var removed: [(table: LinkTable, owner: Int64, member: Int64)] = []
    let list = KeyList(keys, dialect)
    // Links in tables that only other programs have are removed before the commit, by `cutUnknownLinks(to:of:)`.
    for link in store.schema.linkTables {
      for (column, table) in [
        (link.ownerColumn, link.ownerTable), (link.memberColumn, link.memberTable),
      ] where table == name {
        let condition = list.contains("\(name: column)")
        try connection.forEachRow("SELECT \(link.columnList) FROM \(link) WHERE \(condition)") {
          removed.append((link, $0.integer(at: 0), $0.integer(at: 1)))
        }
        try connection.run("DELETE FROM \(link) WHERE \(condition)")
      }
    }
    for entity in store.schema.entities {
      for case .relationship(let relationship) in entity.ownProperties
      where relationship.isToOne && relationship.isOptional {
        let rule = try LinkRule(relationship, of: entity.name, store.tables)
        guard rule.target.name == name else { continue }
        try transaction.cut(rule, leadingTo: keys, store.tables)
      }
    }
    return removed
  }

  /// Records the relationships at both ends of links.
  private func write(
    _ links: [(table: LinkTable, owner: Int64, member: Int64)], to transaction: StoreTransaction
  ) throws {
    guard !links.isEmpty else { return }
    var ends: [LinkTable: [(property: String, isOwner: Bool)]] = [:]
    for entity in stored.schema.entities {
      for case .relationship(let relationship) in entity.ownProperties
      where relationship.usesLinkTable {
        let link = LinkTable.make(for: relationship, of: entity.name, in: stored.schema)
        ends[link.table, default: []].append((relationship.name, link.isOwner))
      }
    }
    var seen: Set<String> = []
    for link in links {
      for end in ends[link.table] ?? [] {
        let key = end.isOwner ? link.owner : link.member
        let home = end.isOwner ? link.table.ownerTable : link.table.memberTable
        guard seen.insert("\(home)/\(key)/\(end.property)").inserted,
          let entity = try entity(of: key, in: home)
        else { continue }
        for table in [store.tables.byEntity[entity], stored.tables.byEntity[entity]] {
          guard let table, let index = table.index(of: end.property) else { continue }
          transaction.log.record(.update, table, key: key, properties: PropertySet(index))
          break
        }
      }
    }
  }

  /// The entity of a row, or nil if there is none.
  private func entity(of key: Int64, in name: String) throws -> String? {
    let isShared = stored.tables.byEntity[name]?.isShared ?? false
    let entity: SQL = isShared ? .entity : "\(literal: name)"
    let value = try connection.value(
      "SELECT \(entity) FROM \(name: name) WHERE \(.key) = \(bind: key)")
    if case .text(let text) = value { return text }
    return nil
  }
}

extension EntityTable {
  /// The columns of any of the table's entities whose values the history preserves when a row is deleted.
  fileprivate var allPreservedColumns: [String] {
    var names: [String] = []
    for member in members {
      for case .attribute(let attribute) in member.entity.ownProperties
      where attribute.options.contains(.preserveValueOnDeletion) {
        names += attribute.columns.map { $0.name(of: attribute.name) }
      }
    }
    return names
  }

  /// The names of the columns of the entity's properties.
  fileprivate var columnNames: [String] { (columns + positions).map(\.name) }

  /// The properties that some columns belong to.
  fileprivate func properties(of names: Set<String>) -> PropertySet {
    var properties = PropertySet()
    for column in columns + positions where names.contains(column.name) {
      properties.insert(column.property)
    }
    return properties
  }
}
