package import StrataSQLite
package import StrataSchema
package import StrataTables

/// The plan that turns the tables of a store into those of a schema.
///
/// It adds columns and tables with `ALTER TABLE`. For any other change of a table in a file it makes a new one, fills it
/// from the old one, and replaces that. A server changes its tables in place, so that they keep the rights, views and
/// triggers that others have given them. It writes nothing before the plan is complete, and refuses changes that it can't
/// determine.
package struct StoreMigration {
  let connection: Connection
  /// The SQL of the store's engine.
  let dialect: SQLDialect
  let stored: StoredTables
  /// The schema of the store's tables, or nil if it is unknown.
  let old: Schema?
  /// The schema after the migration.
  package let new: Schema
  /// True to drop tables and columns of the old schema that the new one lacks. Those that neither
  /// contains stay.
  let drops: Bool
  /// The changes that the plan refuses.
  package private(set) var refusals: [MigrationRefusal] = []
  private var refused: Set<String> = []
  /// Columns and tables whose links the plan moves.
  var consumed: Set<LinkSource> = []
  var work = MigrationWork()

  /// A column or a table of links.
  enum LinkSource: Hashable {
    case column(table: String, column: String)
    case table(String)
  }

  /// - Parameters:
  ///   - old: The schema of the tables, or nil if it is unknown.
  ///   - new: The program's schema.
  ///   - drops: True to drop what `new` lacks of `old`. Otherwise entities stay that a program with fewer
  ///     of them lacks.
  package init(
    _ connection: Connection, _ stored: StoredTables, from old: Schema?, to new: Schema, drops: Bool
  ) {
    self.connection = connection
    dialect = connection.isServer ? .postgreSQL : .sqlite
    self.stored = stored
    self.old = old
    self.drops = drops
    // Entities that don't go together with the program's are left to stand as they do.
    self.new = drops ? new : old.flatMap { try? new.joined(with: $0) } ?? new
  }

  /// Makes the plan.
  ///
  /// - Throws: `StorageError.incompatibleSchema`.
  package mutating func plan() throws -> MigrationWork {
    checkKinds()
    try checkHierarchies()
    try planLinkTables()
    let roots = new.entities.filter { $0.superentity == nil }.map {
      EntityTable(
        $0, in: new, isShared: stored.shared.contains($0.name), dialect: dialect)
    }
    var plans: [TablePlan] = []
    for table in roots {
      if let origin = origin(of: table) {
        plans.append(try plan(table, from: origin))
      } else {
        work.makes.append(table.creation())
        work.indexes += table.indexes
        work.comments += table.comments
      }
    }
    // Only now it is known which columns have given their links away.
    for plan in plans { try finish(plan) }
    checkLosses()
    if drops { try dropRemoved(roots) }
    try planSearches(roots)
    try refuseIfNeeded()
    work.references = new.references(in: dialect)
    if dialect == .postgreSQL, work.isEmpty { work.addsReferences = try lacksReferences() }
    if new.entities.contains(where: { !EntityTable($0).preservedColumns.isEmpty }) {
      work.addsTombstones = try !connection.catalog.keepsTombstones()
    }
    return work
  }

  /// Records the refusal of a change of a property or an entity, once for each.
  mutating func refuse(_ subject: String, because reason: String, remedy: String) {
    guard refused.insert(subject).inserted else { return }
    refusals.append(MigrationRefusal(subject: subject, reason: reason, remedy: remedy))
  }

  private func refuseIfNeeded() throws {
    guard !refusals.isEmpty else { return }
    throw StorageError.incompatibleSchema(
      path: connection.path, reason: refusals.map(\.description).joined(separator: "\n"))
  }

  // A reference goes with its column or its table, or others have dropped it.
  private func lacksReferences() throws -> Bool {
    let known = Set(try connection.catalog.references().map { [$0.table, $0.column] })
    return work.references.contains { !known.contains([$0.table, $0.column]) }
  }

  /// The number of rows of a FROM clause.
  package func count(_ rows: SQL) throws -> Int64 {
    try connection.integer("SELECT count(*) FROM \(rows)") ?? 0
  }

  private mutating func dropRemoved(_ tables: [EntityTable]) throws {
    guard let old else { return }
    let roots = Set(tables.map(\.name))
    let gone = old.entities.filter { $0.superentity == nil && !roots.contains($0.name) }.map(\.name)
    let links = Set(new.linkTables.map(\.name))
    let goneLinks = old.linkTables.map(\.name).filter { !links.contains($0) }
    for name in gone + goneLinks where stored[name] != nil { work.drop(name) }
    // Rows of a class that goes while its superclass stays.
    for table in tables
    where stored[table.name].map({ $0[EntityTable.entityColumn] != nil }) == true {
      let names = old.entities.filter { $0.root.name == table.name }.map(\.name)
      for name in names where new.entitiesByName[name] == nil {
        let number = try count("\(table) WHERE \(.entity) = \(literal: name)")
        guard number > 0 else { continue }
        refuse(
          name, because: "goes, but \(objects(number)) of it \(number == 1 ? "is" : "are") there",
          remedy: "delete them in a custom stage's willMigrate")
      }
    }
  }
}

/// A number of objects, in words.
func objects(_ count: Int64) -> String { count == 1 ? "1 object" : "\(count) objects" }
