import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing

@Suite struct Stores {
  private static let model = ManagedObjectModel(
    entities: [
      EntityDescription(
        name: "StoreTrip",
        properties: [
          Library.attribute("name", .string),
          Library.relationship("stops", "StoreStop", "trip", deleteRule: .cascade),
        ]),
      EntityDescription(
        name: "StoreStop",
        properties: [Library.relationship("trip", "StoreTrip", "stops", maxCount: 1)]),
      EntityDescription(
        name: "StorePage", isAbstract: true, properties: [Library.attribute("url", .string)]),
      EntityDescription(
        name: "StoreImage", superentityName: "StorePage",
        properties: [Library.attribute("size", .integer64)]),
    ],
    configurations: [
      ConfigurationDescription(name: "Trips", entityNames: ["StoreTrip", "StoreStop"]),
      ConfigurationDescription(name: "Cache", entityNames: ["StoreImage"]),
      ConfigurationDescription(name: "Half", entityNames: ["StoreTrip"]),
      ConfigurationDescription(
        name: "Both", entityNames: ["StoreImage", "StoreTrip", "StoreStop"]),
    ])

  private let folder: TemporaryFolder
  private let coordinator: NSPersistentStoreCoordinator

  init() throws {
    folder = try TemporaryFolder()
    coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
  }

  private func description(
    _ configuration: String?, _ file: String? = nil
  ) -> NSPersistentStoreDescription {
    let description =
      file.map { NSPersistentStoreDescription(url: folder.file($0)) } ?? .inMemory
    description.configuration = configuration
    return description
  }

