internal import Foundation
import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// Writes the content of one store into another of the same schema.
struct StoreImport {
  private let origin: CoreDataStore
  private let source: Store
  private let target: Store
  private let reader: StoreReader
  private var report = CoreDataImport()
  /// The objects that aren't there, by table: nothing may lead to them.
  private var missing: [String: Set<Int64>] = [:]

  init(_ origin: CoreDataStore, _ source: Store, _ target: Store) {
    self.origin = origin
    self.source = source
    self.target = target
    reader = source.makeReader()
  }

  mutating func run() throws -> CoreDataImport {
    report.notes = Notes.of(origin.model)
    try target.save(author: nil, contextName: "import") { transaction in
      let inserted = try insertedKeys()
      for entity in source.schema.entities {
        try writeObjects(of: entity, inserted[entity.name] ?? [], transaction)
      }
      try cutLinks(transaction)
      for table in source.schema.linkTables { try writeLinks(of: table, transaction) }
      // What the history doesn't know was there before it.
      let before = transaction.log
      transaction.log = HistoryLog()
      if !before.isEmpty {
        try transaction.appendHistory(
          author: nil, contextName: "import", timestamp: .now, process: "import", before)
      }
      try writeHistory(transaction)
    }
    report.faults = try target.makeReader().check()
    return report
  }

  /// The keys of the objects whose insertion the history has.
  private func insertedKeys() throws -> [String: Set<Int64>] {
    var keys: [String: Set<Int64>] = [:]
    try origin.forEachTransaction { one in
      for change in one.changes where change.kind == .insert {
        keys[change.entity, default: []].insert(change.key)
      }
    }
    return keys
  }

  private mutating func writeObjects(
    of entity: Schema.Entity, _ inserted: Set<Int64>, _ transaction: StoreTransaction
  ) throws {
    let table = try source.tables.table(entity.name)
    let target = try self.target.tables.table(entity.name)
    let insertion = try transaction.insertion(into: target)
    let rows = ImportedRows(reader, table, entity)
    var count = 0
    try rows.forEach { row in
      do {
        let values = try row.values { report.add(entity.name, row.key, $0, $1) }
        try insertion.insert(key: row.key, values: values)
        count += 1
        if !inserted.contains(row.key) { transaction.log.record(.insert, target, key: row.key) }
      } catch {
        switch error {
        case StorageError.constraint, is ImportedRows.Unreadable:
          missing[table.name, default: []].insert(row.key)
          report.add(entity.name, row.key, nil, "\(error)")
        default: throw error
        }
      }
    }
    if count > 0 { report.objectCounts[entity.name] = count }
  }

  /// Lets what leads to an object that isn't there lead nowhere.
  private mutating func cutLinks(_ transaction: StoreTransaction) throws {
    guard !missing.isEmpty else { return }
    for entity in source.schema.entities {
      let table = try target.tables.table(entity.name)
      for relationship in entity.ownProperties.compactMap(\.toOne) {
        let root = source.schema.entitiesByName[relationship.destination]?.root.name ?? ""
        for key in (missing[root] ?? []).sorted() {
          for row in try transaction.rows(table, relationship.name, leadingTo: key) {
            report.add(
              row.entity, row.key, relationship.name, "led to \(root)/p\(key), which is missing")
          }
          try transaction.relink(table, relationship.name, from: key, to: nil)
        }
      }
    }
  }

  private mutating func writeLinks(
    of table: LinkTable, _ transaction: StoreTransaction
  ) throws {
    let owners = source.schema.entitiesByName[table.ownerEntity]?.root.name ?? table.ownerEntity
    let members = source.schema.entitiesByName[table.memberEntity]?.root.name ?? table.memberEntity
    let query = SQLQuery(
      "SELECT \(quoted(table.ownerColumn)), \(quoted(table.memberColumn)) FROM \(quoted(table.name)) "
        + "ORDER BY rowid, 1, 2")
    try reader.read { connection in
      try connection.forEachRow(query) { row in
        let (owner, member) = (row.integer(at: 0), row.integer(at: 1))
        if missing[owners]?.contains(owner) ?? false || missing[members]?.contains(member) ?? false
        {
          return report.add(
            table.ownerEntity, owner, String(table.name.dropFirst(table.ownerEntity.count + 1)),
            "led to \(members)/p\(member); one of both is missing")
        }
        try transaction.link(table, owner: owner, member: member)
        report.linkCount += 1
      }
    }
  }

  private mutating func writeHistory(_ transaction: StoreTransaction) throws {
    try origin.forEachTransaction { one in
      var log = HistoryLog()
      for change in one.changes {
        guard let table = target.tables.byEntity[change.entity], change.key > 0 else { continue }
        let kind: HistoryEntry.Change.Kind =
          switch change.kind {
          case .insert: .insert
          case .update: .update
          case .delete: .delete
          }
        var properties = PropertySet()
        for name in change.updatedProperties ?? [] {
          if let index = table.index(of: name) { properties.insert(index) }
        }
        log.record(kind, table, key: change.key, properties: properties)
      }
      guard !log.isEmpty else { return }
      try transaction.appendHistory(
        author: one.author, contextName: one.contextName, timestamp: one.timestamp,
        process: one.bundleID ?? one.processID ?? "", log)
      report.transactionCount += 1
    }
  }
}

extension Schema.Property {
  fileprivate var toOne: Schema.Relationship? {
    if case .relationship(let one) = self, one.isToOne { one } else { nil }
  }
}

/// What a model says that a store of ours has no counterpart of.
private enum Notes {
  static func of(_ model: ManagedObjectModel) -> [String] {
    var notes: [String] = []
    for entity in model.entities {
      for property in entity.fetchedProperties {
        notes.append("\(entity.name).\(property.name) is a fetched property; it is left out")
      }
      for attribute in entity.attributes where attribute.isDerived {
        notes.append("\(entity.name).\(attribute.name) is derived; its values are kept as they are")
      }
      for attribute in entity.attributes
      where attribute.type == .transformable && !attribute.isTransient {
        notes.append(
          "\(entity.name).\(attribute.name) is transformable; its values are kept as the data that they "
            + "were made into")
      }
      for index in entity.indexes
      where index.partialIndexPredicate != nil
        || index.elements.contains(where: { $0.propertyName == nil })
      {
        notes.append(
          "the index \(index.name) of \(entity.name) is over an expression or a part; it is left out"
        )
      }
    }
    return notes
  }
}
