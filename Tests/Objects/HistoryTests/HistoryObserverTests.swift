import Foundation
import StrataStoreSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

@Suite(.alsoPartlyFetched, .timeLimit(.scaledMinutes(5))) @MainActor struct HistoryObservers {
  private let ledger: Ledger
  private let container: ModelContainer

  init() throws {
    ledger = try Ledger()
    container = try ledger.container()
  }

  private func saveAccount(author: String? = nil) throws {
    let context = ModelContext(container)
    context.author = author
    context.insert(Account(UUID().uuidString))
    try context.save()
  }

  /// Waits until whoever looks at the counter is told, after something was done.
  private func change(of observer: HistoryObserver, after body: () throws -> Void) async throws {
    let (told, tell) = AsyncStream.makeStream(of: Void.self)
    withObservationTracking {
      _ = observer.eventCounter
    } onChange: {
      tell.finish()
    }
    try body()
    for await _ in told {}
  }

  @Test func countTransactionsOfTheirModelsAndAuthors() throws {
    let all = try HistoryObserver(modelContainer: container)
    let entries = try HistoryObserver(observedModels: [Entry.self], modelContainer: container)
    let imports = try HistoryObserver(
      observedModels: [Account.self], authors: ["import"], modelContainer: container)
    #expect(all.eventCounter == 0)
    try ledger.save(["a", "b"], in: container, author: "import")
    try saveAccount(author: "import")
    try saveAccount()
    let context = ModelContext(container)
    context.insert(Transfer("of a subclass"))
    try context.save()
    #expect(all.eventCounter == 5)
    #expect(entries.eventCounter == 3)
    #expect(imports.eventCounter == 1)
    #expect(all.fetchError == nil && imports.authors == ["import"])
  }

  @Test func beginBehindTokens() throws {
    try ledger.save(["a", "b", "c"], in: container)
    let all: [DefaultHistoryTransaction] = try ModelContext(container).fetchHistory()
    let store = all[0].storeIdentifier
    func count(_ tokens: [String: any HistoryToken]?) throws -> Int {
      try HistoryObserver(historyTokens: tokens, modelContainer: container).eventCounter
    }
    #expect(try count(nil) == 0)
    #expect(try count([store: all[0].token]) == 2)
    #expect(try count([store: DefaultHistoryToken.beginning]) == 3)
    #expect(throws: HistoryError.self) { try count(["elsewhere": all[0].token]) }
    #expect(throws: HistoryError.self) { try count([store: Foreign()]) }
  }

  @Test func areNotMadeOfForeignModels() throws {
    #expect(throws: StackError.self) {
      try HistoryObserver(observedModels: [Trip.self], modelContainer: container)
    }
  }

  @Test func tellWhoeverLooked() async throws {
    let observer = try HistoryObserver(observedModels: [Entry.self], modelContainer: container)
    try await change(of: observer) { try ledger.save(["a", "b"], in: container) }
    #expect(observer.eventCounter == 2)
    // Containers of their own are told of nothing, as other processes are.
    try await change(of: observer) { try ledger.save(["c"], in: ledger.container()) }
    #expect(observer.eventCounter == 3)
  }

  @Test func sayThatSomethingCameWhereItWasCleanedAway() throws {
    let observer = try HistoryObserver(modelContainer: container, isolation: nil)
    #expect(observer.eventCounter == 0)
    try ledger.save(["a", "b", "c"], in: container)
    try container.cleanHistory(HistoryCleaning(keepingLast: 1))
    #expect(observer.eventCounter == 1)
    #expect(
      observer.fetchError as? HistoryError == .expired(after: 0, cleanedUpTo: 2, consumer: nil))
    try ledger.save(["d"], in: container)
    #expect(observer.eventCounter == 2 && observer.fetchError == nil)
  }

  @Test func listenToNothingOnceTheyAreGone() throws {
    let before = container.changes.listenerCount
    weak var gone: HistoryObserver?
    do {
      let observer = try HistoryObserver(modelContainer: container)
      gone = observer
      #expect(container.changes.listenerCount == before + 1)
    }
    #expect(gone == nil && container.changes.listenerCount == before)
    // One that can't notify has nothing to listen for.
    let silent = try HistoryObserver(modelContainer: container, isolation: nil)
    #expect(silent.eventCounter == 0 && container.changes.listenerCount == before)
  }

  private struct Foreign: HistoryToken {
    static func < (lhs: Foreign, rhs: Foreign) -> Bool { false }
  }
}
