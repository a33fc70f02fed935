@_spi(Query) import StrataModel
import SwiftData
import Synchronization
import Testing

@Suite struct ModelsWrittenOutByHand {
  private let file: StoreFile
  private let context: ModelContext

  init() throws {
    file = try StoreFile()
    context = try file.context([WrittenItem.self, WrittenTrip.self])
  }

  private func anew() throws -> ModelContext {
    try file.context([WrittenItem.self, WrittenTrip.self])
  }

  private func trips(_ context: ModelContext) throws -> [WrittenTrip] {
    try context.fetch(FetchDescriptor<WrittenTrip>(sortBy: [SortDescriptor(\.name)]))
  }

  @Test func areSavedAndRead() throws {
    let date = Date(timeIntervalSinceReferenceDate: 1_000)
    try reopen(WrittenItem(timestamp: date)) { item in
      #expect(item.timestamp == date && !item.hasChanges)
      item.timestamp += 60
      #expect(item.timestamp == date + 60 && item.hasChanges)
    }
  }

  @Test func haveTheColumnsThatTheirTypesSay() throws {
    let entity = try #require(Schema([WrittenTrip.self]).entitiesByName["WrittenTrip"])
    let columns = entity.attributes.flatMap(\.columns)
    #expect(columns.map(\.storageClass) == [.text, .integer, .text, .text, .text, .text, .blob])
    #expect(columns.map(\.isOptional) == [false, false, false, true, false, true, false])
    let name = try #require(entity.attributesByName["name"])
    #expect(name.isUnique && name.originalName == "title")
    let stops = try #require(entity.relationshipsByName["stops"])
    #expect(stops.deleteRule == .cascade && stops.inverseName == "trip" && !stops.isToOne)
  }

  @Test func beginWithTheirInitialValues() throws {
    let trip = WrittenTrip(name: "Alps")
    #expect(trip.nights == 1 && trip.kind == .leisure && trip.note == nil && trip.marks == 0)
    #expect(trip.budget == .init(amount: 0, currency: "EUR") && trip.guides == nil)
    #expect(trip.token != WrittenTrip(name: "Alps").token)
    let token = trip.token
    trip.marks = 7
    try reopen(trip, also: WrittenGuide.self) { found in
      #expect(found.name == "Alps" && found.nights == 1 && found.token == token)
      #expect(found.kind == .leisure && found.earlierKind == nil && found.marks == 0)
      #expect(found.budget == .init(amount: 0, currency: "EUR"))
    }
  }

