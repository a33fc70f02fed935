package import Foundation
package import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// Copies the content of one store to another with the same schema.
struct StoreImport {
  let origin: CoreDataStore
  let source: Store
  let target: Store
  let reader: StoreReader
  let names: StoreNames
  var report = CoreDataImport()
  /// The keys of objects that weren't imported, by table. Links to them are dropped.
  var missing: [String: Set<Int64>] = [:]
  /// The greatest key seen in each table, including keys of deleted objects.
  var greatestKeys: [String: Int64] = [:]
  private let progress: (Int) throws -> Void
  private var doneCount = 0

  /// - Parameter progress: Called every 1,000 rows with the number of rows done. May throw to
  ///   cancel.
  init(
    _ origin: CoreDataStore, _ source: Store, _ target: Store,
    progress: @escaping (Int) throws -> Void
  ) throws {
    self.origin = origin
    self.source = source
    self.target = target
    self.progress = progress
    reader = source.makeReader()
    names = try origin.names()
  }

  mutating func run() throws -> CoreDataImport {
    report.notes = Notes.of(origin.model) + (try omittedContent())
    try target.save(author: nil, contextName: "import") { transaction in
      let inserted = try insertedKeys()
      for entity in source.schema.entities where entity.superentity == nil {
        try writeObjects(below: entity, inserted, transaction)
      }
      try cutLinks(transaction)
      try numberPositions(transaction)
      for table in source.schema.linkTables { try writeLinks(of: table, transaction) }
      // Objects without an insertion in the history existed before it, so they get a transaction of
      // their own at its start.
      let before = transaction.log
      transaction.log = HistoryLog()
      if !before.isEmpty {
        try transaction.appendHistory(
          author: nil, contextName: "import", timestamp: .now, process: "import", before)
      }
      try writeHistory(transaction)
      try retireKeys(transaction)
    }
    // So that a coordinator sees which version it is, and migrates it from there.
    try target.setMetadata(VersionRecord.name, to: try VersionRecord.text(of: origin.model))
    report.faults = try target.makeReader().check()
    return report
  }

  /// Counts a finished row.
  mutating func advance() throws {
    doneCount += 1
    if doneCount % 1000 == 0 { try progress(doneCount) }
  }

  private func omittedContent() throws -> [String] {
    let connection = try origin.connect()
    defer { connection.close() }
    let omissions = try StoreOmissions(names, connection)
    return omissions.content + omissions.orders
  }

  /// The root entity, whose table contains an entity's objects.
  func root(of entity: String) -> String {
    source.schema.entitiesByName[entity]?.root.name ?? entity
  }

  mutating func see(_ key: Int64, of root: String) {
    // A key that our stores can't assign needn't be reserved.
    guard key <= StoreTransaction.greatestKey else { return }
    greatestKeys[root] = max(greatestKeys[root] ?? 0, key)
  }

  /// Reserves the keys of deleted objects, so that no new object gets one of them.
  private mutating func retireKeys(_ transaction: StoreTransaction) throws {
    for entity in origin.model.entities where entity.superentityName == nil {
      let family = Set(try names.hierarchy(from: entity).map { try names.number(of: $0) })
      var last = greatestKeys[entity.name] ?? 0
      for one in origin.tables.entities where family.contains(one.number) {
        if let key = one.lastKey, key <= StoreTransaction.greatestKey {
          last = max(last, key)
        } else {
          report.notes.append(
            "what the store says of the last key of \(one.name) is no key; objects that are deleted there "
              + "may have had keys that new ones get")
        }
      }
      try transaction.retireKeys(through: last, of: entity.name, in: target)
    }
  }
}

/// The features of a model that our stores don't support.
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

/// The record of which version of a model a store has, by Core Data's keys.
package enum VersionRecord {
  /// The name under which the store has the record.
  package static let name = "coreDataMetadata"
  /// The key of the entities' hashes.
  package static let hashesKey = "NSStoreModelVersionHashes"

  /// The hashes of a model's entities, by name.
  package static func hashes(of model: ManagedObjectModel) -> [String: Data] {
    model.entityVersionHashes.mapValues { hash in
      withUnsafeBytes(of: hash.value.bigEndian) { Data($0) }
    }
  }

  /// A record of a model's version, as text.
  static func text(of model: ManagedObjectModel) throws -> String {
    let data = try PropertyListSerialization.data(
      fromPropertyList: [hashesKey: hashes(of: model)], format: .xml, options: 0)
    return String(decoding: data, as: UTF8.self)
  }
}
