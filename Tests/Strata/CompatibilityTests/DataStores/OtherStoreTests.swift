import SwiftData
import Testing

/// A model whose store has snapshots of its own type.
@Model private final class Sensor {
  var name: String
  var value: Double
  var moment: Date?
  init(_ name: String, value: Double) {
    self.name = name
    self.value = value
  }
}

private struct SensorSnapshot: DataStoreSnapshot {
  let persistentIdentifier: PersistentIdentifier
  var name = ""
  var value = 0.0
  var moment: Date?

  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    persistentIdentifier =
      backingData.persistentModelID ?? Sensor("", value: 0).persistentModelID
    guard let data = backingData as? any BackingData<Sensor> else { return }
    name = data.getValue(forKey: \.name)
    value = data.getValue(forKey: \.value)
    moment = data.getValue(forKey: \.moment)
  }

  private init(_ identifier: PersistentIdentifier, _ other: SensorSnapshot) {
    persistentIdentifier = identifier
    (name, value, moment) = (other.name, other.value, other.moment)
  }

  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> SensorSnapshot { SensorSnapshot(persistentIdentifier, self) }
}

private struct SensorConfiguration: DataStoreConfiguration {
  typealias Store = SensorStore

  var name = "sensors"
  var schema: Schema?
  let memory: Memory

  // Each test uses it on one thread.
  final class Memory: @unchecked Sendable {
    var snapshots: [PersistentIdentifier: SensorSnapshot] = [:]
    var count = 0
    var givesTakenIdentifiers = false
  }

  static func == (lhs: SensorConfiguration, rhs: SensorConfiguration) -> Bool {
    lhs.memory === rhs.memory
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Gives numbers, and rounds the values of what is saved.
private final class SensorStore: DataStore {
  typealias Snapshot = SensorSnapshot

  let configuration: SensorConfiguration
  let schema: Schema
  let identifier = "service"

  init(_ configuration: SensorConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws
  {
    self.configuration = configuration
    schema = configuration.schema ?? Schema([])
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, SensorSnapshot> {
    DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: Array(configuration.memory.snapshots.values))
  }

  func save(
    _ request: DataStoreSaveChangesRequest<SensorSnapshot>
  ) throws -> DataStoreSaveChangesResult<SensorSnapshot> {
    let memory = configuration.memory
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    var changed: [PersistentIdentifier: SensorSnapshot] = [:]
    for snapshot in request.inserted {
      if !memory.givesTakenIdentifiers { memory.count += 1 }
      remapped[snapshot.persistentIdentifier] = try .identifier(
        for: identifier, entityName: "Sensor", primaryKey: memory.count)
    }
    for snapshot in request.inserted + request.updated {
      let key = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      var stored = snapshot.copy(persistentIdentifier: key, remappedIdentifiers: remapped)
      stored.value = stored.value.rounded()
      memory.snapshots[key] = stored
      changed[key] = stored
    }
    for snapshot in request.deleted {
      memory.snapshots[snapshot.persistentIdentifier] = nil
    }
    return DataStoreSaveChangesResult(
      for: identifier, remappedIdentifiers: remapped, snapshotsToReregister: changed)
  }
}

@Suite struct SnapshotTypeTests {
  private let configuration = SensorConfiguration(memory: .init())

  private func open() throws -> ModelContext {
    ModelContext(try ModelContainer(for: Sensor.self, configurations: configuration))
  }

  @Test func snapshotsMayHaveATypeOfTheirOwn() throws {
    let context = try open()
    let sensor = Sensor("a", value: 2)
    sensor.moment = Date(timeIntervalSinceReferenceDate: 5)
    context.insert(sensor)
    try context.save()
    #expect("\(sensor.persistentModelID)" == "Sensor/1")
    sensor.value = 3
    try context.save()
    let other = try open()
    let found = try #require(try other.fetch(FetchDescriptor<Sensor>()).first)
    #expect(found.name == "a" && found.value == 3 && found.moment == sensor.moment)
    other.delete(found)
    try other.save()
    #expect(configuration.memory.snapshots.isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Sensor>()) == 0)
  }

  @Test func theNextFetchShowsWhatTheStoreHasChanged() throws {
    let context = try open()
    let sensor = Sensor("a", value: 2.4)
    context.insert(sensor)
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Sensor>()).map(\.value) == [2])
    #expect(sensor.value == 2)
  }

  @Test func anIdentifierIsGivenOnce() throws {
    let context = try open()
    context.insert(Sensor("a", value: 1))
    try context.save()
    configuration.memory.givesTakenIdentifiers = true
    context.insert(Sensor("b", value: 1))
    #expect(throws: DataStoreError.self) { try context.save() }
  }

  @Test func aConfigurationWithoutASchemaGetsTheContainers() throws {
    let context = try open()
    #expect(context.container.schema.entities.map(\.name) == ["Sensor"])
    #expect(try context.fetch(FetchDescriptor<Sensor>()).isEmpty)
  }
}

@Suite struct DefaultStoreTests {
  @Test func stratasOwnStoreTakesAndGivesSnapshots() throws {
    let schema = Schema(Journey.models)
    let store = try DefaultStore(
      ModelConfiguration("own", schema: schema, isStoredInMemoryOnly: true))
    // A custom store in front of it, which hands all requests on.
    let context = ModelContext(
      try ModelContainer(
        for: schema, configurations: [PassingConfiguration(schema: schema, store: store)]))
    let trip = Journey.Trip("Alps", distance: 4)
    trip.stops = [Journey.Stop("Zug"), Journey.Stop("Brig")]
    trip.tags = [Journey.Tag("far")]
    context.insert(trip)
    try context.save()
    #expect(trip.persistentModelID.storeIdentifier == store.identifier)
    trip.stops[0].place = "Arth"
    context.delete(trip.tags[0])
    try context.save()
    let other = ModelContext(
      try ModelContainer(
        for: schema, configurations: [PassingConfiguration(schema: schema, store: store)]))
    let found = try #require(try other.fetch(FetchDescriptor<Journey.Trip>()).first)
    #expect(found.distance == 4 && found.stops.map(\.place) == ["Arth", "Brig"])
    #expect(found.tags.isEmpty && found.persistentModelID == trip.persistentModelID)
  }

