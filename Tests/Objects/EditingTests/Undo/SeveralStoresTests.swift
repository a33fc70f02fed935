import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Groups that have changed objects of two stores.
@Suite(.alsoPartlyFetched) struct SeveralStores {
  private let folder: TemporaryFolder
  private let context: ModelContext
  private let manager = UndoManager()
  private let binder = Binder("A")
  private let trip = Trip("Alps")

  init() throws {
    folder = try TemporaryFolder()
    context = ModelContext(try Self.container(folder))
    context.insert(binder)
    context.insert(trip)
    try context.save()
    context.undoManager = manager
  }

  private static func container(_ folder: TemporaryFolder) throws -> ModelContainer {
    let archive = Schema([Binder.self, Paper.self, Letter.self, Cover.self, Tag.self])
    let trips = Schema([Trip.self, Stop.self])
    return try ModelContainer(
      for: Schema([
        Binder.self, Paper.self, Letter.self, Cover.self, Tag.self, Trip.self, Stop.self,
      ]),
      configurations: ModelConfiguration("archive", schema: archive, url: folder.store("archive")),
      ModelConfiguration("trips", schema: trips, url: folder.store("trips")))
  }

  @Test func goBackTogether() throws {
    binder.name = "B"
    binder.papers.append(Paper("1"))
    trip.name = "Jura"
    trip.stops.append(Stop("Bern"))
    try context.save()
    #expect(manager.undoCount == 1)
    try manager.undo()
    try context.save()
    #expect(
      binder.name == "A" && trip.name == "Alps" && binder.papers.isEmpty && trip.stops.isEmpty)
    try manager.redo()
    try context.save()
    let other = ModelContext(try Self.container(folder))
    #expect(try other.all(Binder.self).first?.papers.map(\.title) == ["1"])
    #expect(try other.all(Trip.self).first?.stops.map(\.name) == ["Bern"])
  }

  @Test func stayTogetherWhereOneCantGoBack() throws {
    binder.name = "B"
    trip.name = "Jura"
    try context.save()
    let other = ModelContext(try Self.container(folder))
    try other.all(Trip.self).first?.name = "Eifel"
    try other.save()
    #expect(throws: UndoError.changed(object: trip.persistentModelID, property: "name")) {
      try manager.undo()
    }
    #expect(binder.name == "B" && trip.name == "Eifel" && !context.hasChanges)
  }
}
