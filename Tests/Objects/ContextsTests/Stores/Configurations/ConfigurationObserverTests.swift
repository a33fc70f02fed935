import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.timeLimit(.scaledMinutes(5))) @MainActor struct ObserversOfSeveralStores {
  private let stores: DividedStores
  private let context: ModelContext

  init() throws {
    stores = try DividedStores()
    context = try stores.context()
  }

  private func observer() throws -> ResultsObserver<Memo, Never> {
    try ResultsObserver(sortBy: [SortDescriptor(\Memo.title)], modelContext: context)
  }

  @Test func followTheStoreOfTheirClass() throws {
    let observer = try observer()
    context.insert(Memo("b"))
    context.insert(UrgentMemo("a"))
    #expect(observer.results.map(\.title) == ["a", "b"])
    try context.save()
    let count = observer.evaluationCount
    context.insert(Gauge("rain"))
    #expect(observer.results.count == 2 && observer.evaluationCount == count)
    let other = ModelContext(context.container)
    try other.delete(#require(other.all(Memo.self).first))
    try other.save()
    try observer.update()
    #expect(observer.results.map(\.title) == ["a"])
  }

  // A container of its own is told of nothing, as another process is.
  @Test func hearOfOtherProcesses() async throws {
    let observer = try observer()
    var updates = observer.updates.makeAsyncIterator()
    #expect(await updates.next()?.isEmpty == true)
    let other = try stores.context()
    other.insert(Gauge("rain"))
    other.insert(Memo("a"))
    try other.save()
    #expect(await updates.next()?.map(\.title) == ["a"])
  }
}
