import SwiftData
import Testing

@Suite struct ComplaintsOfContexts {
  let file: StoreFile
  let context: ModelContext

  init() throws {
    file = try StoreFile()
    context = try file.context(Troubles.models)
  }

  private func insert(_ name: String) throws -> Troubles.Parent {
    let parent = Troubles.Parent(name: name)
    context.insert(parent)
    try context.save()
    return parent
  }

  @Test func modelActorsNeverRunOnTheMainThread() async throws {
    let container = context.container
    let keeper = await MainActor.run { Bookkeeper(modelContainer: container) }
    #expect(await keeper.isOnMainThread == false)
  }

  @Test func identifiersGoBetweenActorsInPlaceOfModels() async throws {
    let keeper = Bookkeeper(modelContainer: context.container)
    let identifiers = try await keeper.add(["Ann", "Bob"])
    let names = identifiers.compactMap { (context.model(for: $0) as? Troubles.Parent)?.name }
    #expect(names == ["Ann", "Bob"])
    #expect(await keeper.name(of: identifiers[1]) == "Bob")
  }

  @Test func modelActorsMayDeclareTheirContainer() async throws {
    _ = try insert("Ann")
    #expect(try await Caretaker(of: context.container).count() == 1)
  }

  @Test func identifiersArePermanentFromInsertion() throws {
    let parent = Troubles.Parent(name: "Ann")
    context.insert(parent)
    let before = parent.persistentModelID
    let json = try JSONEncoder().encode(before)
    try context.save()
    #expect(parent.persistentModelID == before)
    let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: json)
    let other = try file.context(Troubles.models)
    #expect((other.model(for: decoded) as? Troubles.Parent)?.name == "Ann")
  }

  @Test func siblingContextsAreNotStale() throws {
    let parent = try insert("Ann")
    let sibling = ModelContext(context.container)
    let same = try #require(try sibling.fetch(FetchDescriptor<Troubles.Parent>()).first)
    parent.name = "Anna"
    try context.save()
    _ = try sibling.fetchCount(FetchDescriptor<Troubles.Parent>())
    #expect(same.name == "Anna")
  }

  @Test @MainActor func autosaveComesAtTheNextTurnAfterAChange() async throws {
    let main = context.container.mainContext
    var saves = 0
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: main, queue: nil
    ) { _ in MainActor.assumeIsolated { saves += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    main.insert(Troubles.Parent(name: "Ann"))
    main.insert(Troubles.Parent(name: "Bob"))
    #expect(main.hasChanges && saves == 0)
    // Turns of the main actor come in the order in which they were asked for.
    await Task { @MainActor in }.value
    #expect(!main.hasChanges && saves == 1)
    main.autosaveEnabled = false
    main.insert(Troubles.Parent(name: "Cid"))
    await Task { @MainActor in }.value
    #expect(main.hasChanges && saves == 1)
    main.rollback()
  }

  @Test func autosaveComesWhenChangesAreProcessed() throws {
    context.autosaveEnabled = true
    context.insert(Troubles.Parent(name: "Ann"))
    #expect(context.hasChanges)
    context.processPendingChanges()
    #expect(!context.hasChanges)
  }

  @Test @MainActor func resultsAreObservableWithoutAUserInterface() throws {
    let observer = try ResultsObserver(
      sortBy: [SortDescriptor(\Troubles.Parent.name)], sectionBy: \.name, modelContext: context)
    _ = try insert("Ann")
    #expect(observer.sections?.sectionTitles == ["Ann"])
  }

  @Test @MainActor func nothingIsEvaluatedForWhatAFetchDoesNotMention() throws {
    let parent = try insert("Ann")
    let observer = try ResultsObserver(
      filterBy: #Predicate<Troubles.Parent> { $0.name == "Ann" }, modelContext: context)
    var isTold = false
    withObservationTracking {
      _ = observer.results
    } onChange: {
      MainActor.assumeIsolated { isTold = true }
    }
    parent.children.append(Troubles.Child(name: "Tim"))
    context.insert(Troubles.Watched(code: 1))
    try context.save()
    try observer.update()
    #expect(!isTold)
    parent.name = "Anna"
    try observer.update()
    #expect(isTold)
  }
}
