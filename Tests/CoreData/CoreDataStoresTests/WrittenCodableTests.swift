import Foundation
import Strata
import StrataCoreDataStores
import StrataDescriptions
import StrataManagedObjects
import StrataSQLite
import StrataSchema
import StrataTestSupport
import Testing

private struct Place: Codable, Equatable {
  var city: String?
  var number: Int
  var code: UUID?
  var notes: [String]
}

private enum Size: String, Codable { case small, large }

private enum Plan: Codable, Equatable {
  case never
  case every(Double)
}

@Model private final class Entry {
  var place: Place?
  var size: Size
  var plan: Plan?
  var tags: [String]?

  init(size: Size) { self.size = size }
}

/// Values that SwiftData keeps as composites and archives, written from types that are JSON here.
@Suite struct WrittenCodableValues {
  private let folder: TemporaryFolder
  private let url: URL

  private static var model: ManagedObjectModel {
    var size = AttributeDescription(
      name: "size", composite: [AttributeDescription(name: "size", type: .string)])
    var plan = AttributeDescription(
      name: "plan",
      composite: [
        AttributeDescription(name: "never", type: .string),
        AttributeDescription(
          name: "every", composite: [AttributeDescription(name: "_0", type: .double)]),
      ])
    size.userInfo = ["EnumType": "true"]
    plan.userInfo = ["EnumType": "true", "enum": "never"]
    let place = AttributeDescription(
      name: "place",
      composite: [
        AttributeDescription(name: "city", type: .string),
        AttributeDescription(name: "number", type: .integer64),
        AttributeDescription(name: "code", type: .uuid),
        AttributeDescription(name: "notes", type: .binaryData),
      ])
    return ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Entry",
          properties: [
            .attribute(place), .attribute(size), .attribute(plan),
            .attribute(AttributeDescription(name: "tags", type: .transformable)),
          ])
      ])
  }

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Entries.sqlite")
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    // Columns of values are in order of the attributes' names.
    try connection.execute(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_PRIMARYKEY
        (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_METADATA VALUES (1, '\(LibraryStore.identifier.uuidString)', NULL);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Entry', 0, 1);
      CREATE TABLE ZENTRY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBER INTEGER,
        Z_0 FLOAT, ZCITY VARCHAR, ZSIZE VARCHAR, ZNEVER VARCHAR, ZCODE BLOB, ZNOTES BLOB, ZTAGS BLOB);
      INSERT INTO ZENTRY (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZCITY, ZSIZE, Z_0, ZNOTES)
        VALUES (1, 1, 1, 3, 'Oslo', 'large', 2.5, CAST('["a"]' AS BLOB));
      """)
  }

  private func open() throws -> CoreDataStore { try CoreDataStore(url: url, model: Self.model) }

  private func rows(_ sql: String) throws -> [String] { try storedRows(sql, in: url) }

  @Test func areTakenApart() throws {
    let context = ModelContext(try ModelContainer(for: Entry.self, editing: open()))
    let old = try #require(try context.fetch(FetchDescriptor<Entry>()).first)
    #expect(old.place == Place(city: "Oslo", number: 3, code: nil, notes: ["a"]))
    #expect(old.size == .large && old.plan == .every(2.5) && old.tags == nil)
    old.place?.city = nil
    old.place?.notes.append("b")
    old.plan = .never
    let new = Entry(size: .small)
    new.place = Place(city: "Rom", number: 1, code: LibraryStore.uuid, notes: [])
    new.plan = .every(3)
    new.tags = ["x", "yß"]
    context.insert(new)
    try context.save()
    #expect(
      try rows("SELECT ZNUMBER, Z_0, ZCITY, ZSIZE, ZNEVER, CAST(ZNOTES AS TEXT) FROM ZENTRY") == [
        "3|NULL|NULL|'large'|'never'|'[\"a\",\"b\"]'", "1|3.0|'Rom'|'small'|NULL|'[]'",
      ])
    let again = ModelContext(try ModelContainer(for: Entry.self, in: open()))
    let entries = try again.fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.size)]))
    #expect(entries.map(\.tags) == [nil, ["x", "yß"]])
    #expect(entries.map(\.plan) == [.never, .every(3)])
    #expect(entries.last?.place == new.place)
  }

  @Test func changeWhereTheirAccentsAreWrittenInAnotherWay() throws {
    let context = ModelContext(try ModelContainer(for: Entry.self, editing: open()))
    let entry = try #require(try context.fetch(FetchDescriptor<Entry>()).first)
    entry.place?.city = "\u{E9}"
    try context.save()
    entry.place = Place(city: "e\u{301}", number: 3, code: nil, notes: ["a"])
    try context.save()
    #expect(try rows("SELECT hex(ZCITY) FROM ZENTRY") == ["'65CC81'"])
  }

  @Test func areArchivesThatFoundationReads() throws {
    let context = ModelContext(try ModelContainer(for: Entry.self, editing: open()))
    let old = try #require(try context.fetch(FetchDescriptor<Entry>()).first)
    old.tags = ["one", "two"]
    try context.save()
    let connection = try Connection(path: url.path, isReadOnly: true)
    defer { connection.close() }
    guard case .blob(let archive) = try connection.value("SELECT ZTAGS FROM ZENTRY") else {
      Issue.record("there are no tags")
      return
    }
    let data = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSData.self, from: archive))
    #expect(try JSONDecoder().decode([String].self, from: data as Data) == ["one", "two"])
  }

  @Test(arguments: [
    ["never": "never", "every": ["_0": 1.5]] as [String: any Sendable], ["never": "sometimes"],
  ])
  func haveOneCase(_ plan: [String: any Sendable]) throws {
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    let description = NSPersistentStoreDescription(url: url)
    description.coreDataWritePolicy = CoreDataWritePolicy()
    try coordinator.addPersistentStore(description)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let entry = try #require(
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Entry")).first)
      try entry.setValue(plan, forKey: "plan")
      #expect(throws: CoreDataStoreError.self) { try context.save() }
    }
    #expect(try rows("SELECT ZNEVER, Z_0 FROM ZENTRY") == ["NULL|2.5"])
  }
}
