import Strata
import StrataTestSupport
import Testing

@Suite(.timeLimit(.scaledMinutes(5))) @MainActor struct ChangesOfResults {
  private typealias Changes = ResultsChanges<Chore, Never>.Iterator
  private let context: ModelContext

  init() throws {
    context = ModelContext(try Chores.container())
    for title in ["dust", "mop", "sweep"] { context.insert(Chore(title)) }
    try context.save()
  }

  private func observer() throws -> ResultsObserver<Chore, Never> {
    try ResultsObserver(filterBy: Chores.open, sortBy: Chores.byTitle, modelContext: context)
  }

  private func chore(_ title: String, in context: ModelContext? = nil) throws -> Chore {
    try #require(try (context ?? self.context).all(Chore.self).first { $0.title == title })
  }

  @Test func beginWithAllOfThemInserted() async throws {
    let observer = try observer()
    var changes = observer.changes.makeAsyncIterator()
    let first = try #require(await changes.next())
    #expect(first.results.map(\.title) == ["dust", "mop", "sweep"])
    #expect(first.difference.insertions == [0, 1, 2])
  }

  @Test func nameWhatCameWentMovedAndChanged() async throws {
    for title in ["a", "b", "c"] { context.insert(Chore(title)) }
    let observer = try observer()
    var changes = observer.changes.makeAsyncIterator()
    #expect(await changes.next()?.results.count == 6)
    try context.delete(chore("b"))
    try chore("a").title = "n"
    context.insert(Chore("z"))
    let change = try #require(await changes.next())
    #expect(change.results.map(\.title) == ["c", "dust", "mop", "n", "sweep", "z"])
    #expect(change.difference.deletions == [1] && change.difference.insertions == [5])
    #expect(change.difference.moves.map { [$0.from, $0.to] } == [[0, 3]])
    #expect(change.difference.updates == [3])
  }

  @Test func nameObjectsThatChangeInPlaceWithoutAFetch() async throws {
    let observer = try observer()
    var changes = observer.changes.makeAsyncIterator()
    _ = await changes.next()
    let count = observer.evaluationCount
    try chore("mop").note = "with soap"
    #expect(await changes.next()?.difference.updates == [1])
    #expect(observer.evaluationCount == count)
  }

  @Test func nameWhatOthersHaveChanged() async throws {
    let observer = try observer()
    var changes = observer.changes.makeAsyncIterator()
    _ = await changes.next()
    let other = ModelContext(context.container)
    try chore("sweep", in: other).note = "twice"
    try other.save()
    let change = try #require(await changes.next())
    #expect(change.difference.updates == [2] && change.results[2].note == "twice")
  }

  @Test func nameWhatARollbackTookBack() async throws {
    try chore("sweep").note = "twice"
    let observer = try observer()
    var changes = observer.changes.makeAsyncIterator()
    _ = await changes.next()
    context.rollback()
    let change = try #require(await changes.next())
    #expect(change.difference.updates == [2] && change.results[2].note == "")
  }

  @Test func nameBothEndsOfARelationship() async throws {
    let ann = ChoreKeeper("Ann")
    context.insert(ann)
    try context.save()
    let observer = try ResultsObserver<ChoreKeeper, Never>(modelContext: context)
    var changes = observer.changes.makeAsyncIterator()
    _ = await changes.next()
    try chore("mop").keeper = ann
    #expect(await changes.next()?.difference.updates == [0])
    try context.save()
    let other = ModelContext(context.container)
    try chore("dust", in: other).keeper = other.all(ChoreKeeper.self).first
    try other.save()
    #expect(await changes.next()?.difference.updates == [0])
  }

  @Test func passOverObjectsThatArentAmongTheResults() async throws {
    try chore("dust").isDone = true
    let observer = try observer()
    var changes = observer.changes.makeAsyncIterator()
    _ = await changes.next()
    try chore("dust").note = "nobody sees it"
    await Task.yield()
    try chore("sweep").note = "somebody does"
    let change = try #require(await changes.next())
    #expect(change.difference.updates == [1] && change.difference.insertions.isEmpty)
  }

  @Test func tellTheSlowWhatDiffersFromWhatTheyKnow() async throws {
    let observer = try observer()
    var slow = observer.changes.makeAsyncIterator()
    var quick = observer.changes.makeAsyncIterator()
    let first = try #require(await slow.next())
    _ = await quick.next()
    try chore("mop").note = "with soap"
    #expect(await quick.next()?.difference.updates == [1])
    try context.delete(chore("dust"))
    #expect(await quick.next()?.difference.deletions == [0])
    let change = try #require(await slow.next())
    #expect(change.difference.deletions == [0] && change.difference.updates == [0])
    #expect(change.results[0] === first.results[1])
  }

  @Test func haveThoseOfSectionsToo() async throws {
    try chore("mop").room = "bath"
    try chore("dust").room = "den"
    let observer = try ResultsObserver(
      sortBy: Chores.byTitle, sectionBy: \.room, modelContext: context)
    var changes = observer.changes.makeAsyncIterator()
    let first = try #require(await changes.next())
    #expect(first.sections?.sectionTitles == ["", "bath", "den"])
    #expect(first.sectionDifference.insertions == [0, 1, 2])
    try chore("mop").room = "attic"
    var change = try #require(await changes.next())
    #expect(change.sections?.sectionTitles == ["", "attic", "den"])
    #expect(change.sectionDifference.deletions == [1])
    #expect(change.sectionDifference.insertions == [1])
    // Its place among all objects stays, and no section comes or goes.
    try chore("mop").room = "den"
    try chore("dust").title = "zap"
    change = try #require(await changes.next())
    #expect(change.sections?.map(\.count) == [1, 2])
    #expect(change.sectionDifference.deletions == [1] && change.difference.updates == [1, 2])
  }

  @Test func endWithTheirTask() async throws {
    let observer = try observer()
    let task = Task { @MainActor in
      var count = 0
      for await _ in observer.changes { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value <= 1)
  }
}
