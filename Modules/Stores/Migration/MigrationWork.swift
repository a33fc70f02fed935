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
  /// Indexes and triggers of other programs, to be made again.
  var restores: [ForeignPart] = []
  /// The values of new properties that differ from row to row.
  let defaults = RowDefaults()
  /// The values of properties that are kept in another form now.
  let conversions = RowConversions()
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

  /// True if there is nothing to do but to drop indexes.
  package var isEmptyForReading: Bool {
    additions.isEmpty && makes.isEmpty && drops.isEmpty && replaced.isEmpty && linkIndexes.isEmpty
      && indexes.isEmpty
  }

  /// True if the history gets a column for tombstones.
  var addsTombstones = false

  /// True if there is nothing to do.
  package var isEmpty: Bool { isEmptyForReading && indexDrops.isEmpty && !addsTombstones }

  /// Does it, inside a transaction.
  package func run(on connection: Connection) throws {
    if addsTombstones {
      try connection.execute("ALTER TABLE strata_history ADD COLUMN tombstones BLOB")
    }
    try conversions.converting(on: connection) {
      try defaults.evaluating(on: connection) { try runStatements(on: connection) }
    }
    for index in linkIndexes { try connection.execute(index.sql) }
    for index in indexes {
      MigrationProbe.reach("index")
      try make(index, on: connection)
    }
    for part in restores { try Self.restore(part, on: connection) }
  }

  private func runStatements(on connection: Connection) throws {
    let drops: [SQL] = drops.map { "DROP TABLE IF EXISTS \(name: $0)" }
    let renames: [SQL] = replaced.map {
      "ALTER TABLE \(name: Self.new($0)) RENAME TO \(name: $0)"
    }
    for statement in additions + makes + copies + afterCopies + drops + renames + indexDrops {
      MigrationProbe.reach("change")
      try connection.execute(statement.sql)
    }
  }

  private static func restore(_ part: ForeignPart, on connection: Connection) throws {
    do throws(StorageError) {
      try connection.execute(part.sql)
    } catch {
      let message: String
      switch error {
      case .sqlite(_, let text, _): message = text
      case .schemaChanged(_, let missing): message = "there is no \(missing)"
      default: throw error
      }
      throw StorageError.incompatibleSchema(
        path: connection.path,
        reason: "\(part.name) is of the store's \(part.table), and doesn't fit the new one: "
          + "\(message); drop it and make it again afterwards")
    }
  }

  private func make(_ index: EntityTable.Index, on connection: Connection) throws {
    do throws(StorageError) {
      try connection.execute(index.sql.sql)
    } catch {
      guard case .constraint(let constraint) = error else { throw error }
      throw try duplicate(in: index, breaking: constraint, on: connection)
    }
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
      SELECT count(*), \(index.columns) FROM \(name: table)\(condition) \
      GROUP BY \(index.columns) HAVING count(*) > 1 ORDER BY count(*) DESC
      """
    let largest = try connection.first(groups) { row -> (count: Int64, values: [ColumnValue])? in
      let values = (1..<row.columnCount).map { row.value(at: $0) }
      return values.contains(.null) ? nil : (row.integer(at: 0), values)
    }
    let found = largest ?? (2, [])
    let names = unique.group.joined(separator: ", ")
    let value =
      found.values.isEmpty
      ? "the same" : found.values.map(\.description).joined(separator: ", ")
    if unique.group.contains(where: { defaulted.contains("\(unique.entity).\($0)") }) {
      let rows = try keys(of: found.values, by: index, in: table, on: connection)
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
  /// The first few of the rows that have some values, in words.
  private func keys(
    of values: [ColumnValue], by index: EntityTable.Index, in table: String,
    on connection: Connection
  ) throws -> String {
    let values: [SQL] = values.map { "\(bind: $0)" }
    let query: SQL = """
      SELECT \(.key) FROM \(name: table) WHERE (\(index.columns)) IS (\(values.joined())) \
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
