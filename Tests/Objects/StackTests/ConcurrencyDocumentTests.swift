import Strata
import StrataStack
import StrataTestSupport
import Testing

/// What `Docs/Concurrency.md` shows, run.
@Suite struct ConcurrencyDocument {
  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Concurrency.md")
    #expect(page.examples.count >= 4)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @MainActor @Test(.timeLimit(.scaledMinutes(5))) func runs() async throws {
    let stack = try PreviewStack(for: [Trip.self])
    let trip = Trip(name: "Alps")
    stack.viewContext.insert(trip)
    try stack.viewContext.save()
    let updates = try stack.container.historyUpdates()
    let watching = Task {
      for try await transaction in updates where transaction.author == "planner" { return true }
      return false
    }
    let planner = Planner(modelContainer: stack.container)
    try await planner.rename(TypedObjectID(trip), to: "Dolomites")
    try stack.viewContext.mergeChanges()
    #expect(trip.name == "Dolomites")
    try await stack.withContext(author: "planner") { $0.insert(Trip(name: "Andes")) }
    #expect(try await watching.value)
  }

  @Test func servesRequests() async throws {
    let stack = try TestingStack(for: [Trip.self])
    let id = try await stack.container.write(author: "visitor") { context in
      let trip = Trip(name: "Jura")
      context.insert(trip)
      try context.save()
      return TypedObjectID(trip)
    }
    let names = try await stack.container.read { context in
      try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }
    #expect(names == ["Jura"])
    let name = try await stack.container.read { try $0.existing(Trip.self, withID: id).name }
    #expect(name == "Jura")
    let service = Task { try await stack.container.run() }
    service.cancel()
    try await service.value
    await #expect(throws: StorageError.self) { try await stack.container.read { _ in } }
  }

  @Test func setsThreadsAndTimeOuts() async throws {
    let folder = try TemporaryFolder()
    let url = folder.store()
    var configuration = ModelConfiguration(url: url)
    configuration.maximumReaders = 16
    configuration.busyTimeout = .seconds(2)
    let container = try ModelContainer(for: Trip.self, configurations: configuration)
    try await container.write { $0.insert(Trip(name: "Alps")) }
    try await container.close()
  }

  @MainActor @Test func opensAStoreElsewhere() async throws {
    let folder = try TemporaryFolder()
    let url = folder.store()
    let container = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url))
          })
      }
    }
    container.mainContext.insert(Trip(name: "Alps"))
    #expect(container.mainContext.hasChanges)
  }

  /// Contexts of several stacks' tasks save at the same time, each a row of its own.
  @Test func letsManySaveAtOnce() async throws {
    let stack = try TestingStack(for: [Trip.self])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<25 {
            try await stack.withContext(author: "writer") {
              $0.insert(Trip(name: "\(task).\(number)"))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let context = try stack.backgroundContext(author: "reader")
    #expect(try context.fetchCount(FetchDescriptor<Trip>()) == 200)
    #expect(try context.historyEntries().count == 200)
  }
}

@ModelActor actor Planner {
  func rename(_ id: TypedObjectID<Trip>, to name: String) throws {
    try modelContext.existing(Trip.self, withID: id).name = name
    try modelContext.save()
  }
}
