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
  /// The schema after the migration: the program's, joined with what others have recorded.
  package let new: Schema
  /// The schema of the program that opens the store.
  let program: Schema
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

  /// The migration of a program that opens a store. It only adds: what the store has and the program lacks stays.
  ///
  /// - Parameters:
  ///   - recorded: The schema that the store has recorded, or nil if it is unknown.
  ///   - program: The program's schema.
  /// - Throws: `StorageError.incompatibleSchema` if the two exclude each other.
  package init(
    opening connection: Connection, _ stored: StoredTables, recorded: Schema?, for program: Schema
  ) throws(StorageError) {
    new = try Self.join(program, recorded, connection)
    (self.program, old, drops) = (program, recorded, false)
    self.connection = connection
    self.stored = stored
    dialect = connection.isServer ? .postgreSQL : .sqlite
  }

  /// The migration from one version of a plan to another. It removes what the first has and the second lacks.
  ///
  /// - Parameters:
  ///   - recorded: The schema that the store has recorded, or nil if it is unknown. What only other programs have of it
  ///     stays.
  ///   - old: The version of the tables.
  ///   - version: The version to migrate to.
  /// - Throws: `StorageError.incompatibleSchema` if the version and what only other programs have exclude each other.
  package init(
    _ connection: Connection, _ stored: StoredTables, recorded: Schema?, from old: Schema,
    to version: Schema
  ) throws(StorageError) {
    new = try Self.join(version, recorded, except: old, connection)
    (program, self.old, drops) = (version, old, true)
    self.connection = connection
    self.stored = stored
    dialect = connection.isServer ? .postgreSQL : .sqlite
  }

  private static func join(
    _ schema: Schema, _ recorded: Schema?, except known: Schema? = nil, _ connection: Connection
  ) throws(StorageError) -> Schema {
    guard let recorded else { return schema }
    do {
      return try schema.joined(with: recorded, except: known)
    } catch {
      throw .incompatibleSchema(
        path: connection.path,
        reason:
          "the models don't go together with those of other programs that have opened it: \(error)")
    }
  }

  /// Makes the plan.
  ///
  /// - Throws: `StorageError.incompatibleSchema`.
  package mutating func plan() throws -> MigrationWork {
    checkKinds()
    try checkHierarchies()
    if !drops { checkPlaces() }
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
    if drops { try dropRemoved(roots, except: Set(plans.map(\.origin.stored.name))) }
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

  /// Refuses links that the store has elsewhere than the program looks for them, since another program has paired them
  /// with another property, or leads to several objects. The other program would miss them.
  private mutating func checkPlaces() {
    let structure = StoreStructure(new)
    for entity in program.entities {
      for case .relationship(let relationship) in entity.ownProperties {
        if relationship.isToOne,
          case .relationship(let former)? = formerProperty(
            of: .relationship(relationship), in: entity),
          !former.isToOne, former.destination == relationship.destination
        {
          refuse(
            "\(entity.name).\(relationship.name)",
            because: "leads to several objects in the store, by the models of another program",
            remedy: "let it lead to several, or migrate the store with a plan")
          continue
        }
        guard
          case .relationship(let joined)? = new.entitiesByName[entity.name]?.property(
            named: relationship.name), joined.inverseName != relationship.inverseName,
          !structure.hasPlace(of: relationship, entity, in: program)
        else { continue }
        let inverse = joined.inverseName.map { "\(joined.destination).\($0)" } ?? "no property"
        refuse(
          "\(entity.name).\(relationship.name)",
          because: "is paired with \(inverse) in the store, by the models of another program",
          remedy: "add that property, or migrate the store with a plan that takes it away")
      }
    }
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

  /// - Parameter origins: The tables whose rows others have now.
  private mutating func dropRemoved(
    _ tables: [EntityTable], except origins: Set<String>
  ) throws {
    guard let old else { return }
    let roots = Set(tables.map(\.name))
    let gone = old.entities.filter { $0.superentity == nil && !roots.contains($0.name) }.map(\.name)
    let links = Set(new.linkTables.map(\.name))
    let goneLinks = old.linkTables.map(\.name).filter { !links.contains($0) }
    for name in gone + goneLinks where stored[name] != nil {
      if !origins.contains(name), !consumed.contains(.table(name)) {
        work.losses.append(old.relationship(ofLinks: name) ?? name)
      }
      work.drop(name)
    }
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

extension Schema {
  /// The relationship of a table of links, as `Class.property`, or nil for another table.
  fileprivate func relationship(ofLinks name: String) -> String? {
    for entity in entities {
      for relationship in entity.relationships
      where relationship.declaringEntity == entity.name && relationship.usesLinkTable {
        let table = LinkTable.make(for: relationship, of: entity.name, in: self).table
        if table.name == name { return "\(entity.name).\(relationship.name)" }
      }
    }
    return nil
  }
}

/// A number of objects, in words.
func objects(_ count: Int64) -> String { count == 1 ? "1 object" : "\(count) objects" }

/// A change of a property or an entity that a migration can't make.
package struct MigrationRefusal: Sendable, Hashable {
  /// The entity, or the property as `Entity.property`.
  package let subject: String
  /// The reason, which follows the subject in a sentence.
  package let reason: String
  /// Advice on what to do instead.
  package let remedy: String
}

extension MigrationRefusal: CustomStringConvertible {
  /// The subject, the reason and the remedy.
  package var description: String { "\(subject) \(reason); \(remedy)" }
}