  @Test func areFetchedByPredicatesAndSorted() throws {
    for (name, nights) in [("Alps", 7), ("Rome", 2), ("Oslo", 4)] {
      let trip = WrittenTrip(name: name, stops: [WrittenStop(city: "\(name) station")])
      trip.nights = Int16(nights)
      context.insert(trip)
    }
    try context.save()
    for context in [context, try anew()] {
      let long = try context.fetch(
        FetchDescriptor<WrittenTrip>(
          predicate: #Predicate { $0.nights > 2 }, sortBy: [SortDescriptor(\.nights)]))
      #expect(long.map(\.name) == ["Oslo", "Alps"])
      let met = try context.fetch(
        FetchDescriptor<WrittenTrip>(
          predicate: #Predicate { $0.stops.contains { $0.city == "Rome station" } }))
      #expect(met.map(\.name) == ["Rome"])
      let stops = try context.fetch(
        FetchDescriptor<WrittenStop>(predicate: #Predicate { $0.trip?.name == "Oslo" }))
      #expect(stops.map(\.city) == ["Oslo station"])
    }
  }

  @Test func haveOneObjectForEachRow() throws {
    context.insert(WrittenTrip(name: "Alps"))
    try context.save()
    let other = try anew()
    let found = try #require(try trips(other).first)
    #expect(try trips(other).first === found)
    let id = found.persistentModelID
    #expect(other.registeredModel(for: id) as WrittenTrip? === found)
  }

  @Test func areForgottenWhenNobodyHasThem() throws {
    context.insert(WrittenTrip(name: "Alps"))
    try context.save()
    let other = try anew()
    weak var gone: WrittenTrip?
    func take() throws -> any BackingData<WrittenTrip> {
      let found = try #require(try trips(other).first)
      gone = found
      return found.persistentBackingData
    }
    let data = try take()
    #expect(gone == nil)
    // The values are still there, and the object isn't found by them.
    let again = try #require(try trips(other).first)
    #expect(data.getValue(forKey: \.name) == "Alps" && again.name == "Alps")
    again.name = "Andes"
    #expect(try trips(other).first === again && data.getValue(forKey: \.name) == "Alps")
  }

  @Test func areRolledBackAndUndone() throws {
    let trip = WrittenTrip(name: "Alps")
    context.insert(trip)
    try context.save()
    trip.name = "Andes"
    trip.note = "far"
    context.rollback()
    #expect(trip.name == "Alps" && trip.note == nil && !context.hasChanges)
    let manager = UndoManager()
    context.undoManager = manager
    trip.name = "Andes"
    try context.save()
    trip.stops = [WrittenStop(city: "Lima")]
    try context.save()
    manager.undo()
    #expect(trip.stops.isEmpty && trip.name == "Andes")
    manager.undo()
    #expect(trip.name == "Alps")
    manager.redo()
    #expect(trip.name == "Andes")
  }

  @Test func takeOnWhatOthersSave() throws {
    let trip = WrittenTrip(name: "Alps")
    context.insert(trip)
    try context.save()
    let other = try anew()
    let same = try #require(try trips(other).first)
    same.nights = 9
    same.stops.append(WrittenStop(city: "Bern"))
    try other.save()
    _ = try trips(context)
    #expect(trip.nights == 9 && trip.stops.map(\.city) == ["Bern"])
  }

  @Test func keepUniqueValuesUnique() throws {
    context.insert(WrittenTrip(name: "Alps"))
    try context.save()
    let again = WrittenTrip(name: "Alps")
    again.nights = 3
    context.insert(again)
    try context.save()
    #expect(try trips(anew()).map(\.nights) == [3])
  }

  @Test func areObservedPropertyByProperty() throws {
    let trip = WrittenTrip(name: "Alps")
    context.insert(trip)
    try context.save()
    let told = Mutex<[String]>([])
    func watch<Value>(_ name: String, _ value: () -> Value) {
      withObservationTracking {
        _ = value()
      } onChange: {
        told.withLock { $0.append(name) }
      }
    }
    watch("name") { trip.name }
    watch("nights") { trip.nights }
    trip.nights = 2
    #expect(told.withLock { $0 } == ["nights"])
    // By the other end of a relationship, and by what others save.
    watch("stops") { trip.stops.count }
    context.insert(WrittenStop(city: "Bern", trip: trip))
    #expect(told.withLock { $0 } == ["nights", "stops"])
    try context.save()
    let other = try anew()
    try #require(try trips(other).first).name = "Andes"
    try other.save()
    _ = try trips(context)
    #expect(told.withLock { $0 } == ["nights", "stops", "name"] && trip.name == "Andes")
  }

  @Test func areChangedByTheirBackingData() throws {
    let trip = WrittenTrip(name: "Alps")
    context.insert(trip)
    try context.save()
    let told = Mutex(0)
    withObservationTracking {
      _ = trip.note
      _ = trip.name
    } onChange: {
      told.withLock { $0 += 1 }
    }
    let data = trip.persistentBackingData
    #expect(data.persistentModelID == trip.persistentModelID)
    data.setValue(forKey: \.note, to: "far")
    #expect(trip.note == "far" && trip.hasChanges && told.withLock { $0 } == 0)
    data.setValue(forKey: \.name, to: "Andes")
    #expect(told.withLock { $0 } == 1 && data.getValue(forKey: \.name) == "Andes")
    let stop = WrittenStop(city: "Lima")
    data.setValue(forKey: \.stops, to: [stop])
    #expect(stop.trip === trip)
    try context.save()
    #expect(try trips(anew()).map(\.note) == ["far"])
  }

  @Test func areMadeOfBackingData() throws {
    let data = WrittenTrip.createBackingData()
    #expect(data.persistentModelID == nil && data.getValue(forKey: \.nights) == 1)
    data.setValue(forKey: \.name, to: "Alps")
    data.setValue(forKey: \.stops, to: [WrittenStop(city: "Bern")])
    let trip = WrittenTrip(backingData: data)
    #expect(trip.name == "Alps" && trip.nights == 1)
    context.insert(trip)
    #expect(trip.stops.first?.trip === trip)
    try context.save()
    #expect(try trips(anew()).first?.stops.map(\.city) == ["Bern"])
  }

  @Test func giveTheirValuesByName() throws {
    let trip = WrittenTrip(name: "Alps")
    context.insert(trip)
    #expect(try trip.columnValues(forKey: "name") == [.text("Alps")])
    try trip.setColumnValues([.integer(5)], forKey: "nights")
    #expect(trip.nights == 5)
    let found = try context.fetch(FetchDescriptor<WrittenTrip>())
    #expect(found.map(\.nights) == [5])
    #expect(trip[keyPath: \.kind] == .leisure)
  }
}