  @Test func stratasOwnStoreKeepsTimesAndDeletedObjects() throws {
    let schema = Schema([Letter.self])
    let store = try DefaultStore(
      ModelConfiguration("letters", schema: schema, isStoredInMemoryOnly: true))
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: schema, configurations: [PassingConfiguration(schema: schema, store: store)]))
    }
    let context = try open()
    let letter = Letter("Dear Ada")
    context.insert(letter)
    context.insert(Letter("Dear Bea"))
    try context.save()
    let updated = letter.updated
    // The store has written the times of the container, and so tells of no further change.
    #expect(try context.fetchCount(FetchDescriptor<Letter>()) == 2)
    #expect(letter.updated == updated && letter.created == updated)
    context.delete(letter)
    try context.save()
    for context in [context, try open()] {
      #expect(try context.fetch(FetchDescriptor<Letter>()).map(\.text) == ["Dear Bea"])
      var all = FetchDescriptor<Letter>(sortBy: [SortDescriptor(\.text)])
      all.includeDeletedObjects = true
      #expect(try context.fetch(all).map(\.text) == ["Dear Ada", "Dear Bea"])
    }
    try context.restore(letter)
    try context.save()
    #expect(try open().fetchCount(FetchDescriptor<Letter>()) == 2)
    context.purge(letter)
    try context.save()
    #expect(try open().fetch(FetchDescriptor<Letter>()).map(\.text) == ["Dear Bea"])
  }
}

@Model final class Letter {
  @Attribute(.createdAt) var created: Date
  @Attribute(.updatedAt) var updated: Date
  @Attribute(.deletedAt) var deleted: Date?
  var text: String

  init(_ text: String) { self.text = text }
}

private struct PassingConfiguration: DataStoreConfiguration {
  typealias Store = PassingStore

  var name = "passing"
  var schema: Schema?
  let store: DefaultStore

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.store === rhs.store }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

private final class PassingStore: DataStore {
  typealias Snapshot = DefaultSnapshot

  let configuration: PassingConfiguration
  var identifier: String { configuration.store.identifier }
  var schema: Schema { configuration.store.schema }

  init(_ configuration: PassingConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws
  {
    self.configuration = configuration
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> { try configuration.store.fetch(request) }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { try configuration.store.save(request) }
}
