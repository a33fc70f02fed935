import StrataMigration
import StrataSQLite
import StrataSchema
internal import Synchronization

/// The classes that a store has recorded, those of all programs that have opened it, and their tables.
///
/// They determine which links lead to a row, the delete rules of these links, and the class of a row that a statement
/// changes. The program's own models may lack some of them.
struct RecordedClasses: Sendable {
  let schema: Schema
  let tables: Tables
  /// The text of the record, or nil if there is none. Without a record that fits the tables, the classes are those of the
  /// program.
  fileprivate let text: String?

  /// The links that a program's models lack and that may lead to rows of a table.
  struct UnknownLinks {
    /// To-one relationships, with the entities that declare them.
    var columns: [(entity: Schema.Entity, relationship: Schema.Relationship)] = []
    /// Tables of links, by the end that leads to the rows.
    var tables: [(link: LinkTable, isOwner: Bool)] = []
  }

  /// The links that some models lack, by the tables that they lead to.
  let unknown: [String: UnknownLinks]

  fileprivate init(_ schema: Schema, _ tables: Tables, text: String?, unknownTo models: Schema) {
    self.schema = schema
    self.tables = tables
    self.text = text
    var unknown: [String: UnknownLinks] = [:]
    for entity in schema.entities {
      let known = models.entitiesByName[entity.name]
      for case .relationship(let relationship) in entity.ownProperties
      where relationship.isToOne && known?.property(named: relationship.name) == nil {
        let target = Schema?(schema).tableName(of: relationship.destination)
        unknown[target, default: UnknownLinks()].columns.append((entity, relationship))
      }
    }
    let known = Set(models.linkTables.map(\.name))
    for link in schema.linkTables where !known.contains(link.name) {
      unknown[link.ownerTable, default: UnknownLinks()].tables.append((link, true))
      unknown[link.memberTable, default: UnknownLinks()].tables.append((link, false))
    }
    self.unknown = unknown
  }

  /// The effect on an object with one end of links when it is deleted.
  ///
  /// - Parameter relationship: The relationship at the other end.
  func deleteRule(oppositeTo relationship: Schema.Relationship) -> Schema.Relationship.DeleteRule {
    relationship.inverseName.flatMap { name in
      schema.entitiesByName[relationship.destination]?.relationships.first { $0.name == name }
    }?.deleteRule ?? .nullify
  }

  /// The relationship at one end of a table of links, with the entity that declares it, or nil if that end has none.
  func relationship(
    of link: LinkTable, isOwner: Bool
  ) -> (entity: Schema.Entity, relationship: Schema.Relationship)? {
    for entity in schema.entities {
      for case .relationship(let one) in entity.ownProperties where one.usesLinkTable {
        let (table, end) = LinkTable.make(for: one, of: entity.name, in: schema)
        if table.name == link.name, end == isOwner { return (entity, one) }
      }
    }
    return nil
  }
}

extension Store {
  /// The recorded classes. A query for the text of the record, which is decoded again if another program has changed it.
  ///
  /// - Parameter isRefusedIfStale: True if the server refuses what the record of the last read doesn't know of, and the
  ///   save is tried again then. That saves a round trip.
  func recordedClasses(
    _ connection: Connection, isRefusedIfStale: Bool = false
  ) throws -> RecordedClasses {
    let last = lastRecordedClasses.withLock(\.self)
    if let last, isRefusedIfStale || isForeign { return last }
    let text = isForeign ? nil : try connection.metadata("schema")
    if let last, last.text == text { return last }
    let classes = try readClasses(connection, text)
    lastRecordedClasses.withLock { $0 = classes }
    return classes
  }

  private func readClasses(_ connection: Connection, _ text: String?) throws -> RecordedClasses {
    func own() -> RecordedClasses {
      RecordedClasses(schema, tables, text: text, unknownTo: schema)
    }
    // The program's own record says all that there is.
    guard let text, try !SchemaRecord.isText(text, of: schema) else { return own() }
    let record = try SchemaRecord(connection, StoredTables(connection), expected: schema)
    guard let recorded = record.schema, recorded !== schema else { return own() }
    let shared = try connection.catalog.tables(withColumn: EntityTable.entityColumn)
    return RecordedClasses(
      recorded, Tables(recorded, shared: shared, dialect: tables.dialect), text: text,
      unknownTo: schema)
  }
}

