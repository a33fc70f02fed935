internal import Foundation
import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// One save that is written from the working copy to the Core Data store.
///
/// It compares each changed row with the store's and writes only values that differ. At the end it
/// reads everything again and compares.
struct StoreSave {
  let plan: WritePlan
  /// The working copy's transaction, which already contains the save.
  let transaction: StoreTransaction
  /// The connection to the store.
  let connection: Connection
  let author: String?
  let contextName: String?
  /// The rows and links that the save has changed.
  var changes: WorkingChanges
  /// By link table, the owners whose members are written.
  var linkOwners: [String: Set<Int64>] = [:]
  /// The names of external files that rows no longer use.
  var released: Set<Data> = []
  /// The owners whose members may need a new order.
  var touchedMembers: Set<OrderedMembers> = []
  /// The keys of deleted objects, by the store's table.
  var deleted: [String: [Int64]] = [:]
  /// The greatest key of new objects, by the store's table.
  private var newKeys: [String: Int64] = [:]

  init(
    _ plan: WritePlan, _ transaction: StoreTransaction, _ connection: Connection, author: String?,
    contextName: String?
  ) throws {
    self.plan = plan
    changes = try WorkingChanges(transaction.log, plan.linkTables)
    self.transaction = transaction
    self.connection = connection
    self.author = author
    self.contextName = contextName
  }

  /// The connection to the working copy.
  var working: Connection { transaction.connection }

  /// The kind of an object's change, with the history's number for it.
  enum Kind: Int64 {
    case insert = 0
    case update = 1
    case delete = 2
  }

  /// Writes all changes, in the open transaction.
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

  /// Records an object's change.
  func touch(_ table: String, _ key: Int64, _ kind: Kind, of entity: Int64? = nil) throws {
    // An insertion or deletion isn't replaced by an update of the same object.
    let verb = kind == .update ? "IGNORE" : "REPLACE"
    try connection.run(
      "INSERT OR \(verb) INTO temp.strata_touched VALUES (?, ?, ?, ?)", .text(table), .integer(key),
      .integer(kind.rawValue), entity.map { .integer($0) } ?? .null)
  }

  /// Records that a property of an object has changed.
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

  /// Updates the last assigned keys, so that the keys of new objects aren't assigned again. The
  /// root entity has the counter for the whole table.
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

  /// Increments the version numbers of changed objects, so that a program with copies of them
  /// detects the change.
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

  /// Removes files from `released` that some row still names.
  private mutating func keepNamedFiles() throws {
    for entity in plan.names.model.entities where !released.isEmpty {
      guard let table = plan.names.tableNames[entity.name] else { continue }
      for attribute in entity.attributes {
        for column in plan.names.externalColumns(of: attribute, entity) {
          for name in released {
            // Only the name is compared, whatever follows it. See `ExternalData`.
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
