import Strata
import StrataTestSupport
import Testing

@Suite(.timeLimit(.scaledMinutes(5))) @MainActor struct OtherProcesses {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // A container of its own has connections of its own, and is told of nothing, as a process is.
  private func write(_ title: String) throws {
    let context = ModelContext(try Chores.container(folder.store()))
    context.insert(Chore(title))
    try context.save()
  }

  @Test func areHeardOf() async throws {
    let observer = try ResultsObserver<Chore, Never>(
      sortBy: Chores.byTitle, modelContainer: Chores.container(folder.store()))
    var updates = observer.updates.makeAsyncIterator()
    #expect(await updates.next()?.isEmpty == true)
    try write("mop")
    #expect(await updates.next()?.map(\.title) == ["mop"])
    try write("dust")
    #expect(await updates.next()?.map(\.title) == ["dust", "mop"])
  }

  @Test func areHeardOfInActors() async throws {
    let keeper = try Counter(Chores.container(folder.store()))
    async let counted = keeper.count(upTo: 1)
    try write("mop")
    #expect(try await counted == 1)
  }

  @ModelActor actor Counter {
    init(_ container: ModelContainer) throws { self.init(modelContainer: container) }

    func count(upTo limit: Int) async throws -> Int {
      let observer = try ResultsObserver<Chore, Never>(modelContext: modelContext)
      for await results in observer.updates where results.count >= limit { return results.count }
      return -1
    }
  }
}
