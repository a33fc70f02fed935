internal import Foundation
package import StrataSQLite
import StrataSchema
import StrataTables

/// The changes of a store's tables that a migration makes, in order.
package struct MigrationWork {
  /// Columns that are added to tables that stay.
  var additions: [SQL] = []
  /// Tables that are made, some of them beside those that they replace.
  var makes: [SQL] = []
  /// Statements that fill them.
  var copies: [SQL] = []
  var afterCopies: [SQL] = []
  private var drops: [String] = []
  private var replaced: [String] = []
  /// Indexes that nobody asks for any longer.
  var indexDrops: [SQL] = []
  /// Indexes of tables of links.
  var linkIndexes: [SQL] = []
  var indexes: [EntityTable.Index] = []
  /// Statements that drop search indexes. They run first, so that no trigger fires for the changes.
  var searchDrops: [SQL] = []
  /// Search indexes that are made when all rows are there.
  var searches: [SearchTable] = []
  /// Indexes and triggers of other programs, to be made again.
  var restores: [ForeignPart] = []
  /// The ALTER TABLE statements for tables that change in place. They run after all copies.
  var changes: [SQL] = []
  /// The statements that give a server's columns their defaults.
  var defaults: [SQL] = []
  /// The values that Swift makes for each row.
  let values = RowValues()
  /// The COMMENT statements for a server's columns, rules and indexes.
  var comments: [SQL] = []
  /// The rules of links, on a server. Those that are missing are added at the end.
  var references: [TableReference] = []
  /// True if some are missing, and nothing else.
  var addsReferences = false
  /// The properties that objects which are there have got by their defaults, as `Entity.property`.
  var defaulted: Set<String> = []

  /// An index or a trigger that isn't the models'.
  struct ForeignPart {
    let name: String
    let table: String
    let sql: String
  }

  /// The name of a new table until it replaces the old one.
  static func new(_ table: String) -> String { "strata_new_" + table }

  /// A table goes.
  mutating func drop(_ table: String) { if !drops.contains(table) { drops.append(table) } }

  /// The table made as ``new(_:)`` takes the place of another, which goes if it is there.
  mutating func replace(_ table: String) {
    drop(table)
    replaced.append(table)
  }

  /// True if a table goes, or is made anew.
  func drops(_ table: String) -> Bool { drops.contains(table) }

  /// True if there is nothing to do but what only writers need.
  package var isEmptyForReading: Bool {
    additions.isEmpty && makes.isEmpty && changes.isEmpty && drops.isEmpty && replaced.isEmpty
      && linkIndexes.isEmpty && indexes.isEmpty && searches.isEmpty
  }

  /// The properties and classes whose values go, as `Class.property` or `Class`.
  var losses: [String] = []
  /// True if the history gets a column for tombstones.
  var addsTombstones = false

  /// True if there is nothing to do.
  package var isEmpty: Bool {
    isEmptyForReading && indexDrops.isEmpty && searchDrops.isEmpty && defaults.isEmpty
      && !addsTombstones
      && !addsReferences
  }

  /// True if the stored values decide whether it succeeds: rows are copied into other tables, or have to be unique.
  package var dependsOnRows: Bool {
    !copies.isEmpty || indexes.contains { $0.unique != nil }
  }

  /// A part of the work.
  private enum Step {
    case statement(SQL)
    /// A change of tables, on which others' views may depend.
    case change(SQL)
    case index(EntityTable.Index)
    case search(SearchTable)
    case restore(ForeignPart)
    /// The rules of links that are missing when all tables are there.
    case references
  }

  /// The parts, in the order in which they are done.
  private func steps(on connection: Connection) throws -> [Step] {
    var steps: [Step] = []
    if addsTombstones {
      steps.append(.statement("ALTER TABLE strata_history ADD COLUMN tombstones BLOB"))
    }
    // A table whose rows have checks to come can't be altered.
    if connection.isServer { steps.append(.statement("SET CONSTRAINTS ALL IMMEDIATE")) }
    steps += try changes(on: connection).map { .change($0) }
    steps += linkIndexes.map { .statement($0) }
    steps += indexes.map { .index($0) }
    steps += searches.map { .search($0) }
    steps += restores.map { .restore($0) }
    if connection.isServer {
      steps += comments.map { .statement($0) }
      steps += [.references, .statement("SET CONSTRAINTS ALL DEFERRED")]
    }
    return steps
  }

  /// Does it, inside a transaction.
  package func run(on connection: Connection) throws {
    let steps = try steps(on: connection)
    try values.evaluating(on: connection) {
      for step in steps { try run(step, on: connection) }
    }
  }

  private func run(_ step: Step, on connection: Connection) throws {
    switch step {
    case .statement(let statement): try connection.execute(statement.sql)
    case .change(let statement):
      MigrationProbe.reach("change")
      try change(statement, on: connection)
    case .index(let index):
      MigrationProbe.reach("index")
      try make(index, on: connection)
    case .search(let search):
      MigrationProbe.reach("search")
      try search.make(on: connection)
    case .restore(let part): try Self.restore(part, on: connection)
    case .references: try finishReferences(on: connection)
    }
  }

  /// The statements, before they run, with what they take away.
  ///
  /// Rules of links that get another name alone are listed as new ones.
  package func stage(on connection: Connection) throws -> MigrationScript.Stage {
    let isServer = connection.isServer
    let known = try isServer ? Set(connection.catalog.references().map(\.name)) : []
    let statements = try steps(on: connection).flatMap { step -> [MigrationScript.Statement] in
      switch step {
      case .statement(let statement): [.init(statement.sql)]
      case .change(let statement):
        [.init(statement.sql, blocksReads: isServer && Self.blocksReads(statement))]
      case .index(let index): [.init(index.sql.sql)]
      case .search(let search): try search.statements(on: connection).map { .init($0.sql) }
      case .restore(let part): [.init(part.sql)]
      case .references:
        references.filter { !known.contains($0.name) }.map { .init($0.sql.sql) }
      }
    }
    return MigrationScript.Stage(losses: losses, statements: statements)
  }

  /// True for a statement that takes an ACCESS EXCLUSIVE lock (postgresql.org/docs/current/explicit-locking.html).
  private static func blocksReads(_ statement: SQL) -> Bool {
    ["ALTER TABLE ", "DROP TABLE ", "DROP INDEX "].contains { statement.sql.hasPrefix($0) }
  }

  // A column or a table that is called otherwise now keeps its rule under the old name.
  private func finishReferences(on connection: Connection) throws {
    let known = try connection.catalog.references()
    var renames: [(table: String, from: String, to: String)] = []
    for reference in references {
      let same = known.filter { $0.table == reference.table && $0.column == reference.column }
      if same.contains(where: { $0.name == reference.name }) { continue }
      if let other = same.first {
        renames.append((reference.table, other.name, reference.name))
      } else {
        MigrationProbe.reach("reference")
        try connection.execute(reference.sql.sql)
      }
    }
    func rename(_ constraint: String, to name: String, of table: String) throws {
      try connection.execute(
        "ALTER TABLE \(quoted(table)) RENAME CONSTRAINT \(quoted(constraint)) TO \(quoted(name))")
    }
    // Two may have each other's old names.
    for (index, one) in renames.enumerated() {
      try rename(one.from, to: "strata_renamed_\(index)", of: one.table)
    }
    for (index, one) in renames.enumerated() {
      try rename("strata_renamed_\(index)", to: one.to, of: one.table)
    }
  }

  /// The statements that change and fill tables.
  private func changes(on connection: Connection) throws -> [SQL] {
    let drops: [SQL] = drops.map { "DROP TABLE IF EXISTS \(name: $0)" }
    let renames: [SQL] = replaced.map {
      "ALTER TABLE \(name: Self.new($0)) RENAME TO \(name: $0)"
    }
    // Foreign keys that refer to a dropped table. Their relationships were removed or moved.
    let cuts: [SQL] = try self.drops.flatMap { table in
      try connection.catalog.references(to: table).filter { $0.table != table }.map {
        "ALTER TABLE \(name: $0.table) DROP CONSTRAINT IF EXISTS \(name: $0.name)"
      }
    }
    return cuts + searchDrops + additions + makes + copies + afterCopies + changes + defaults
      + drops + renames + indexDrops
  }

  private func change(_ statement: SQL, on connection: Connection) throws {
    do throws(StorageError) {
      try connection.execute(statement.sql)
    } catch {
      guard case .server("2BP01", let message, _) = error else { throw error }
      // Others' views and rules are not ours to drop (postgresql.org/docs/current/errcodes-appendix.html).
      throw StorageError.incompatibleSchema(
        path: connection.path,
        reason:
          "others' views or rules depend on what changes: \(message); drop them and make them "
          + "again afterwards")
    }
  }

  private static func restore(_ part: ForeignPart, on connection: Connection) throws {
    do throws(StorageError) {
      try connection.execute(part.sql)
    } catch {
      let message: String
      switch error {
      case .sqlite(_, let text, _): message = text
      case .schemaChanged(_, let missing), .missingName(_, let missing, _):
        message = "there is no \(missing)"
      default: throw error
      }
      throw StorageError.incompatibleSchema(
        path: connection.path,
        reason: "\(part.name) is of the store's \(part.table), and doesn't fit the new one: "
          + "\(message); drop it and make it again afterwards")
    }
  }

  private func make(_ index: EntityTable.Index, on connection: Connection) throws {
    // A server's transaction goes on from a savepoint alone.
    if connection.isServer { try connection.execute("SAVEPOINT strata_index") }
    do throws(StorageError) {
      try connection.execute(index.sql.sql)
    } catch {
      guard case .constraint(let constraint) = error else { throw error }
      if connection.isServer { try connection.execute("ROLLBACK TO SAVEPOINT strata_index") }
      throw try duplicate(in: index, breaking: constraint, on: connection)
    }
    if connection.isServer { try connection.execute("RELEASE SAVEPOINT strata_index") }
  }

  private func duplicate(
    in index: EntityTable.Index, breaking constraint: StorageError.Constraint,
    on connection: Connection
  ) throws -> any Error {
    guard let unique = index.unique, let table = constraint.table else {
      return StorageError.constraint(constraint)
    }
    let condition: SQL = index.condition.map { " WHERE \($0)" } ?? ""
    // NULL is like no other value, so that groups with one in them are none.
    let groups: SQL = """
      SELECT count(*), min(\(.key)), \(index.columns) FROM \(name: table)\(condition) \
      GROUP BY \(index.columns) HAVING count(*) > 1 ORDER BY count(*) DESC
      """
    let largest = try connection.first(groups) { row -> DuplicateGroup? in
      let values = (2..<row.columnCount).map { row.value(at: $0) }
      return values.contains(.null)
        ? nil : DuplicateGroup(count: row.integer(at: 0), first: row.integer(at: 1), values: values)
    }
    let found = largest ?? DuplicateGroup(count: 2, first: 0, values: [])
    let names = unique.group.joined(separator: ", ")
    let value =
      found.values.isEmpty
      ? "the same" : found.values.map(\.description).joined(separator: ", ")
    if unique.group.contains(where: { defaulted.contains("\(unique.entity).\($0)") }) {
      let rows = try keys(like: found.first, by: index, in: table, on: connection)
      return StorageError.incompatibleSchema(
        path: connection.path,
        reason:
          "\(unique.entity).\(names) \(unique.group.count == 1 ? "is" : "are") new and unique, "
          + "but by default \(found.count) objects have \(value) (\(rows)); let the "
          + "default be another for each object, such as UUID(), or add the property without the rule, "
          + "give it values, and add the rule in a later version")
    }
    return StorageError.incompatibleSchema(
      path: connection.path,
      reason: "\(unique.entity).\(names) \(unique.group.count == 1 ? "is" : "are") unique in the "
        + "models, but \(found.count) objects have \(value); give them other values or delete "
        + "them, in a custom stage's willMigrate for one")
  }
}

