internal import Foundation
import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// One save on its way from a store of ours into the Core Data store whose content that has.
///
/// What has changed is found by comparing each row that was touched with the store's, so that values that
/// stay as they are aren't written anew. When all is written it is read once more, and compared.
struct StoreSave {
  let plan: WritePlan
  /// The save, which the working copy has already.
  let transaction: StoreTransaction
  /// The store.
  let connection: Connection
  let author: String?
  let contextName: String?
  /// The names of data in files of their own that no row names any more.
  var released: Set<Data> = []
  /// The members whose order may have changed.
  var touchedMembers: Set<OrderedMembers> = []
  /// The keys of objects that are gone, by the store's table.
  var deleted: [String: [Int64]] = [:]
  /// The greatest key of the new objects, by the store's table.
  private var newKeys: [String: Int64] = [:]

  init(
    _ plan: WritePlan, _ transaction: StoreTransaction, _ connection: Connection, author: String?,
    contextName: String?
  ) {
    self.plan = plan
    self.transaction = transaction
    self.connection = connection
    self.author = author
    self.contextName = contextName
  }

  /// The working copy.
  var working: Connection { transaction.connection }

  /// What happens to an object, as the history numbers it.
  enum Kind: Int64 {
    case insert = 0
    case update = 1
    case delete = 2
  }

  /// Writes all that has changed, within the transaction that is open.
  mutating func run() throws {
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS strata_touched
        (name TEXT, key INTEGER, kind INTEGER, entity INTEGER, PRIMARY KEY (name, key)) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS strata_properties
        (name TEXT, key INTEGER, property TEXT, PRIMARY KEY (name, key, property)) WITHOUT ROWID;
      """)
    try deleteRows()
    try cutLinks()
    let new = try updateRows()
    try insertRows(new)
    try writeLinks()
    try completeLinks()
    try orderMembers()
    try writeKeys()
    try countVersions()
    if plan.policy.history == .append { try writeHistory() }
    try checkRows()
    try checkLinks()
    try keepNamedFiles()
  }

  func refused(_ reason: String) -> CoreDataStoreError {
    .cannotSave(path: plan.names.tables.path, reason: reason)
  }

  /// Notes what happens to an object.
  func touch(_ table: String, _ key: Int64, _ kind: Kind, of entity: Int64? = nil) throws {
    // What is new or gone stays so, whatever else is written of it.
    let verb = kind == .update ? "IGNORE" : "REPLACE"
    try connection.run(
      "INSERT OR \(verb) INTO temp.strata_touched VALUES (?, ?, ?, ?)", .text(table), .integer(key),
      .integer(kind.rawValue), entity.map { .integer($0) } ?? .null)
  }

  /// Notes that a property of an object has changed.
  func touch(_ table: String, _ key: Int64, property: String) throws {
    try touch(table, key, .update)
    guard plan.policy.history == .append else { return }
    try connection.run(
      "INSERT OR IGNORE INTO temp.strata_properties VALUES (?, ?, ?)", .text(table), .integer(key),
      .text(property))
  }

  mutating func noteNew(_ key: Int64, in table: String) {
    newKeys[table] = max(newKeys[table] ?? 0, key)
  }

  /// Claims the keys of new objects for good: those of all objects of a table are counted by the entity at
  /// its top.
  private func writeKeys() throws {
    for (table, key) in newKeys {
      guard
        let root = plan.names.model.entities.first(where: {
          $0.superentityName == nil && plan.names.tableNames[$0.name] == table
        })
      else { continue }
      try connection.run(
        "UPDATE main.Z_PRIMARYKEY SET Z_MAX = max(coalesce(Z_MAX, 0), ?) WHERE Z_ENT = ?",
        .integer(key), .integer(try plan.names.number(of: root)))
    }
  }

  /// Counts the versions of changed objects on: what a program has kept of them is seen to be old.
  private func countVersions() throws {
    let tables = try connection.rows(
      SQLQuery("SELECT DISTINCT name FROM temp.strata_touched WHERE kind = \(Kind.update.rawValue)")
    ) { $0.text(at: 0) }
    for table in tables {
      try connection.run(
        "UPDATE main.\(quoted(table)) SET Z_OPT = min(coalesce(Z_OPT, 0), \(Int64.max - 1)) + 1 WHERE Z_PK IN "
          + "(SELECT key FROM temp.strata_touched WHERE name = ? AND kind = \(Kind.update.rawValue))",
        .text(table))
    }
  }

  /// Passes over files that some row still names.
  private mutating func keepNamedFiles() throws {
    for entity in plan.names.model.entities where !released.isEmpty {
      guard let table = plan.names.tableNames[entity.name] else { continue }
      for attribute in entity.attributes {
        for column in plan.names.externalColumns(of: attribute, entity) {
          for name in released {
            // Whatever stands behind the name; see `ExternalData`.
            let isNamed = try connection.integer(
              "SELECT 1 FROM main.\(quoted(table)) WHERE substr(\(quoted(column)), 1, 37) = ? LIMIT 1",
              .blob(name.prefix(37)))
            if isNamed != nil { released.remove(name) }
          }
        }
      }
    }
  }
}
