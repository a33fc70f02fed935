import SwiftData
import Testing

@Suite struct DataStoreTests {
  private typealias Trip = Journey.Trip
  private typealias Stop = Journey.Stop
  private typealias Tag = Journey.Tag

  private let folder: URL
  private let configuration: JSONStoreConfiguration
  private let context: ModelContext

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-datastore-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    configuration = JSONStoreConfiguration(
      name: "trips", schema: Schema(Journey.models),
      fileURL: folder.appendingPathComponent("trips.json"))
    context = try Self.open(configuration)
  }

  private static func open(_ configuration: JSONStoreConfiguration) throws -> ModelContext {
    let schema = Schema(Journey.models)
    return ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
  }

  private func reopen() throws -> ModelContext { try Self.open(configuration) }

  /// Saves a trip to the Alps with two stops and a tag, and one to the sea.
  private func fill() throws -> Trip {
    let trip = Trip("Alps", distance: 12.5)
    trip.begins = Date(timeIntervalSinceReferenceDate: 700_000_000)
    trip.place = Journey.Place(latitude: 47, longitude: 11.5)
    trip.photo = Data([0, 255, 7])
    trip.notes = ["a", "\"b\""]
    trip.stops = [Stop("Zug"), Stop("Arth"), Stop("Brig")]
    trip.tags = [Tag("snow"), Tag("far")]
    let other = Trip("Baltic", distance: 3)
    other.kind = .sea
    other.tags = [trip.tags[1]]
    context.insert(trip)
    context.insert(other)
    try context.save()
    return trip
  }

  private func trip(_ name: String, in context: ModelContext) throws -> Trip {
    try #require(
      try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == name })).first)
  }

  @Test func objectsAreReadBackFromAnotherContainer() throws {
    _ = try fill()
    let found = try trip("Alps", in: try reopen())
    #expect(found.distance == 12.5 && found.kind == .land)
    #expect(found.begins == Date(timeIntervalSinceReferenceDate: 700_000_000))
    #expect(found.place == Journey.Place(latitude: 47, longitude: 11.5))
    #expect(found.photo == Data([0, 255, 7]) && found.notes == ["a", "\"b\""])
    #expect(found.stops.map(\.place) == ["Zug", "Arth", "Brig"])
    #expect(found.stops.allSatisfy { $0.trip === found })
    #expect(found.tags.map(\.word).sorted() == ["far", "snow"])
    let far = try #require(found.tags.first { $0.word == "far" })
    #expect(far.trips.map(\.name).sorted() == ["Alps", "Baltic"])
  }

  @Test func theContextFiltersAndSorts() throws {
    _ = try fill()
    let context = try reopen()
    let names = try context.fetch(
      FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.distance)])
    ).map(\.name)
    #expect(names == ["Baltic", "Alps"])
    let long = #Predicate<Trip> { $0.distance > 5 && $0.stops.contains { $0.place == "Arth" } }
    #expect(try context.fetch(FetchDescriptor(predicate: long)).map(\.name) == ["Alps"])
    #expect(try context.fetchCount(FetchDescriptor(predicate: long)) == 1)
    #expect(try context.fetchIdentifiers(FetchDescriptor<Trip>()).count == 2)
    var limited = FetchDescriptor<Stop>(sortBy: [SortDescriptor(\.place)])
    limited.fetchLimit = 2
    #expect(try context.fetch(limited).map(\.place) == ["Arth", "Brig"])
  }

  @Test func identifiersAreTheStoresAndRemain() throws {
    let trip = try fill()
    let identifier = trip.persistentModelID
    #expect(identifier.storeIdentifier == "trips.json")
    let data = try JSONEncoder().encode(identifier)
    let context = try reopen()
    let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: data)
    let found = try #require(context.model(for: decoded) as? Trip)
    #expect(found.name == "Alps" && found.persistentModelID == identifier)
    let registered: Trip? = context.registeredModel(for: identifier)
    #expect(registered === found)
    let same = #Predicate<Trip> { $0.persistentModelID == identifier }
    #expect(try context.fetch(FetchDescriptor(predicate: same)) == [found])
    let none = try PersistentIdentifier.identifier(
      for: "trips.json", entityName: "Trip", primaryKey: UUID())
    #expect((context.model(for: none) as? Trip)?.modelContext == nil)
  }

  @Test func changesAndDeletionsAreHandedOver() throws {
    let trip = try fill()
    configuration.log.requests = []
    context.author = "planner"
    trip.distance = 20
    try context.save()
    #expect(configuration.log.requests == [[[], ["Trip"], []]])
    #expect(configuration.log.author == "planner")
    context.delete(trip.stops[0])
    try context.save()
    #expect(configuration.log.requests.last == [[], ["Trip"], ["Stop"]])
    #expect(try self.trip("Alps", in: try reopen()).stops.map(\.place) == ["Arth", "Brig"])
    context.delete(trip)
    try context.save()
    #expect(configuration.log.requests.last == [[], ["Tag", "Tag"], ["Stop", "Stop", "Trip"]])
    let other = try reopen()
    #expect(try other.fetchCount(FetchDescriptor<Stop>()) == 0)
    #expect(try other.fetch(FetchDescriptor<Trip>()).map(\.name) == ["Baltic"])
  }

  @Test(arguments: [false, true])
  func deletedObjectsLeaveRelationshipsWithoutAnInverse(inBatch: Bool) throws {
    let trip = try fill()
    let guide = Journey.Guide("Ada")
    guide.places = [trip.stops[0], trip.stops[2]]
    context.insert(guide)
    try context.save()
    configuration.log.requests = []
    if inBatch {
      #expect(try context.batchDelete(Stop.self, where: #Predicate { $0.place == "Zug" }) == 1)
    } else {
      context.delete(trip.stops[0])
      try context.save()
    }
    #expect(configuration.log.requests == [[[], ["Guide", "Trip"], ["Stop"]]])
    let found = try #require(try reopen().fetch(FetchDescriptor<Journey.Guide>()).first)
    #expect(found.places.map(\.place) == ["Brig"])
  }

  @Test func relationshipsAreMovedAtBothEnds() throws {
    let trip = try fill()
    let baltic = try self.trip("Baltic", in: context)
    baltic.stops.append(trip.stops[1])
    trip.tags = []
    try context.save()
    let other = try reopen()
    #expect(try self.trip("Alps", in: other).stops.map(\.place) == ["Zug", "Brig"])
    #expect(try self.trip("Baltic", in: other).stops.map(\.place) == ["Arth"])
    let tags = try other.fetch(FetchDescriptor<Tag>(sortBy: [SortDescriptor(\.word)]))
    #expect(tags.map { $0.trips.map(\.name) } == [["Baltic"], []])
  }

  @Test func aRefusedSaveSavesNothing() throws {
    let trip = try fill()
    struct Refusal: Error {}
    configuration.log.refusal = Refusal()
    trip.distance = 99
    context.insert(Trip("Jura"))
    #expect(throws: Refusal.self) { try context.save() }
    #expect(context.hasChanges && trip.distance == 99)
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Trip>()) == 2)
    #expect(try self.trip("Alps", in: try reopen()).distance == 12.5)
    configuration.log.refusal = nil
    try context.save()
    #expect(try reopen().fetchCount(FetchDescriptor<Trip>()) == 3)
  }

  @Test func theNextFetchShowsWhatAnotherContainerHasSaved() throws {
    let trip = try fill()
    let other = try reopen()
    let same = try self.trip("Alps", in: other)
    same.distance = 40
    same.stops.append(Stop("Visp"))
    same.stops.removeFirst()
    other.delete(try self.trip("Baltic", in: other))
    other.insert(Trip("Jura"))
    try other.save()
    let names = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
      .map(\.name)
    #expect(names == ["Alps", "Jura"])
    #expect(trip.distance == 40)
    #expect(trip.stops.map(\.place).sorted() == ["Arth", "Brig", "Visp"])
  }

  @Test func otherContextsOfTheContainerMergeSaves() throws {
    let trip = try fill()
    let other = ModelContext(context.container)
    let same = try self.trip("Alps", in: other)
    trip.distance = 77
    try context.save()
    _ = try other.fetchCount(FetchDescriptor<Trip>())
    #expect(same.distance == 77)
  }

  @Test func uniqueValuesMergeObjects() throws {
    let trip = try fill()
    let identifier = trip.persistentModelID
    configuration.log.requests = []
    context.insert(Trip("Alps", distance: 1))
    try context.save()
    #expect(configuration.log.requests.last?[0] == [])
    let found = try self.trip("Alps", in: try reopen())
    #expect(found.distance == 1 && found.persistentModelID == identifier)
  }

  @Test func batchesReachTheStore() throws {
    _ = try fill()
    #expect(try context.batchUpdate(where: \Trip.distance > 0, .set(\.distance, to: 5)) == 2)
    #expect(try context.batchDelete(Tag.self, where: #Predicate { $0.word != "" }) == 2)
    let other = try reopen()
    #expect(try other.fetch(FetchDescriptor<Trip>()).map(\.distance) == [5, 5])
    #expect(try other.fetchCount(FetchDescriptor<Tag>()) == 0)
    #expect(try self.trip("Alps", in: other).tags == [])
  }

  @Test func erasingDeletesAllObjects() throws {
    _ = try fill()
    try context.container.erase()
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 0)
    #expect(try reopen().fetchCount(FetchDescriptor<Stop>()) == 0)
  }

  @Test func undoneChangesAreHandedOver() throws {
    let trip = try fill()
    context.undoManager = UndoManager()
    context.delete(trip)
    try context.save()
    context.undoManager?.undo()
    try context.save()
    let found = try self.trip("Alps", in: try reopen())
    #expect(found.stops.count == 3 && found.tags.count == 2)
  }

  @Test func aStoreCanBeBesideStratasOwn() throws {
    let url = folder.appendingPathComponent("orders.store")
    let own = ModelConfiguration("orders", schema: Schema([Shop.Customer.self]), url: url)
    let schema = Schema(Journey.models + [Shop.Customer.self])
    let container = try ModelContainer(for: schema, configurations: [own, configuration])
    let both = ModelContext(container)
    both.insert(Trip("Alps"))
    both.insert(Shop.Customer(email: "a", name: "Ann"))
    try both.save()
    #expect(try reopen().fetchCount(FetchDescriptor<Trip>()) == 1)
    struct Refusal: Error {}
    configuration.log.refusal = Refusal()
    both.insert(Trip("Jura"))
    both.insert(Shop.Customer(email: "b", name: "Bob"))
    #expect(throws: Refusal.self) { try both.save() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Shop.Customer>()) == 1)
  }

  @Test func whatCanNotBeReadIsAnErrorWithTheProperty() throws {
    let trip = try fill()
    let text = try String(contentsOf: configuration.fileURL, encoding: .utf8)
    try Data(text.replacing("\"distance\":12.5", with: "\"distance\":\"far\"").utf8).write(
      to: configuration.fileURL)
    let error = #expect(throws: (any Error).self) { try reopen() }
    #expect("\(error as Any)".contains("distance"), "\(error as Any)")
    #expect(trip.distance == 12.5)
  }

  @Test func aLinkToNothingIsAnErrorWithTheProperty() throws {
    let trip = try fill()
    let identifier = trip.persistentModelID
    var snapshots = try JSONDecoder().decode(
      [DefaultSnapshot].self, from: Data(contentsOf: configuration.fileURL))
    snapshots.removeAll { $0.persistentIdentifier == identifier }
    try JSONEncoder().encode(snapshots).write(to: configuration.fileURL)
    let error = #expect(throws: DataStoreError.self) { try reopen() }
    guard case .missingObject(_, _, identifier)? = error else {
      Issue.record("\(error as Any)")
      return
    }
  }
}