extension MigrationWork {
  /// Objects that have the same values, where they should have different ones.
  private struct DuplicateGroup {
    let count: Int64
    /// The smallest key of them.
    let first: Int64
    let values: [ColumnValue]
  }

  /// The first few of the rows that have the values of one, in words.
  private func keys(
    like first: Int64, by index: EntityTable.Index, in table: String, on connection: Connection
  ) throws -> String {
    let query: SQL = """
      SELECT \(.key) FROM \(name: table) \
      WHERE (\(index.columns)) IN (SELECT \(index.columns) FROM \(name: table) WHERE \(.key) = \(bind: first)) \
      ORDER BY \(.key) LIMIT 6
      """
    let keys = try connection.integers(query).map { "\(table)/\($0)" }
    return keys.count > 5
      ? keys.prefix(5).joined(separator: ", ") + ", …" : keys.joined(separator: ", ")
  }
}

/// Lets tests stop a migration wherever it is.
package enum MigrationProbe {
  private final class Watcher {
    let onStep: @Sendable (String) -> Void
    init(_ onStep: @escaping @Sendable (String) -> Void) { self.onStep = onStep }
  }

  private static let key = "StrataStorage.MigrationProbe"

  /// Runs a body, and calls another with the name of each step of the migrations in it. A migration
  /// runs on the thread that opens the store.
  package static func watching<Result>(
    _ onStep: @escaping @Sendable (String) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    let values = Thread.current.threadDictionary
    values[key] = Watcher(onStep)
    defer { values[key] = nil }
    return try body()
  }

  /// Some pages were copied.
  package static func pages(_ done: Int, of total: Int) { reach("pages") }

  package static func reach(_ step: String) {
    (Thread.current.threadDictionary[key] as? Watcher)?.onStep(step)
  }
}