  private func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test func keepTheEntitiesOfTheirConfigurations() throws {
    let trips = try coordinator.addPersistentStore(description("Trips", "trips.sqlite"))
    let context = context()
    #expect(throws: ManagedObjectError.noStoreKeeps(entity: "StoreImage")) {
      try context.fetch("StoreImage")
    }
    #expect(throws: ManagedObjectError.noStoreKeeps(entity: "StoreImage")) {
      try context.make("StoreImage")
    }
    // The context has no objects yet, and takes the new store on.
    let cache = try coordinator.addPersistentStore(description("Cache"))
    #expect(coordinator.persistentStores == [trips, cache])
    let trip = try context.make("StoreTrip", ["name": "Alps"])
    try trip.insert(try context.make("StoreStop"), forKey: "stops")
    let image = try context.make("StoreImage", ["url": "a"])
    #expect(trip.objectID.storeIdentifier == trips.identifier)
    #expect(image.objectID.storeIdentifier == cache.identifier)
    try context.assign(trip, to: trips)
    #expect(throws: ManagedObjectError.wrongStore(entity: "StoreTrip", store: "\(cache)")) {
      try context.assign(trip, to: cache)
    }
    try context.save()
    #expect(try self.context().fetch("StorePage").count == 1)
    let alone = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    try alone.addPersistentStore(description("Trips", "trips.sqlite"))
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = alone
    #expect(try other.fetch("StoreTrip", "stops.@count == 1").count == 1)
  }

  @Test func haveNoEntityWithObjectsInCommon() throws {
    let both = try coordinator.addPersistentStore(description("Both", "both.sqlite"))
    let context = context()
    _ = try context.make("StoreStop", [:])
    try context.save()
    try coordinator.remove(both)
    let trips = try coordinator.addPersistentStore(description("Trips"))
    #expect(throws: ManagedObjectError.keptTwice(entity: "StoreStop", store: "\(trips)")) {
      try coordinator.addPersistentStore(description("Both", "both.sqlite"))
    }
    #expect(coordinator.persistentStores == [trips])
    // Nor may one have others besides.
    #expect(throws: ManagedObjectError.keptTwice(entity: "StoreStop", store: "\(trips)")) {
      try coordinator.addPersistentStore(.inMemory)
    }
    // An empty one of the same entities waits for the others to be removed.
    let waiting = try coordinator.addPersistentStore(description("Trips"))
    #expect(coordinator.persistentStores == [trips, waiting])
    let stop = try self.context().make("StoreStop", [:])
    #expect(stop.objectID.storeIdentifier == trips.identifier)
    #expect(throws: ManagedObjectError.wrongStore(entity: "StoreStop", store: "\(waiting)")) {
      try self.context().assign(stop, to: waiting)
    }
    try coordinator.remove(trips)
    let next = try self.context().make("StoreStop", [:])
    #expect(next.objectID.storeIdentifier == waiting.identifier)
  }

  @Test func keepRelatedEntitiesTogether() throws {
    let error = ManagedObjectError.relatedOutside(
      entity: "StoreTrip", key: "stops", destination: "StoreStop", configuration: "Half")
    #expect(throws: error) { try coordinator.addPersistentStore(description("Half")) }
    let missing = #expect(throws: ManagedObjectError.self) {
      try coordinator.addPersistentStore(description("Tripps"))
    }
    #expect("\(try #require(missing))".contains("Trips, Cache, Half, Both"))
    try coordinator.addPersistentStore(description("Default"))
    #expect(try context().fetch("StoreImage").isEmpty)
  }

  @Test func areRemoved() throws {
    let trips = try coordinator.addPersistentStore(description("Trips", "trips.sqlite"))
    try coordinator.addPersistentStore(description("Cache"))
    let context = context()
    let trip = try context.make("StoreTrip", ["name": "Alps"])
    try context.save()
    try trip.setValue("Alpen", forKey: "name")
    try coordinator.remove(trips)
    #expect(throws: ManagedObjectError.storesChanged) { try context.save() }
    #expect(throws: ManagedObjectError.storesChanged) { try context.fetch("StoreImage") }
    context.reset()
    #expect(throws: ManagedObjectError.noStoreKeeps(entity: "StoreTrip")) {
      try context.fetch("StoreTrip")
    }
    #expect(try context.fetch("StoreImage").isEmpty)
    #expect(throws: ManagedObjectError.self) { try coordinator.remove(trips) }
    try coordinator.addPersistentStore(description("Trips", "trips.sqlite"))
    #expect(try context.fetch("StoreTrip", "name == %@", "Alps").count == 1)
  }

  @Test func areFoundByTheirPlace() throws {
    let trips = try coordinator.addPersistentStore(description("Trips", "trips.sqlite"))
    let cache = try coordinator.addPersistentStore(description("Cache"))
    #expect(coordinator.persistentStore(for: folder.file("trips.sqlite")) === trips)
    #expect(coordinator.persistentStore(for: folder.file("other.sqlite")) == nil)
    #expect(coordinator.url(for: trips) == folder.file("trips.sqlite"))
    #expect(coordinator.url(for: cache).path == "/dev/null")
    #expect(trips.type == .sqlite && cache.type == "InMemory")
    let metadata = try coordinator.metadata(for: cache)
    #expect(metadata["NSStoreUUID"] as? String == cache.identifier)
    #expect(metadata["NSStoreType"] as? String == "InMemory")
    let hashes = try #require(metadata["NSStoreModelVersionHashes"] as? [String: Data])
    #expect(hashes.keys.sorted() == ["StoreImage", "StorePage"])
  }

  @Test func tellObjectsByTheirURIs() throws {
    let trips = try coordinator.addPersistentStore(description("Trips"))
    let trip = try context().make("StoreTrip")
    let uri = trip.objectID.uriRepresentation()
    #expect(
      uri.absoluteString == "x-coredata://\(trips.identifier)/StoreTrip/p\(trip.objectID.rowKey)")
    #expect(coordinator.managedObjectID(forURIRepresentation: uri) == trip.objectID)
    #expect(coordinator.managedObjectID(for: uri.absoluteString) == trip.objectID)
    for text in [
      "x-coredata://\(trips.identifier)/StoreImage/p1", "https://example.com", "no URI at all",
      "x-coredata://00000000-0000-0000-0000-000000000000/StoreTrip/p1",
      "x-coredata:///StoreTrip/t1",
    ] { #expect(coordinator.managedObjectID(for: text) == nil) }
  }

  @Test func refuseWhatTheyCantBe() throws {
    func refuses(
      _ change: (NSPersistentStoreDescription) -> Void,
      _ location: SourceLocation = #_sourceLocation
    ) {
      let description = description("Trips", "trips.sqlite")
      change(description)
      #expect(throws: ManagedObjectError.self, sourceLocation: location) {
        try coordinator.addPersistentStore(description)
      }
    }
    refuses { $0.type = "XML" }
    refuses { $0.url = nil }
    refuses { $0.url = URL(string: "https://example.com/trips.sqlite") }
    refuses { $0.timeout = 240 }
    refuses { $0.shouldAddStoreAsynchronously = true }
    refuses { $0.setOption(["journal_mode": "DELETE"], forKey: "NSSQLitePragmasOption") }
    refuses {
      $0.setOption(["journal_mode": "WAL", "page_size": 512], forKey: "NSSQLitePragmasOption")
    }
    refuses { $0.setOption(false, forKey: "NSPersistentHistoryTrackingKey") }
    refuses { $0.setOption("yes", forKey: "NSReadOnlyPersistentStoreOption") }
    #expect(coordinator.persistentStores.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.file("trips.sqlite").path))
    let usual = description("Trips", "trips.sqlite")
    usual.setOption(true as NSNumber, forKey: "NSPersistentHistoryTrackingKey")
    usual.shouldMigrateStoreAutomatically = true
    usual.timeout = 10
    usual.setOption(["journal_mode": "WAL"], forKey: "NSSQLitePragmasOption")
    usual.setOption(true, forKey: "NSSQLiteManualVacuumOption")
    try coordinator.addPersistentStore(usual)
    refuses { $0.configuration = "Cache" }
  }

  @Test func areOnlyReadWhereThatIsSaid() throws {
    let first = try coordinator.addPersistentStore(description("Trips", "trips.sqlite"))
    let context = context()
    _ = try context.make("StoreTrip", ["name": "Alps"])
    try context.save()
    context.reset()
    try coordinator.remove(first)
    let description = description("Trips", "trips.sqlite")
    description.isReadOnly = true
    let store = try coordinator.addPersistentStore(description)
    // What is set later is for the next one.
    description.isReadOnly = false
    #expect(store.isReadOnly && store.options["NSReadOnlyPersistentStoreOption"] as? Bool == true)
    try #require(try context.fetch("StoreTrip").first).setValue("x", forKey: "name")
    #expect(throws: StorageError.self) { try context.save() }
  }
}

