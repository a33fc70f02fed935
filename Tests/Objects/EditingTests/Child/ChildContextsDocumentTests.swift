import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What `Docs/ChildContexts.md` shows, run.
@Suite(.alsoPartlyFetched) struct ChildContextsDocument {
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
    let page = try DocumentationPage("ChildContexts.md")
    #expect(page.examples.count >= 3)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func editsAside() throws {
    let editor = try ModelContext(parent: context)
    let draft = try editor.existing(Trip.self, withID: trip.typedObjectID)
    draft.name = "Jura"
    draft.stops.append(Stop("Olten"))
    #expect(trip.name == "Alps" && trip.stops.count == 2 && !context.hasChanges)
    try editor.save()
    try context.save()
    #expect(trip.name == "Jura" && trip.stops.map(\.name) == ["Bern", "Basel", "Olten"])
    draft.name = "Vosges"
    trip.name = "Harz"
    editor.mergePolicy = .error
    do {
      try editor.save()
    } catch StackError.mergeConflicts(let conflicts) {
      for conflict in conflicts { print(conflict) }
      editor.rollback()
    }
    #expect(draft.name == "Harz" && trip.name == "Harz" && !editor.hasChanges)
  }
}
