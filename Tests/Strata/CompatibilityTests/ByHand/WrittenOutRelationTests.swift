import SwiftData
import Testing

@Suite struct RelationshipsWrittenOutByHand {
  private let file: StoreFile
  private let context: ModelContext
  private let trip = WrittenTrip(name: "Alps")

  init() throws {
    file = try StoreFile()
    context = try file.context([WrittenTrip.self])
    context.insert(trip)
    try context.save()
  }

  private func stored() throws -> WrittenTrip {
    let context = try file.context([WrittenTrip.self])
    return try #require(try context.fetch(FetchDescriptor<WrittenTrip>()).first)
  }

  @Test func followFromEitherEnd() throws {
    let (bern, chur) = (WrittenStop(city: "Bern"), WrittenStop(city: "Chur"))
    trip.stops.append(bern)
    #expect(bern.trip === trip && bern.modelContext === context)
    chur.trip = trip
    #expect(trip.stops.map(\.city) == ["Bern", "Chur"])
    bern.trip = nil
    #expect(trip.stops.map(\.city) == ["Chur"])
    let other = WrittenTrip(name: "Andes", stops: [chur])
    context.insert(other)
    #expect(trip.stops.isEmpty && chur.trip === other)
    other.stops = [bern]
    #expect(bern.trip === other && chur.trip == nil)
    try context.save()
    let stops = try file.context([WrittenTrip.self]).fetch(
      FetchDescriptor<WrittenStop>(sortBy: [SortDescriptor(\.city)]))
    #expect(stops.map { $0.trip?.name } == ["Andes", nil])
  }

  @Test func areReadWhenSomebodyLooks() throws {
    trip.stops = ["Bern", "Chur", "Davos"].map { WrittenStop(city: $0) }
    try context.save()
    let other = try file.context([WrittenTrip.self])
    let found = try #require(try other.fetch(FetchDescriptor<WrittenTrip>()).first)
    #expect(found.stops.map(\.city) == ["Bern", "Chur", "Davos"])
    #expect(found.stops.allSatisfy { $0.trip === found })
    found.stops.remove(at: 1)
    try other.save()
    #expect(try stored().stops.map(\.city) == ["Bern", "Davos"])
  }

  @Test func goWithTheirOwner() throws {
    trip.stops = [WrittenStop(city: "Bern")]
    try context.save()
    context.delete(trip)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<WrittenStop>()) == 0)
  }

  @Test func leadToClassesOfTheMacro() throws {
    let (ann, bob) = (WrittenGuide(name: "Ann"), WrittenGuide(name: "Bob"))
    trip.guides = [ann]
    bob.trip = trip
    #expect(ann.trip === trip && trip.guides?.map(\.name) == ["Ann", "Bob"])
    try context.save()
    #expect(try stored().guides?.map(\.name) == ["Ann", "Bob"])
    ann.trip = nil
    #expect(trip.guides?.map(\.name) == ["Bob"])
    context.delete(trip)
    #expect(bob.trip == nil)
  }

  @Test func areLetGoWithTheContextsLoops() throws {
    trip.stops = [WrittenStop(city: "Bern")]
    try context.save()
    weak var gone: WrittenTrip?
    func look() throws {
      let other = try file.context([WrittenTrip.self])
      let found = try #require(try other.fetch(FetchDescriptor<WrittenTrip>()).first)
      #expect(found.stops.first?.trip === found)
      gone = found
    }
    try look()
    #expect(gone == nil)
  }
}