extension Stores {
  private func trips(at url: URL) throws -> [String] {
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    let description = NSPersistentStoreDescription(url: url)
    description.configuration = "Trips"
    try coordinator.addPersistentStore(description)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.fetch("StoreTrip").compactMap { try $0.value(forKey: "name") as? String }
  }

  private func filled(_ file: String, _ name: String) throws -> NSPersistentStore {
    let store = try coordinator.addPersistentStore(description("Trips", file))
    let context = context()
    _ = try context.make("StoreTrip", ["name": name])
    try context.save()
    return store
  }

  @Test func areDestroyedWithAllTheirFiles() throws {
    let url = folder.file("trips.sqlite")
    let store = try filled("trips.sqlite", "Alps")
    try coordinator.remove(store)
    try coordinator.destroyPersistentStore(at: url)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    // There is nothing to destroy any more, which is no error.
    try coordinator.destroyPersistentStore(at: url)
    try Data("some text that is no database".utf8).write(to: url)
    #expect(throws: StorageError.self) { try coordinator.destroyPersistentStore(at: url) }
    #expect(FileManager.default.fileExists(atPath: url.path))
  }

  @Test func areReplacedByCopiesOfOthers() throws {
    let store = try filled("old.sqlite", "Alps")
    let (old, new) = (folder.file("old.sqlite"), folder.file("new.sqlite"))
    try coordinator.replacePersistentStore(at: new, withPersistentStoreFrom: old)
    #expect(try trips(at: new) == ["Alps"])
    #expect(throws: ManagedObjectError.self) {
      try coordinator.replacePersistentStore(at: old, withPersistentStoreFrom: new)
    }
    try coordinator.remove(store)
    _ = try filled("newer.sqlite", "Rome")
    try coordinator.replacePersistentStore(
      at: old, withPersistentStoreFrom: folder.file("newer.sqlite"))
    #expect(try trips(at: old) == ["Rome"])
    let text = folder.file("text.txt")
    try Data("some text that is no database".utf8).write(to: text)
    #expect(throws: StorageError.self) {
      try coordinator.replacePersistentStore(at: text, withPersistentStoreFrom: old)
    }
    #expect(throws: (any Error).self) {
      try coordinator.replacePersistentStore(
        at: old, withPersistentStoreFrom: folder.file("none.sqlite"))
    }
    #expect(try trips(at: old) == ["Rome"])
  }

  @Test func moveToAnotherPlace() throws {
    let store = try filled("old.sqlite", "Alps")
    let context = context()
    let moved = try coordinator.migratePersistentStore(store, to: folder.file("new.sqlite"))
    #expect(coordinator.persistentStores == [moved] && moved.configurationName == "Trips")
    _ = try context.make("StoreTrip", ["name": "Rome"])
    try context.save()
    #expect(try trips(at: folder.file("old.sqlite")) == ["Alps"])
    #expect(try trips(at: folder.file("new.sqlite")) == ["Alps", "Rome"])
    #expect(throws: (any Error).self) {
      try coordinator.migratePersistentStore(moved, to: folder.file("old.sqlite"))
    }
    #expect(coordinator.persistentStores == [moved])
  }
}

extension Stores {
  @Test func tellOfSavesToThem() async throws {
    let description = description("Trips", "trips.sqlite")
    description.setOption(true, forKey: "NSPersistentStoreRemoteChangeNotificationOptionKey")
    let store = try coordinator.addPersistentStore(description)
    let tokens = Mutex<[NSPersistentHistoryToken]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: NSPersistentStoreCoordinator.remoteChangeNotification, object: coordinator,
      queue: nil
    ) { notification in
      let token = notification.userInfo?["historyToken"] as? NSPersistentHistoryToken
      if let token { tokens.withLock { $0.append(token) } }
      #expect(notification.userInfo?["NSStoreUUID"] as? String == store.identifier)
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    // Another coordinator is like another process: it tells nobody but by the file.
    let other = try NSPersistentStoreCoordinator(managedObjectModel: Self.model)
    try other.addPersistentStore(self.description("Trips", "trips.sqlite"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = other
    _ = try context.make("StoreTrip")
    try context.save()
    let deadline = ContinuousClock.now + .seconds(20)
    while tokens.withLock({ $0.isEmpty }), ContinuousClock.now < deadline { await Task.yield() }
    let told = tokens.withLock { $0 }
    #expect(try told == [other.currentPersistentHistoryToken()])
  }
}
