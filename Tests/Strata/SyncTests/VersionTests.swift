import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

@testable import StrataSync

/// An earlier and a later version of a program's classes.
private enum Earlier {
  @Model final class Trip {
    var name: String
    init(_ name: String) { self.name = name }
  }

  static func open(_ store: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Trip.self] + Schema.syncModels),
      configurations: ModelConfiguration(url: store))
  }
}

private enum Later {
  @Model final class Trip {
    var name: String
    var rating: Int = 0
    var stops: [Stop] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Stop {
    var place: String
    @Relationship(inverse: \Trip.stops) var trip: Trip?
    init(_ place: String) { self.place = place }
  }

  static func open(_ store: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Trip.self, Stop.self] + Schema.syncModels),
      configurations: ModelConfiguration(url: store))
  }
}

/// Programs of different versions that sync.
@Suite(.serialized, .timeLimit(.scaledMinutes(5))) struct SyncedVersions {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ name: String) -> URL { folder.url.appending(path: name + ".store") }

  private func edit(_ container: ModelContainer, _ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(container)
    try body(context)
    try context.save()
  }

  @Test func leaveWhatAnEarlierOneDoesNotKnow() async throws {
    let center = try Later.open(store("center"))
    let server = try SyncServer(center)
    try edit(center) { context in
      let trip = Later.Trip("Jura")
      context.insert(trip)
      trip.rating = 5
      trip.stops = [Later.Stop("Dole")]
    }
    let old = try Earlier.open(store("laptop"))
    try await Replica(old, transport: server).sync()
    try edit(old) { context in
      try #require(try context.fetch(FetchDescriptor<Earlier.Trip>()).first).name = "Jura!"
    }
    try await Replica(old, transport: server).sync()
    let trips = try ModelContext(center).fetch(FetchDescriptor<Later.Trip>())
    #expect(trips.map(\.name) == ["Jura!"])
    #expect(trips.map(\.rating) == [5] && trips.first?.stops.count == 1)

    // The laptop's program is updated, and asks for what it had left out.
    try await old.close()
    let new = try Later.open(store("laptop"))
    try await Replica(new, transport: server).sync()
    let trip = try #require(try ModelContext(new).fetch(FetchDescriptor<Later.Trip>()).first)
    #expect(trip.rating == 5 && trip.stops.map(\.place) == ["Dole"])
    #expect(try ModelContext(new).fetchCount(FetchDescriptor<SyncConflict>()) == 0)
  }

  @Test func areRefusedByAnEarlierServerUntilItIsUpdated() async throws {
    let center = try Earlier.open(store("center"))
    let new = try Later.open(store("laptop"))
    try edit(new) { context in
      let trip = Later.Trip("Jura")
      context.insert(trip)
      trip.rating = 5
    }
    let result = try await Replica(new, transport: SyncServer(center)).sync()
    #expect(result.refusal?.contains("no property rating of Trip") ?? false, "\(result)")
    #expect(try ModelContext(center).fetchCount(FetchDescriptor<Earlier.Trip>()) == 0)
    try await center.close()
    let updated = try Later.open(store("center"))
    #expect(
      try await Replica(new, transport: SyncServer(updated)).sync().refusal == nil)
    #expect(
      try ModelContext(updated).fetch(FetchDescriptor<Later.Trip>()).map(\.rating) == [5])
  }

  /// A command-line tool of an earlier version syncs the store of a later app.
  @Test func pushWhatAnEarlierProgramHasLeftOut() async throws {
    let center = try Later.open(store("center"))
    let app = try Later.open(store("laptop"))
    try edit(app) { $0.insert(Later.Trip("Jura")) }
    try await Replica(app, transport: SyncServer(center)).sync()
    try edit(app) { context in
      let trip = try #require(try context.fetch(FetchDescriptor<Later.Trip>()).first)
      trip.rating = 5
      trip.stops = [Later.Stop("Dole")]
    }
    try await app.close()
    let tool = try Earlier.open(store("laptop"))
    try await Replica(tool, transport: SyncServer(center)).sync()
    try edit(tool) { context in
      try #require(try context.fetch(FetchDescriptor<Earlier.Trip>()).first).name = "Jura!"
    }
    try await Replica(tool, transport: SyncServer(center)).sync()
    func trip() throws -> Later.Trip? {
      try ModelContext(center).fetch(FetchDescriptor<Later.Trip>()).first
    }
    #expect(try trip()?.name == "Jura!")
    #expect(try trip()?.rating == 0)
    try await tool.close()
    let again = try Later.open(store("laptop"))
    for _ in 0..<2 { try await Replica(again, transport: SyncServer(center)).sync() }
    let context = ModelContext(center)
    let pushed = try #require(try context.fetch(FetchDescriptor<Later.Trip>()).first)
    #expect(pushed.rating == 5 && pushed.stops.map(\.place) == ["Dole"])
    #expect(try ModelContext(again).fetchCount(FetchDescriptor<SyncConflict>()) == 0)
    #expect(try await Replica(again, transport: SyncServer(center)).status.pendingCount == 0)
  }

  /// Two versions of a server's program answer in turn.
  @Test func getWhatAnEarlierServerHasLeftOut() async throws {
    let later = try Later.open(store("center"))
    let laptop = try Later.open(store("laptop"))
    try edit(later) { $0.insert(Later.Trip("Jura")) }
    try await Replica(laptop, transport: SyncServer(later)).sync()
    try edit(later) { context in
      let trip = try #require(try context.fetch(FetchDescriptor<Later.Trip>()).first)
      trip.rating = 5
      trip.stops = [Later.Stop("Dole")]
    }
    try await later.close()
    let earlier = try Earlier.open(store("center"))
    try await Replica(laptop, transport: SyncServer(earlier)).sync()
    try await earlier.close()
    let again = try Later.open(store("center"))
    try await Replica(laptop, transport: SyncServer(again)).sync()
    let context = ModelContext(laptop)
    let trip = try #require(try context.fetch(FetchDescriptor<Later.Trip>()).first)
    #expect(trip.rating == 5 && trip.stops.map(\.place) == ["Dole"])
  }

  @Test func knowRenamedProperties() async throws {
    let center = try Earlier.open(store("center"))
    let laptop = try Earlier.open(store("laptop"))
    try edit(laptop) { $0.insert(Earlier.Trip("Jura")) }
    try await Replica(laptop, transport: SyncServer(center)).sync()
    // A pending change has the former name.
    try edit(laptop) { context in
      try #require(try context.fetch(FetchDescriptor<Earlier.Trip>()).first).name = "Jura!"
    }
    for container in [center, laptop] { try await container.close() }
    let newCenter = try Renamed.open(store("center"))
    let newLaptop = try Renamed.open(store("laptop"))
    let replica = try Replica(newLaptop, transport: SyncServer(newCenter))
    let result = try await replica.sync()
    #expect(result.refusal == nil && result.pushedCount == 1, "\(result)")
    for container in [newCenter, newLaptop] {
      let trips = try ModelContext(container).fetch(FetchDescriptor<Renamed.Trip>())
      #expect(trips.map(\.title) == ["Jura!"])
    }
  }
}

/// The property has another name than before.
private enum Renamed {
  @Model final class Trip {
    @Attribute(originalName: "name") var title: String
    init(_ title: String) { self.title = title }
  }

  static func open(_ store: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Trip.self] + Schema.syncModels),
      configurations: ModelConfiguration(url: store))
  }
}
