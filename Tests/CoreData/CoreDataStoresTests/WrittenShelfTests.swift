import Foundation
import Strata
import StrataCoreDataStores
import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataTestSupport
import Testing

@Model private final class Shelf {
  @Attribute(.unique) var name: String
  var count: Int64?
  @Relationship(deleteRule: .nullify, inverse: \Volume.shelf) var volumes: [Volume] = []

  init(name: String) { self.name = name }
}

@Model private final class Volume {
  var title: String?
  var shelf: Shelf?

  init(title: String) { self.title = title }
}

/// A class that leaves out what its entity must have, and a relationship.
private enum Small {
  @Model final class Shelf {
    var count: Int64?

    init() {}
  }
}

/// Stores with what the library doesn't have: values that the store works out, unique ones, a history
/// whose order is known.
@Suite struct WrittenShelves {
  private let folder: TemporaryFolder
  private let url: URL

  private static var model: ManagedObjectModel {
    var count = AttributeDescription(name: "count", type: .integer64)
    count.derivationExpression = "volumes.@count"
    var shelf = EntityDescription(
      name: "Shelf",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string, isOptional: false)),
        .attribute(count),
        .relationship(
          RelationshipDescription(name: "volumes", destination: "Volume", inverse: "shelf")),
      ])
    shelf.uniquenessConstraints = [["name"]]
    let volume = EntityDescription(
      name: "Volume",
      properties: [
        .attribute(AttributeDescription(name: "title", type: .string)),
        .relationship(
          RelationshipDescription(
            name: "shelf", destination: "Shelf", inverse: "volumes", maxCount: 1)),
      ])
    return ManagedObjectModel(entities: [shelf, volume])
  }

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Shelves.sqlite")
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    // The functions that the triggers call are the framework's; nothing is called while these rows are made.
    try connection.execute(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_PRIMARYKEY
        (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_METADATA VALUES (1, '\(LibraryStore.identifier.uuidString)', NULL);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Shelf', 0, 2), (2, 'Volume', 0, 2);
      CREATE TABLE ZSHELF (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOUNT INTEGER,
        ZNAME VARCHAR);
      CREATE TABLE ZVOLUME (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSHELF INTEGER,
        ZTITLE VARCHAR);
      CREATE UNIQUE INDEX Z_Shelf_UNIQUE_name ON ZSHELF (ZNAME COLLATE BINARY ASC);
      INSERT INTO ZSHELF VALUES (1, 1, 1, 1, 'a'), (2, 1, 1, 0, 'b');
      INSERT INTO ZVOLUME VALUES (1, 2, 1, 1, 'one'), (2, 2, 1, NULL, 'two');
      """)
    for (event, row) in [
      ("INSERT", "NEW"), ("UPDATE OF ZSHELF", "NEW"), ("UPDATE OF ZSHELF", "OLD"),
      ("DELETE", "OLD"),
    ] {
      let change = row == "NEW" ? "+ 1" : "- 1"
      try connection.execute(
        """
        CREATE TRIGGER Z_DA_ZVOLUME_Shelf_count_\(event.prefix(3))_\(row) AFTER \(event) ON ZVOLUME WHEN \(row).ZSHELF NOT NULL
        BEGIN UPDATE ZSHELF SET ZCOUNT = IFNULL(ZCOUNT, 0) \(change) WHERE Z_PK = \(row).ZSHELF;
        SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZSHELF', Z_ENT, Z_PK, 'count', ZCOUNT)
        FROM ZSHELF WHERE Z_PK = \(row).ZSHELF; END
        """)
    }
  }

  private func run(_ sql: String) throws {
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    try connection.execute(sql)
  }

  private func rows(_ sql: String) throws -> [String] { try storedRows(sql, in: url) }

  private func open(_ policy: CoreDataWritePolicy = CoreDataWritePolicy()) throws -> ModelContainer
  {
    try ModelContainer(
      for: Shelf.self, Volume.self, editing: CoreDataStore(url: url, model: Self.model),
      policy: policy)
  }

  @Test func haveTheValuesThatTheStoreWorksOut() throws {
    let container = try open()
    let context = ModelContext(container)
    let shelves = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)]))
    let volumes = try context.fetch(FetchDescriptor<Volume>(sortBy: [SortDescriptor(\.title)]))
    volumes[0].shelf = shelves[1]
    volumes[1].shelf = shelves[1]
    context.author = "desk"
    try context.save()
    #expect(try rows("SELECT ZCOUNT FROM ZSHELF ORDER BY 1") == ["0", "2"])
    let other = ModelContext(container)
    let counts = try other.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)])).map(
      \.count)
    #expect(counts == [0, 2])
    // Who saved sees them with its next read, as what another has saved.
    _ = try context.fetchCount(FetchDescriptor<Shelf>())
    #expect(shelves.map(\.count) == [0, 2])
    #expect(!context.hasChanges)
    let history = try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.map(\.changes.count) == [2, 2])
    #expect(history.map(\.author) == ["desk", "desk"])
  }

  @Test func giveUniqueValuesToEachOther() throws {
    let context = ModelContext(try open())
    let shelves = try context.fetch(FetchDescriptor<Shelf>(sortBy: [SortDescriptor(\.name)]))
    (shelves[0].name, shelves[1].name) = ("b", "a")
    try context.save()
    #expect(try rows("SELECT ZNAME FROM ZSHELF ORDER BY Z_PK") == ["'b'", "'a'"])
  }

  @Test func refuseAnObjectThatLacksWhatItsClassLeavesOut() throws {
    let container = try ModelContainer(
      for: Small.Shelf.self, editing: CoreDataStore(url: url, model: Self.model))
    let context = ModelContext(container)
    context.insert(Small.Shelf())
    let error = #expect(throws: CoreDataStoreError.self) { try context.save() }
    #expect(error?.description.contains("a new Shelf must have a value of name") == true)
    context.rollback()
    for shelf in try context.fetch(FetchDescriptor<Small.Shelf>()) where shelf.count == 1 {
      context.delete(shelf)
    }
    let other = #expect(throws: CoreDataStoreError.self) { try context.save() }
    #expect(other?.description.contains("Shelf.volumes") == true)
    #expect(try rows("SELECT count(*) FROM ZSHELF") == ["2"])
  }

  @Test func addToTheirHistory() throws {
    try run(
      """
      DROP TRIGGER Z_DA_ZVOLUME_Shelf_count_INS_NEW; DROP TRIGGER Z_DA_ZVOLUME_Shelf_count_UPD_NEW; DROP TRIGGER Z_DA_ZVOLUME_Shelf_count_UPD_OLD; DROP TRIGGER Z_DA_ZVOLUME_Shelf_count_DEL_OLD;
      UPDATE ZSHELF SET ZCOUNT = NULL;
      INSERT INTO Z_PRIMARYKEY VALUES (16001, 'CHANGE', 0, 7), (16002, 'TRANSACTION', 0, 3),
        (16003, 'TRANSACTIONSTRING', 0, 1);
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER,
        ZTIMESTAMP FLOAT);
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER,
        ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB);
      CREATE TABLE ATRANSACTIONSTRING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
      INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, NULL, 'desk');
      """)
    var model = Self.model
    model.entities = model.entities.map { entity in
      var entity = entity
      entity.properties.removeAll { $0.name == "count" }
      return entity
    }
    let container = try ModelContainer(
      for: Plain.Shelf.self, Plain.Volume.self, editing: CoreDataStore(url: url, model: model),
      policy: CoreDataWritePolicy(history: .append))
    let context = ModelContext(container)
    context.author = "desk"
    let shelves = try context.fetch(
      FetchDescriptor<Plain.Shelf>(sortBy: [SortDescriptor(\.name)]))
    let volumes = try context.fetch(
      FetchDescriptor<Plain.Volume>(sortBy: [SortDescriptor(\.title)]))
    volumes[1].shelf = shelves[0]
    volumes[1].title = "2"
    context.delete(volumes[0])
    context.insert(Plain.Volume(title: "three"))
    try context.save()
    // The bits of a volume are its shelf and its title; those of a shelf its name and its volumes.
    let changes = try rows(
      "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE")
    #expect(
      changes == [
        "8|0|2|4|4|NULL", "9|1|1|1|4|x'40'", "10|1|2|2|4|x'c0'", "11|2|2|1|4|NULL",
      ])
    #expect(try rows("SELECT ZAUTHORTS FROM ATRANSACTION") == ["1"])
    #expect(
      try rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (16001, 16002)") == ["11", "4"])
    let transactions = try CoreDataStore(url: url, model: model).transactions()
    #expect(transactions.map(\.author) == ["desk"])
    #expect(transactions.first?.changes[2].updatedProperties == ["shelf", "title"])
    #expect(try rows("SELECT Z_OPT FROM ZVOLUME") == ["2", "1"])
  }
}

/// The same without the value that is worked out, whose place in a history isn't known.
private enum Plain {
  @Model final class Shelf {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Volume.shelf) var volumes: [Volume] = []

    init(name: String) { self.name = name }
  }

  @Model final class Volume {
    var title: String?
    var shelf: Shelf?

    init(title: String) { self.title = title }
  }
}
