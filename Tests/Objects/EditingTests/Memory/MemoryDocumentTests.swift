import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

/// What `Docs/Memory.md` shows, run.
@Suite(.alsoPartlyFetched) struct MemoryDocument {
  @Model final class Trip: TemporalModel {
    var name: String
    var distance = 0.0
    var stops: [Stop] = []
    init(name: String) { self.name = name }
  }

  @Model final class Stop: TemporalModel {
    @Relationship(inverse: \Trip.stops) var trip: Trip?
    init() {}
  }

  private let folder: TemporaryFolder
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: [Trip.self, Stop.self], configuration: ModelConfiguration(url: folder.store()))
    context = ModelContext(container)
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Memory.md")
    #expect(page.examples.count >= 5)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func readsAndUndoes() throws {
    let trip = Trip(name: "Jura")
    context.insert(trip)
    try context.save()
    trip.distance = 20
    try context.save()
    trip.name = "Vosges"
    try context.save()
    for change in try context.changes(of: trip) {
      let distance = change.difference["distance"]
      print(
        change.timestamp, change.author ?? "-", try distance?.after?.value(as: Double.self) ?? 0)
    }
    for change in try context.difference(from: 1, to: 3) {
      print(change.kind, change.object, change.properties.map(\.name))
    }
    let all = try context.difference(from: 1, to: 3)
    #expect(all.map { $0.properties.map(\.name) } == [["name", "distance"]])
    let past = try ModelContext(container, asOf: .now)
    #expect(try past.fetchCount(FetchDescriptor<Trip>()) == 1)
    try context.undo(transaction: 2)
    try context.save()
    #expect(trip.distance == 0 && trip.name == "Vosges")
  }

  @Test func readsThePast() throws {
    func trips() throws -> [Trip] {
      let lastWeek = try ModelContext(container, asOf: .now - 7 * 86_400)
      let trips = try lastWeek.fetch(
        FetchDescriptor<Trip>(
          predicate: #Predicate { $0.distance > 10 }, sortBy: [SortDescriptor(\.name)]))
      return trips
    }
    let trip = Trip(name: "Jura")
    trip.distance = 20
    context.insert(trip)
    try context.save()
    // The store was made just now: a week ago it was empty.
    #expect(try trips().isEmpty)
  }
}
