import Foundation
import StrataStoreSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

@Suite(.alsoPartlyFetched) struct HistoryTrackers {
  private let ledger: Ledger
  private let container: ModelContainer
  private struct Refusal: Error {}

  init() throws {
    ledger = try Ledger()
    container = try ledger.container()
  }

  private final class Journal: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }

    func waits(for count: Int) async -> Bool {
      let deadline = ContinuousClock.now + .seconds(600)
      while all.count < count, ContinuousClock.now < deadline { await Task.yield() }
      return all.count >= count
    }
  }

  @Test func tellHooksOfTheirClassAndKind() async throws {
    let tracker = HistoryTracker(try HistoryConsumer("t", in: container))
    let journal = Journal()
    await tracker.observe(Entry.self, [.insert]) { journal.append("inserted \($0.count)") }
    await tracker.observe(Account.self) { journal.append("accounts \($0.count)") }
    await tracker.observe { journal.append("all \($0.changes.count)") }
    let context = ModelContext(container)
    let account = Account("x")
    context.insert(account)
    account.entries = [Entry("a"), Entry("b")]
    try context.save()
    account.entries[0].amount = 1
    try context.save()
    #expect(try await tracker.processNow() == 2)
    #expect(journal.all == ["inserted 2", "accounts 1", "all 3", "all 1"])
    #expect(try await tracker.processNow() == 0)
  }

  @Test func catchUpAndFollowOtherPrograms() async throws {
    let consumer = try HistoryConsumer("t", in: container)
    try ledger.save(["before"], in: container)
    let tracker = HistoryTracker(consumer)
    let journal = Journal()
    await tracker.observe { journal.append("\($0.transactionIdentifier)") }
    await tracker.start()
    await tracker.start()
    #expect(await journal.waits(for: 1))
    try ledger.save(["here"], in: container)
    #expect(await journal.waits(for: 2))
    // A container of its own is told of nothing, like another process.
    try ledger.save(["there"], in: try ledger.container())
    #expect(await journal.waits(for: 3))
    await tracker.stop()
    await tracker.stop()
    try ledger.save(["stopped"], in: container)
    #expect(journal.all == ["1", "2", "3"])
    await tracker.start()
    #expect(await journal.waits(for: 4))
    await tracker.stop()
    #expect(journal.all == ["1", "2", "3", "4"])
  }

  @Test func tryAgainWhatAHookRefused() async throws {
    let tracker = HistoryTracker(try HistoryConsumer("t", in: container))
    let journal = Journal()
    let refuses = Mutex(true)
    await tracker.observe { transaction in
      if transaction.transactionIdentifier == 2, refuses.withLock({ $0 }) { throw Refusal() }
      journal.append("\(transaction.transactionIdentifier)")
    }
    try ledger.save(["a", "b", "c"], in: container)
    await #expect(throws: Refusal.self) { try await tracker.processNow() }
    #expect(journal.all == ["1"])
    refuses.withLock { $0 = false }
    #expect(try await tracker.processNow() == 2)
    #expect(journal.all == ["1", "2", "3"])
  }

  @Test func reportErrorsWhileTheyRun() async throws {
    let tracker = HistoryTracker(try HistoryConsumer("t", in: container))
    await tracker.observe { _ in throw Refusal() }
    try ledger.save(["a"], in: container)
    await tracker.start()
    var errors = tracker.errors.makeAsyncIterator()
    #expect(await errors.next() is Refusal)
    await tracker.stop()
  }

  @Test func stopAfterTheTransactionAtHand() async throws {
    let tracker = HistoryTracker(try HistoryConsumer("t", in: container))
    let journal = Journal()
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    await tracker.observe { transaction in
      journal.append("\(transaction.transactionIdentifier)")
      for await _ in gate { break }
    }
    try ledger.save(["a", "b", "c"], in: container)
    await tracker.start()
    #expect(await journal.waits(for: 1))
    async let stopped: Void = tracker.stop()
    // The hook goes on once the stop has been asked for, or before: either way it ends by itself.
    while await tracker.isRunning { await Task.yield() }
    open.finish()
    await stopped
    #expect(journal.all == ["1"])
    try await tracker.processNow()
    #expect(journal.all == ["1", "2", "3"])
  }

  @Test func goWithoutBeingStopped() async throws {
    weak var gone: HistoryTracker?
    do {
      let tracker = HistoryTracker(try HistoryConsumer("t", in: container))
      gone = tracker
      await tracker.start()
      try await tracker.processNow()
    }
    let deadline = ContinuousClock.now + .seconds(600)
    while gone != nil, ContinuousClock.now < deadline { await Task.yield() }
    #expect(gone == nil)
  }

  @Test func cleanBehindThemselves() async throws {
    let context = ModelContext(container)
    let slow = try HistoryConsumer("slow", in: container)
    let tracker = HistoryTracker(
      try HistoryConsumer("t", in: container), cleaning: HistoryCleaning(keepingLast: 1))
    try ledger.save(["a", "b", "c"], in: container)
    try await tracker.processNow()
    #expect(try context.historyEntries().count == 3)
    try slow.process { _ in }
    try ledger.save(["d"], in: container)
    try await tracker.processNow()
    #expect(try context.historyEntries().map(\.number) == [4])
  }

  @Test func passOverWhatDoesNotMeetTheirPredicate() async throws {
    let tracker = HistoryTracker(
      try HistoryConsumer("t", in: container), where: #Predicate { $0.author == "import" })
    let journal = Journal()
    await tracker.observe { journal.append("\($0.transactionIdentifier)") }
    try ledger.save(["a"], in: container)
    try ledger.save(["b"], in: container, author: "import")
    try ledger.save(["c"], in: container, author: "me")
    #expect(try await tracker.processNow() == 3)
    #expect(journal.all == ["2"])
    #expect(try await tracker.processNow() == 0)
  }

  @Test func cleanByARuleOfTheProgram() async throws {
    let journal = Journal()
    let tracker = HistoryTracker(try HistoryConsumer("t", in: container)) { container in
      journal.append("cleaned")
      if journal.all.count > 1 { throw Refusal() }
      try container.cleanHistory(HistoryCleaning(keepingLast: 1))
    }
    try ledger.save(["a", "b", "c"], in: container)
    try await tracker.processNow()
    #expect(try await tracker.processNow() == 0)
    #expect(journal.all == ["cleaned"])
    #expect(try ModelContext(container).historyEntries().map(\.number) == [3])
    try ledger.save(["d"], in: container)
    await #expect(throws: Refusal.self) { try await tracker.processNow() }
    // What was taken in stays taken in.
    #expect(try await tracker.processNow() == 0)
  }

  @Test func doNotDoTheWorkTwiceWhenAskedTogether() async throws {
    let tracker = HistoryTracker(try HistoryConsumer("t", in: container))
    let journal = Journal()
    await tracker.observe { journal.append("\($0.transactionIdentifier)") }
    try ledger.save((1...20).map { "\($0)" }, in: container)
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try await tracker.processNow() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.reduce(0, +) == 20)
    #expect(journal.all == (1...20).map { "\($0)" })
  }
}
