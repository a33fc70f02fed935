import Foundation
import Strata
import Synchronization
import StrataTestSupport
import Testing

@Suite @MainActor struct ResultsObserving {
  let container: ModelContainer
  let context: ModelContext
  let count = Count()

  init() throws {
    container = try Chores.container()
    context = ModelContext(container)
    for title in ["sweep", "mop"] { context.insert(Chore(title)) }
    try context.save()
  }

  private func observer() throws -> ResultsObserver<Chore, Never> {
    try ResultsObserver(
      filterBy: Chores.open, sortBy: Chores.byTitle, modelContext: context)
  }

  private func titles(_ observer: ResultsObserver<Chore, Never>) -> [String] {
    observer.results.map(\.title)
  }

  private func watch(_ observer: ResultsObserver<Chore, Never>) {
    withObservationTracking {
      _ = observer.results
    } onChange: { [count] in
      count.add()
    }
  }

  private func chore(_ title: String) throws -> Chore {
    try #require(try context.all(Chore.self).first { $0.title == title })
  }

  @Test func showsUnsavedChangesOfItsContext() throws {
    let observer = try observer()
    #expect(titles(observer) == ["mop", "sweep"])
    context.insert(Chore("dust"))
    #expect(titles(observer) == ["dust", "mop", "sweep"])
    try chore("mop").isDone = true
    #expect(titles(observer) == ["dust", "sweep"])
    try context.delete(chore("sweep"))
    #expect(titles(observer) == ["dust"])
    context.rollback()
    #expect(titles(observer) == ["mop", "sweep"])
  }

  @Test func showsEachChangeOfAnObjectThatHadChangedBefore() throws {
    let mop = try chore("mop")
    mop.note = "changed before anybody looked"
    let observer = try observer()
    for isDone in [true, false, true, false] {
      mop.isDone = isDone
      #expect(titles(observer).contains("mop") == !isDone)
    }
    mop.title = "zap"
    #expect(titles(observer) == ["sweep", "zap"])
  }

  @Test func showsNewObjectsThatChangeAfterwards() throws {
    let observer = try observer()
    let new = Chore("dust")
    context.insert(new)
    new.title = "wash"
    #expect(titles(observer) == ["mop", "sweep", "wash"])
    new.isDone = true
    #expect(titles(observer) == ["mop", "sweep"])
  }

  @Test func tellsOnceOfManyChanges() async throws {
    let observer = try observer()
    var updates = observer.updates.makeAsyncIterator()
    #expect(await updates.next()?.count == 2)
    watch(observer)
    for number in 0..<100 { context.insert(Chore("\(number)")) }
    #expect(count.total == 0)
    #expect(await updates.next()?.count == 102)
    #expect(count.total == 1)
  }

  @Test func tellsNothingWhereNothingDiffers() throws {
    let observer = try observer()
    watch(observer)
    // The order stays, and a change there and back is none.
    try chore("mop").title = "map"
    try observer.update()
    try chore("sweep").isDone = true
    try chore("sweep").isDone = false
    try observer.update()
    #expect(count.total == 0 && titles(observer) == ["map", "sweep"])
  }

  @Test func isntMovedByWhatTheFetchDoesntMention() throws {
    let observer = try observer()
    watch(observer)
    let before = observer.evaluationCount
    context.insert(ChoreBystander())
    context.insert(ChoreKeeper("Ann"))
    try chore("mop").note = "with soap"
    try chore("mop").keeper = context.all(ChoreKeeper.self).first
    try context.save()
    _ = observer.results
    #expect(observer.evaluationCount == before)
    try chore("mop").isDone = true
    _ = observer.results
    #expect(observer.evaluationCount == before + 1)
  }

  @Test func translatesThePredicateOnceForEachFetch() throws {
    let limit = CapturedLimit()
    let descriptor = FetchDescriptor(predicate: limit.exceeded)
    _ = try context.fetch(descriptor)
    let once = limit.readings
    let observer = try ResultsObserver(fetchDescriptor: descriptor, modelContext: context)
    #expect(once > 0 && limit.readings == 2 * once)
    try chore("mop").minutes = 90
    #expect(titles(observer) == ["mop"] && limit.readings == 3 * once)
  }

