import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What `Docs/Undo.md` shows, run.
@Suite(.alsoPartlyFetched) struct UndoDocument {
  private let context: ModelContext
  private let trip = Trip("Alps")

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Trip.self, configurations: .temporary))
    trip.stops = [Stop("Bern"), Stop("Basel")]
    context.insert(trip)
    try context.save()
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Undo.md")
    #expect(page.examples.count >= 7)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func undoesASave() throws {
    let undo = UndoManager()
    context.undoManager = undo
    trip.name = "Jura"
    context.delete(trip.stops[0])
    try context.save()
    try undo.undo()
    #expect(trip.name == "Alps" && trip.stops.map(\.name) == ["Bern", "Basel"])
    try undo.redo()
    try context.save()
    context.author = "undo"
    try context.transaction { try undo.undo() }
    #expect(try context.historyEntries().last?.author == "undo" && !context.hasChanges)
    trip.name = "Vosges"
    undo.setActionName("Rename")
    try context.save()
    print("Undo \(undo.undoActionName)")
    #expect(undo.undoActionName == "Rename")
  }

  @Test func groupsByHand() throws {
    let undo = UndoManager()
    context.undoManager = undo
    try undo.beginUndoGrouping()
    for stop in trip.stops {
      stop.nights += 1
      try context.save()
    }
    try undo.endUndoGrouping()
    #expect(undo.undoCount == 1)
    let names = ["Harz", "Rhön"]
    try undo.disableUndoRegistration()
    for name in names { context.insert(Trip(name)) }
    try context.save()
    try undo.enableUndoRegistration()
    try undo.undo()
    #expect(trip.stops.map(\.nights) == [1, 1])
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 3)
  }

  @Test func stopsAtWhatOthersHaveChanged() throws {
    let undo = UndoManager()
    context.undoManager = undo
    trip.name = "Jura"
    try context.save()
    let other = ModelContext(context.container)
    try other.fetch(FetchDescriptor<Trip>()).first?.name = "Eifel"
    try other.save()
    do {
      try undo.undo()
    } catch UndoError.changed(let object, let property) {
      print("\(property) of \(object) is somebody else's now")
      try undo.discardUndo()
    }
    #expect(trip.name == "Eifel" && !undo.canUndo)
  }
}