extension StoreTransaction {
  /// Cuts the links that lead to deleted rows and that the program's models lack, by the rules of the recorded classes. The
  /// objects that lose a link are recorded as updated.
  ///
  /// - Parameter deleted: The keys of the deleted rows, by table.
  /// - Throws: `StorageError.unsound` if a link may not be cut: it is required, or its rule deletes objects of a class that
  ///   this program lacks, or forbids the deletion.
  func cutUnknownLinks(to deleted: [String: [Int64]], of store: Store) throws {
    let recorded = try store.recordedClasses(connection, isRefusedIfStale: expected != nil)
    for (table, keys) in deleted {
      guard let unknown = recorded.unknown[table] else { continue }
      for keys in keys.chunks {
        for (entity, relationship) in unknown.columns {
          try cut(relationship, of: entity, leadingTo: keys, recorded, store)
        }
        for (link, isOwner) in unknown.tables {
          try cut(link, isOwner: isOwner, of: keys, recorded, store)
        }
      }
    }
  }

  private func cut(
    _ relationship: Schema.Relationship, of entity: Schema.Entity, leadingTo keys: [Int64],
    _ recorded: RecordedClasses, _ store: Store
  ) throws {
    let rule = try LinkRule(relationship, of: entity.name, recorded.tables)
    switch recorded.deleteRule(oppositeTo: relationship) {
    case .nullify where relationship.isOptional, .noAction where relationship.isOptional:
      try cut(rule, leadingTo: keys, recorded.tables)
    case let deleteRule:
      let faults = try rule.danglingLinks(connection, .leadingTo(keys))
      guard let first = faults.first else { return }
      throw refusal(
        "\(first.place)", "\(entity.name).\(relationship.name)", deleteRule, count: faults.count,
        store)
    }
  }

  private func cut(
    _ link: LinkTable, isOwner: Bool, of keys: [Int64], _ recorded: RecordedClasses, _ store: Store
  ) throws {
    let end = LinkEnd(link, isOwner: isOwner)
    let isLinked: SQL = "\(KeyList(keys, dialect).contains("\(end.near)"))"
    let query: SQL = "SELECT DISTINCT \(end.far) FROM \(link) WHERE \(isLinked)"
    let others = try connection.integers(query)
    guard !others.isEmpty else { return }
    let own = recorded.relationship(of: link, isOwner: isOwner)
    let far = recorded.relationship(of: link, isOwner: !isOwner)
    let farTable = isOwner ? link.memberTable : link.ownerTable
    if let own, [.cascade, .deny].contains(own.relationship.deleteRule) {
      throw refusal(
        "\(farTable)/\(others[0])", "\(own.entity.name).\(own.relationship.name)",
        own.relationship.deleteRule, count: others.count, store)
    }
    try connection.run("DELETE FROM \(link) WHERE \(isLinked)")
    guard let far else { return }
    for keys in others.chunks {
      let root = try recorded.tables.table(farTable)
      let rows: SQL = """
        SELECT \(root.reference) FROM \(root) AS a WHERE \(KeyList(keys, dialect).contains("a.\(.key)"))
        """
      for row in try connection.rows(rows, { try RowReference($0, of: root) }) {
        let table = try recorded.tables.table(row.entity)
        guard let index = table.index(of: far.relationship.name) else { continue }
        log.record(.update, table, key: row.key, properties: PropertySet(index))
      }
    }
  }

  private func refusal(
    _ place: String, _ relationship: String, _ rule: Schema.Relationship.DeleteRule, count: Int,
    _ store: Store
  ) -> StorageError {
    let reason =
      switch rule {
      case .cascade: "the rule of a class that this program's models lack deletes it, too"
      case .deny: "the rule of a class that this program's models lack forbids the deletion"
      case .nullify, .noAction: "the link may not be nil"
      }
    return .unsound(
      path: store.path,
      faults: [
        "\(place) is linked with a deleted object by \(relationship), which this program's models lack, and "
          + "\(reason)\(count > 1 ? " (\(count) objects)" : ""); delete it with a program that has the class"
      ])
  }
}
