import Foundation
import StrataArchives
import StrataDescriptions
import StrataModelFiles
import StrataSQLite
import StrataSchema
import StrataTestSupport
import Testing

/// Models in stores that Core Data has made, in the folder that `STRATA_COREDATA_STORES` names; without
/// it, in one that this test makes.
@Suite struct ModelsInStores {
  @Test func areThoseOfTheirMetadata() throws {
    let folder = try TemporaryFolder()
    for store in try StoredModel.all(in: folder) {
      let archived = try store.archived()
      let model = archived.model
      let metadata = try StoreMetadata(propertyList: store.metadata)
      #expect(metadata.type == "SQLite", "\(store.name)")
      #expect(
        model.entities.map(\.name) == metadata.versionHashes.keys.sorted(), "\(store.name)")
      #expect(model.versionIdentifiers == metadata.versionIdentifiers, "\(store.name)")
    }
  }

  @Test func areWholeAndConsistent() throws {
    let folder = try TemporaryFolder()
    for store in try StoredModel.all(in: folder) {
      let model = try store.archived().model
      for entity in model.entities {
        let all = model.allProperties(of: entity).map(\.name)
        #expect(all.count == Set(all).count, "\(store.name) \(entity.name) repeats properties")
        if let parent = entity.superentityName {
          #expect(model.entity(named: parent) != nil, "\(store.name) \(parent)")
        }
        for relationship in entity.relationships {
          let place = "\(store.name) \(entity.name).\(relationship.name)"
          let destination = try #require(relationship.destinationEntityName, "\(place)")
          let target = try #require(model.entity(named: destination), "\(place)")
          guard let inverse = relationship.inverseName else { continue }
          guard case .relationship(let back)? = model.property(named: inverse, of: target) else {
            Issue.record("\(place) has no inverse")
            continue
          }
          let origin = try #require(back.destinationEntityName, "\(place)")
          #expect(model.isKind(entity, of: origin), "\(place)")
        }
        for names in entity.uniquenessConstraints + entity.compoundIndexes {
          for name in names {
            #expect(model.property(named: name, of: entity) != nil, "\(store.name) \(name)")
          }
        }
      }
    }
  }
}

/// Values that transformers have made, in the same stores.
@Suite struct TransformedValuesInStores {
  @Test func areReadWithoutTheirClasses() throws {
    let folder = try TemporaryFolder()
    for store in try StoredModel.all(in: folder) {
      for data in store.lists {
        let list = try PropertyListValue(propertyList: data)
        // Programs keep property lists of their own too.
        guard list["$objects"] != nil else { continue }
        let value = try ArchivedValue(transformedValue: data)
        #expect(value != .null, "\(store.name)")
      }
    }
  }
}

/// A store's copy, and what is in it.
struct StoredModel {
  let name: String
  let cache: Data
  let metadata: Data
  /// Values of the store's rows that are property lists.
  var lists: [Data] = []

  func archived() throws -> ArchivedModel { try ArchivedModel(modelCache: cache) }

  /// Copies all stores with a model into a folder, and reads them there: opening one writes beside it.
  static func all(in folder: TemporaryFolder) throws -> [StoredModel] {
    var models = [try sample()]
    guard let path = ProcessInfo.processInfo.environment["STRATA_COREDATA_STORES"] else {
      return models
    }
    let source = URL(fileURLWithPath: path, isDirectory: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
      let file = source.appendingPathComponent(name)
      // What a program makes while it has a store open is of use to that program only.
      guard try !isFolder(file), !name.hasSuffix("-shm") else { continue }
      try FileManager.default.copyItem(at: file, to: folder.file(name))
    }
    for name in try folder.names() where !name.hasSuffix("-wal") {
      let file = folder.file(name)
      guard try Data(contentsOf: file).starts(with: "SQLite format 3".utf8) else { continue }
      let connection = try Connection(path: file.path)
      guard
        try connection.integer(
          "SELECT count(*) FROM sqlite_master WHERE name = 'Z_MODELCACHE'") == 1,
        let cache = try blob("SELECT Z_CONTENT FROM Z_MODELCACHE", connection),
        let metadata = try blob("SELECT Z_PLIST FROM Z_METADATA", connection)
      else { continue }
      models.append(
        StoredModel(
          name: name, cache: cache, metadata: metadata, lists: try lists(in: connection)))
    }
    try #require(models.count > 1, "there is no store with a model in \(path)")
    return models
  }

  private static func lists(in connection: Connection) throws -> [Data] {
    var lists: [Data] = []
    let columns = try connection.statement(
      """
      SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
      WHERE m.type = 'table' AND m.name LIKE 'Z%' AND m.name NOT LIKE 'Z\\_M%' ESCAPE '\\'
        AND c.type = 'BLOB'
      """)
    var names: [(String, String)] = []
    while try columns.step() {
      if case .text(let table) = columns.value(at: 0), case .text(let column) = columns.value(at: 1)
      {
        names.append((table, column))
      }
    }
    for (table, column) in names {
      let values = try connection.statement(
        "SELECT \(column) FROM \(table) WHERE substr(\(column), 1, 8) = x'62706c6973743030'")
      while try values.step() {
        if case .blob(let data) = values.value(at: 0) { lists.append(data) }
      }
    }
    return lists
  }

  private static func blob(_ sql: String, _ connection: Connection) throws -> Data? {
    if case .blob(let data) = try connection.value(SQL(sql)) { data } else { nil }
  }

  private static func isFolder(_ url: URL) throws -> Bool {
    try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
  }
}
