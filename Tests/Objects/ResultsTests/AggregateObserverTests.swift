import Foundation
import Strata
import StrataTestSupport
import Testing

@Suite(.timeLimit(.scaledMinutes(5))) @MainActor struct AggregateObservers {
  private let context: ModelContext
  private let count = Count()

  init() throws {
    context = ModelContext(try Chores.container())
    for (index, title) in ["dust", "mop", "sweep"].enumerated() {
      let chore = Chore(title, room: index == 0 ? nil : "bath")
      chore.minutes = 10 * (index + 1)
      context.insert(chore)
    }
    try context.save()
  }

  private func chore(_ title: String, in context: ModelContext? = nil) throws -> Chore {
    try #require(try (context ?? self.context).all(Chore.self).first { $0.title == title })
  }

  @Test func followACount() throws {
    let open = try AggregateObserver(
      fetchCount: FetchDescriptor(predicate: Chores.open), modelContext: context)
    #expect(open.value == 3)
    context.insert(Chore("wash"))
    #expect(open.value == 4)
    try chore("mop").isDone = true
    #expect(open.value == 3)
    context.rollback()
    #expect(open.value == 3)
    let other = ModelContext(context.container)
    try other.delete(chore("mop", in: other))
    try other.save()
    try open.update()
    #expect(open.value == 2)
  }

  @Test func countOnlyWhatIsSavedWhereTheDescriptorDoes() throws {
    var descriptor = FetchDescriptor<Chore>()
    descriptor.includePendingChanges = false
    let saved = try AggregateObserver(fetchCount: descriptor, modelContext: context)
    context.insert(Chore("wash"))
    #expect(saved.value == 3)
    try context.save()
    #expect(saved.value == 4)
  }

  @Test func followSeveralAggregates() throws {
    let observer = try AggregateObserver(
      of: Chore.self, where: Chores.open, .count, .sum(\.minutes), .average(\.minutes),
      .minimum(\.title), .maximum(\.title), modelContext: context)
    func text() -> String { "\(observer.value)" }
    #expect(text() == #"(3, 60, Optional(20.0), Optional("dust"), Optional("sweep"))"#)
    try chore("sweep").isDone = true
    #expect(text() == #"(2, 30, Optional(15.0), Optional("dust"), Optional("mop"))"#)
    try context.delete(model: Chore.self)
    #expect(text() == "(0, 0, nil, nil, nil)")
  }

  @Test func followGroups() throws {
    let rooms = try AggregateObserver(
      groupsOf: Chore.self, by: \.room, aggregating: .count, .sum(\.minutes),
      having: .count > 0, sortBy: [.key()], modelContext: context)
    func text() -> [String] {
      rooms.value.map { "\($0.key ?? "-") \($0.values.0) \($0.values.1)" }
    }
    #expect(text() == ["- 1 10", "bath 2 50"])
    try chore("sweep").room = "den"
    #expect(text() == ["- 1 10", "bath 1 20", "den 1 30"])
    let other = ModelContext(context.container)
    try chore("mop", in: other).minutes = 21
    try other.save()
    try rooms.update()
    #expect(text() == ["- 1 10", "bath 1 21", "den 1 30"])
  }

  @Test func followGroupsByRelatedObjectsAndSeveralKeys() throws {
    let ann = ChoreKeeper("Ann")
    context.insert(ann)
    let groups = try AggregateObserver(
      groupsOf: Chore.self, by: \.keeper?.name, \.room, aggregating: .count, modelContext: context)
    #expect(groups.value.map(\.values) == [1, 2])
    try chore("mop").keeper = ann
    try chore("sweep").keeper = ann
    // A related object counts as it was saved.
    try context.save()
    #expect(groups.value.map { $0.key.0 } == [nil, "Ann"])
    ann.name = "Bob"
    #expect(groups.value.map { $0.key.0 } == [nil, "Ann"])
    try context.save()
    #expect(groups.value.map { $0.key.0 } == [nil, "Bob"])
  }

  @Test func askAgainOnlyAfterChangesOfWhatTheyMention() throws {
    let sum = try AggregateObserver(of: Chore.self, .sum(\.minutes), modelContext: context)
    let before = sum.evaluationCount
    try chore("mop").note = "with soap"
    context.insert(ChoreBystander())
    try context.save()
    #expect(sum.value == 60 && sum.evaluationCount == before)
    try chore("mop").minutes += 1
    #expect(sum.value == 61 && sum.evaluationCount == before + 1)
  }

  @Test func tellOnceAndOnlyOfAnotherValue() async throws {
    let sum = try AggregateObserver(of: Chore.self, .sum(\.minutes), modelContext: context)
    var updates = sum.updates.makeAsyncIterator()
    #expect(await updates.next() == 60)
    withObservationTracking {
      _ = sum.value
    } onChange: { [count] in
      count.add()
    }
    try chore("mop").minutes += 1
    try chore("dust").minutes -= 1
    try sum.update()
    #expect(count.total == 0)
    for _ in 0..<100 { try chore("mop").minutes += 1 }
    #expect(count.total == 0)
    #expect(await updates.next() == 160)
    #expect(count.total == 1)
  }

  @Test func hearOfOtherContexts() async throws {
    let number = try AggregateObserver(
      fetchCount: FetchDescriptor<Chore>(), modelContext: context)
    var updates = number.updates.makeAsyncIterator()
    #expect(await updates.next() == 3)
    let other = ModelContext(context.container)
    other.insert(Chore("wash"))
    try other.save()
    #expect(await updates.next() == 4)
    // A batch is a transaction of its own.
    try context.batchDelete(where: #Predicate<Chore> { $0.room == nil })
    #expect(await updates.next() == 2)
  }

  @Test func keepTheirValueWhereTheStoreCannotSayAnother() throws {
    let sum = try AggregateObserver(of: Chore.self, .sum(\.minutes), modelContext: context)
    try chore("mop").minutes = .max
    #expect(sum.value == 60 && sum.fetchError is StackError)
    #expect(throws: StackError.self) { try sum.update() }
    try chore("mop").minutes = 5
    #expect(sum.value == 45 && sum.fetchError == nil)
  }

  @Test func areNotMadeOfWhatCannotBeAsked() throws {
    #expect(throws: StackError.self) {
      try AggregateObserver(
        groupsOf: Chore.self, by: \.hashValue, aggregating: .count, modelContext: context)
    }
  }

  @Test func goWhenNobodyKeepsThem() throws {
    weak var gone: AggregateObserver<Int>?
    do {
      let observer = try AggregateObserver(
        fetchCount: FetchDescriptor<Chore>(), modelContext: context)
      #expect(observer.value == 3)
      gone = observer
    }
    #expect(gone == nil)
  }
}
