import StrataArchiveSupport
import Foundation
import Strata
import StrataArchives
import StrataCoreDataStores
import StrataDescriptions
import StrataManagedObjects
import StrataSQLite
import StrataTestSupport
import Testing

/// Stores that Core Data or SwiftData has made: one that is always there, and those of the folder that
/// `STRATA_COREDATA_STORES` names.
@Suite struct ForeignStores {
  private static var files: [URL?] {
    guard let folder = ProcessInfo.processInfo.environment["STRATA_COREDATA_STORES"] else {
      return [nil]
    }
    // A folder that can't be read is no folder of stores: opening the file below says so.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? ["(unreadable)"]
    return [nil]
      + names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") && $0.contains(".") }
      .filter { !["tsv", "md"].contains(($0 as NSString).pathExtension) }.sorted()
      .map { URL(fileURLWithPath: folder).appendingPathComponent($0) }
  }

  private static let model = ManagedObjectModel(
    entities: [
      EntityDescription(
        name: "Item",
        properties: [
          Library.attribute("title", .string), Library.attribute("count", .integer32),
          Library.relationship("whole", "Item", "parts", maxCount: 1),
          Library.relationship("parts", "Item", "whole"),
        ])
    ])

  /// A small store as Core Data makes it.
  private static func makeStore(in folder: TemporaryFolder) throws -> URL {
    let url = folder.file("Items.sqlite")
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    try connection.execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZWHOLE INTEGER,
        ZTITLE VARCHAR, ZCOUNT INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 2);
      INSERT INTO Z_METADATA VALUES (1, '01020304-0506-0708-090A-0B0C0D0E0F10', NULL);
      INSERT INTO ZITEM VALUES (1, 1, 1, NULL, 'Table', 3), (2, 1, 1, 1, 'Leg', NULL);
      """)
    return url
  }

  @Test func haveRowsThatLackARequiredValue() throws {
    let folder = try TemporaryFolder()
    let url = try Self.makeStore(in: folder)
    var model = Self.model
    guard case .attribute(var count) = model.entities[0].properties[1] else { return }
    count.isOptional = false
    model.entities[0].properties[1] = .attribute(count)
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(NSPersistentStoreDescription(url: url))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let leg = try #require(try context.fetch("Item", "title == %@", "Leg").first)
    #expect(try leg.value(forKey: "count") == nil)
  }

  @Test func areReadAndNotWritten() throws {
    let folder = try TemporaryFolder()
    let url = try Self.makeStore(in: folder)
    let before = try Data(contentsOf: url)
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    let opened = try coordinator.addPersistentStore(NSPersistentStoreDescription(url: url))
    #expect(opened.isReadOnly)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let leg = try #require(try context.fetch("Item", "whole.count == %d", 3).first)
    #expect(try leg.value(forKey: "title") as? String == "Leg")
    #expect(try leg.value(forKeyPath: "whole.title") as? String == "Table")
    try leg.setValue("Foot", forKey: "title")
    #expect(throws: ManagedObjectError.readOnlyStore(path: url.path)) { try context.save() }
    #expect(try Data(contentsOf: url) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Items.sqlite"])
  }

  /// A store of Core Data with its model and its metadata, as Core Data saves them.
  private static func makeVersionedStore(in folder: TemporaryFolder) throws -> URL {
    let url = try makeStore(in: folder)
    var writer = ModelArchiveWriter()
    let item = writer.reserve("Item")
    writer.set(
      item, name: "Item",
      properties: [
        "title": writer.attribute("title", 700), "count": writer.attribute("count", 200),
      ])
    let hashes: [String: Any] = ["NSStoreModelVersionHashes": ["Item": Data(count: 32)]]
    let plist = try PropertyListSerialization.data(
      fromPropertyList: hashes, format: .binary, options: 0)
    let cache = Data(StoredDeflate.deflate(writer.data()))
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    try connection.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    try connection.run("INSERT INTO Z_MODELCACHE VALUES (\(bind: ColumnValue.blob(cache)))")
    try connection.run("UPDATE Z_METADATA SET Z_PLIST = \(bind: ColumnValue.blob(plist))")
    return url
  }

  private static func isVersion(_ model: ManagedObjectModel, of url: URL) throws -> Bool {
    try NSPersistentStoreCoordinator.isVersion(
      NSManagedObjectModel(model), of: Set(model.entities.map(\.name)),
      in: NSPersistentStoreCoordinator.storedMetadata(at: url))
  }

  /// A model without one of the attributes.
  private static func shortened(_ model: ManagedObjectModel) -> ManagedObjectModel {
    var other = model
    other.entities[0].properties.removeAll { $0.name == "count" }
    return other
  }

  @Test func areOfTheVersionOfTheirEmbeddedModel() throws {
    let folder = try TemporaryFolder()
    let url = try Self.makeVersionedStore(in: folder)
    let model = try CoreDataStore(url: url).model
    #expect(model.entities.map(\.name) == ["Item"] && model.entities[0].properties.count == 2)
    #expect(try Self.isVersion(model, of: url))
    #expect(try !Self.isVersion(Self.shortened(model), of: url))
    let stored = try NSPersistentStoreCoordinator.storedMetadata(at: url)
    #expect(stored["NSStoreModelVersionHashes"] as? [String: Data] == ["Item": Data(count: 32)])
    // Without the model nothing can be compared.
    let connection = try Connection(path: url.path)
    try connection.execute("UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'")
    connection.close()
    #expect(try !Self.isVersion(model, of: url))
  }

  @Test func keepTheirVersionOnceImported() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Imported.store")
    _ = try CoreDataStore(url: Self.makeStore(in: folder), model: Self.model).importAll(to: url)
    try Self.open(url, Self.model)
    #expect(throws: ManagedObjectError.otherVersion(path: url.path)) {
      try Self.open(url, Self.shortened(Self.model))
    }
  }

  @Test func ofModelContainersAreOfTheVersionOfTheirRecordedSchema() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("Own.store")
    _ = try ModelContainer(for: Parcel.self, configurations: ModelConfiguration(url: url))
    let model = try ManagedObjectModel.makeManagedObjectModel(for: [Parcel.self])
    #expect(try Self.isVersion(model, of: url))
    #expect(try !Self.isVersion(Self.shortened(model), of: url))
    #expect(throws: ManagedObjectError.otherVersion(path: url.path)) {
      try Self.open(url, Self.shortened(model))
    }
    try Self.open(url, model)
    #expect(try Self.isVersion(model, of: url))
  }

  /// Opens a store that mustn't be migrated.
  private static func open(_ url: URL, _ model: ManagedObjectModel) throws {
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: url)
    description.shouldMigrateStoreAutomatically = false
    try coordinator.addPersistentStore(description)
  }

  /// A store with a picture in a file of its own, which isn't there.
  private static func makePictures(in folder: TemporaryFolder) throws -> URL {
    let url = folder.file("Pictures.sqlite")
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    try connection.execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE ZPICTURE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR,
        ZDATA BLOB);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Picture', 0, 3);
      INSERT INTO Z_METADATA VALUES (1, '01020304-0506-0708-090A-0B0C0D0E0F10', NULL);
      INSERT INTO ZPICTURE VALUES (1, 1, 1, 'sea', x'01AABB'),
        (2, 1, 1, 'sky', CAST(x'02' || '09090909-0909-0909-0909-090909090909' || x'00' AS BLOB)),
        (3, 1, 1, 'sun', NULL);
      """)
    return url
  }

  private static let pictures = ManagedObjectModel(
    entities: [
      EntityDescription(
        name: "Picture",
        properties: [
          Library.attribute("title", .string),
          Library.attribute("data", .binaryData) { $0.allowsExternalBinaryDataStorage = true },
        ])
    ])

  @Test func areReadPastMissingExternalData() throws {
    let folder = try TemporaryFolder()
    let url = try Self.makePictures(in: folder)
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.pictures)
    try coordinator.addPersistentStore(NSPersistentStoreDescription(url: url))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    var reported: [String] = []
    try context.modelContext().errorHandler = { reported.append("\($0)") }
    let all = try context.fetch("Picture")
    #expect(try all.map { try $0.value(forKey: "title") as? String } == ["sea", "sky", "sun"])
    #expect(reported.isEmpty)
    let data = try all.map { try $0.value(forKey: "data") as? Data }
    #expect(data == [Data([0xaa, 0xbb]), nil, nil])
    #expect(reported.count == 1)
    let report = reported.first ?? ""
    #expect(report.contains("Picture") && report.contains("data"), "\(report)")
    #expect(
      report.contains("09090909-0909-0909-0909-090909090909 isn't there; copy the folder"),
      "\(report)")
    // It is told once for each time that it is read from the store.
    #expect(try all[1].value(forKey: "data") == nil && reported.count == 1)
    try context.refresh(all[1], mergeChanges: false)
    #expect(try all[1].value(forKey: "data") == nil && reported.count == 2)
    // There is a value, as Core Data's store has it.
    #expect(try context.fetch("Picture", "data == nil").count == 1)
    let request = NSFetchRequest<NSDictionary>(entityName: "Picture")
    request.propertiesToFetch = ["title", "data"]
    request.resultType = .dictionary
    #expect(try context.fetch(request).map { $0["data"] as? Data } == data)
    try context.save()
  }

  @Test func areNoPipes() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("pipe")
    #expect(mkfifo(url.path, 0o600) == 0)
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    #expect(throws: StorageError.self) {
      try coordinator.addPersistentStore(NSPersistentStoreDescription(url: url))
    }
  }

  @Test(arguments: files) func giveAllTheirObjectsByKey(given: URL?) throws {
    let folder = try TemporaryFolder()
    let file = try given ?? Self.makeStore(in: folder)
    let store: CoreDataStore
    do {
      store = try CoreDataStore(url: file, model: given == nil ? Self.model : nil)
    } catch CoreDataStoreError.noModel {
      return  // Its model is in a file of its own, which nobody has.
    }
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: store.model)
    try coordinator.addPersistentStore(NSPersistentStoreDescription(url: file))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    var count = 0
    for entity in store.model.entities {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name)
      let objects = try context.fetch(request)
      #expect(try context.count(for: request) == objects.count)
      count += objects.count
      for object in objects {
        for property in store.model.allProperties(of: object.entity) {
          if case .fetchedProperty = property { continue }
          if case .relationship(let one) = property, one.isTransient { continue }
          _ = try object.value(forKey: property.name)
        }
      }
    }
    #expect(given != nil || count == 2)
  }
}

@Model private final class Parcel {
  var label: String?
  var count = 0

  init(label: String?) { self.label = label }
}