  @Test func countsWithOneTranslationOfThePredicate() throws {
    let limit = CapturedLimit()
    let descriptor = FetchDescriptor(predicate: limit.exceeded)
    _ = try context.fetch(descriptor)
    let once = limit.readings
    let count = try AggregateObserver(fetchCount: descriptor, modelContext: context)
    #expect(once > 0 && limit.readings == 2 * once)
    try chore("mop").minutes = 90
    #expect(count.value == 1 && limit.readings == 3 * once)
  }

  @Test func followsWhatACapturedObjectMakesThePredicateRead() throws {
    let limit = CapturedLimit()
    limit.isOff = true
    let observer = try ResultsObserver(
      filterBy: limit.exceededUnlessOff, modelContext: context)
    #expect(observer.results.count == 2)
    limit.isOff = false
    context.insert(Chore("dust"))
    #expect(titles(observer).isEmpty)
    try chore("mop").minutes = 90
    #expect(titles(observer) == ["mop"])
  }

  @Test func followsWhatAPredicateReadsThroughRelationships() throws {
    let ann = ChoreKeeper("Ann")
    context.insert(ann)
    try chore("mop").keeper = ann
    let observer = try ResultsObserver(
      filterBy: #Predicate<Chore> { $0.keeper?.name == "Bob" }, modelContext: context)
    #expect(observer.results.isEmpty)
    ann.name = "Bob"
    #expect(observer.results.map(\.title) == ["mop"])
    try chore("sweep").keeper = ann
    #expect(observer.results.count == 2)
    context.delete(ann)
    #expect(observer.results.isEmpty)
  }

  // While objects themselves have no unsaved changes, the store is asked, which knows related ones as they
  // were saved.
  @Test func followsRelatedObjectsWhenTheyAreSaved() throws {
    let ann = ChoreKeeper("Ann")
    context.insert(ann)
    try chore("mop").keeper = ann
    try context.save()
    let observer = try ResultsObserver(
      filterBy: #Predicate<Chore> { $0.keeper?.name == "Bob" }, modelContext: context)
    ann.name = "Bob"
    #expect(observer.results.isEmpty)
    try context.save()
    #expect(observer.results.map(\.title) == ["mop"])
  }

  @Test func followsMembersThatAPredicateCounts() throws {
    let ann = ChoreKeeper("Ann")
    context.insert(ann)
    let observer = try ResultsObserver(
      filterBy: #Predicate<ChoreKeeper> { ($0.chores?.count ?? 0) > 1 }, modelContext: context)
    #expect(observer.results.isEmpty)
    for chore in try context.all(Chore.self) { chore.keeper = ann }
    #expect(observer.results.count == 1)
    try context.save()
    let other = ModelContext(container)
    for chore in try other.all(Chore.self) { other.delete(chore) }
    try other.save()
    try observer.update()
    #expect(observer.results.isEmpty)
  }

  @Test func followsSubclasses() throws {
    let observer = try ResultsObserver(
      filterBy: #Predicate<ChoreTool> { $0.weight > 3 }, modelContext: context)
    let machine = ChoreMachine()
    context.insert(machine)
    #expect(observer.results.isEmpty)
    machine.weight = 4
    #expect(observer.results.first === machine)
    let other = ModelContext(context.container)
    try context.save()
    try #require(try other.all(ChoreMachine.self).first).weight = 2
    try other.save()
    try observer.update()
    #expect(observer.results.isEmpty)
  }

  @Test(.timeLimit(.scaledMinutes(5))) func hearsOfOtherContexts() async throws {
    let observer = try observer()
    var updates = observer.updates.makeAsyncIterator()
    #expect(await updates.next()?.count == 2)
    let other = ModelContext(container)
    other.insert(Chore("dust"))
    try other.save()
    #expect(await updates.next()?.map(\.title) == ["dust", "mop", "sweep"])
    try other.delete(model: Chore.self)
    try other.save()
    #expect(await updates.next()?.isEmpty == true)
  }

  @Test func looksForItselfOutsideOfAnyIsolation() throws {
    let observer = try ResultsObserver<Chore, Never>(modelContext: context, isolation: nil)
    let other = ModelContext(container)
    other.insert(Chore("dust"))
    try other.save()
    #expect(observer.results.count == 3)
  }

  @Test func fetchesAnewWhenFilterAndOrderAreSet() throws {
    let observer = try observer()
    watch(observer)
    observer.sortBy = [SortDescriptor(\.title, order: .reverse)]
    #expect(count.total == 1 && titles(observer) == ["sweep", "mop"])
    observer.filterBy = #Predicate { $0.title == "mop" }
    #expect(titles(observer) == ["mop"])
    #expect(observer.fetchDescriptor.predicate != nil)
  }

  @Test func keepsItsResultsWhereAFetchFails() throws {
    let observer = try observer()
    observer.sortBy = [SortDescriptor(\.hashValue)]
    #expect(
      observer.fetchError is PredicateTranslationError && titles(observer) == ["mop", "sweep"])
    #expect(throws: PredicateTranslationError.self) { try observer.update() }
    observer.sortBy = Chores.byTitle
    #expect(observer.fetchError == nil)
  }

  @Test func showsChangesAfterATransactionThatFailed() throws {
    struct Stop: Error {}
    let mop = try chore("mop")
    let observer = try observer()
    mop.title = "zip"
    #expect(titles(observer) == ["sweep", "zip"])
    #expect(throws: Stop.self) { try context.transaction { throw Stop() } }
    #expect(titles(observer) == ["sweep", "zip"])
    mop.title = "dust"
    #expect(titles(observer) == ["dust", "sweep"])
  }

  @Test func showsObjectsThatAreReadAgain() throws {
    let observer = try observer()
    let mop = try chore("mop")
    mop.title = "zap"
    #expect(titles(observer) == ["sweep", "zap"])
    try context.refresh(mop, mergeChanges: false)
    #expect(titles(observer) == ["mop", "sweep"])
  }

  @Test func leavesUnsavedChangesOutWhereTheDescriptorDoes() throws {
    var descriptor = FetchDescriptor<Chore>()
    descriptor.includePendingChanges = false
    let observer = try ResultsObserver(fetchDescriptor: descriptor, modelContext: context)
    context.insert(Chore("dust"))
    #expect(observer.results.count == 2)
    try context.save()
    #expect(observer.results.count == 3)
  }

  @Test func goesWhenNobodyKeepsIt() throws {
    weak var gone: ResultsObserver<Chore, Never>?
    do {
      let observer = try observer()
      watch(observer)
      gone = observer
    }
    #expect(gone == nil)
    try chore("mop").isDone = true
    #expect(count.total == 0)
  }
}

/// An object that a predicate captures as a whole, so that each translation reads its values.
/// `#Predicate` reads them once, when it makes the predicate.
private final class CapturedLimit: Sendable {
  private let count = Atomic(0)
  private let off = Atomic(false)

  var readings: Int { count.load(ordering: .relaxed) }
  var minutes: Int {
    count.add(1, ordering: .relaxed)
    return 60
  }
  var isOff: Bool {
    get { off.load(ordering: .relaxed) }
    set { off.store(newValue, ordering: .relaxed) }
  }

  var exceeded: Predicate<Chore> { Predicate { self.comparison($0) } }
  var exceededUnlessOff: Predicate<Chore> {
    Predicate { chore in
      PredicateExpressions.build_Disjunction(
        lhs: PredicateExpressions.build_KeyPath(
          root: PredicateExpressions.Captured(self), keyPath: \.isOff),
        rhs: self.comparison(chore))
    }
  }

  private func comparison(
    _ chore: PredicateExpressions.Variable<Chore>
  )
    -> PredicateExpressions.Comparison<
      PredicateExpressions.KeyPath<PredicateExpressions.Variable<Chore>, Int>,
      PredicateExpressions.KeyPath<PredicateExpressions.Captured<CapturedLimit>, Int>
    >
  {
    PredicateExpressions.build_Comparison(
      lhs: PredicateExpressions.build_KeyPath(root: chore, keyPath: \.minutes),
      rhs: PredicateExpressions.build_KeyPath(
        root: PredicateExpressions.Captured(self), keyPath: \.minutes),
      op: .greaterThan)
  }
}
