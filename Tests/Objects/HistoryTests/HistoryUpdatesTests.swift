import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.alsoPartlyFetched) struct HistoryUpdateSequences {
  private let ledger: Ledger
  private let container: ModelContainer

  init() throws {
    ledger = try Ledger()
    container = try ledger.container()
  }

  @Test func giveWhatComesHereAndElsewhere() async throws {
    try ledger.save(["before"], in: container)
    let updates = try container.historyUpdates().makeAsyncIterator()
    try ledger.save(["a", "b"], in: container)
    #expect(try await updates.next()?.transactionIdentifier == 2)
    #expect(try await updates.next()?.transactionIdentifier == 3)
    let other = try ledger.container()
    async let next = updates.next()
    try ledger.save(["c"], in: other, author: "elsewhere")
    #expect(try await next?.author == "elsewhere")
  }

  @Test func beginBehindAToken() async throws {
    try ledger.save(["a", "b", "c"], in: container)
    let all: [DefaultHistoryTransaction] = try ModelContext(container).fetchHistory()
    var numbers: [Int64] = []
    for try await transaction in container.historyUpdates(after: all[0].token) {
      numbers.append(transaction.transactionIdentifier)
      if numbers.count == 2 { break }
    }
    #expect(numbers == [2, 3])
  }

  @Test func endWhenTheirTaskIsCancelled() async throws {
    let updates = try container.historyUpdates()
    let task = Task { () -> Int in
      var count = 0
      for try await _ in updates { count += 1 }
      return count
    }
    task.cancel()
    #expect(try await task.value == 0)
  }

  @Test(.timeLimit(.scaledMinutes(5))) func endWhenTheirContainerIsClosed() async throws {
    let updates = try container.historyUpdates()
    let hasBegun = AsyncStream.makeStream(of: Void.self)
    let task = Task { () -> Int in
      let iterator = updates.makeAsyncIterator()
      _ = try await iterator.next()
      hasBegun.continuation.finish()
      var count = 1
      while try await iterator.next() != nil { count += 1 }
      return count
    }
    try ledger.save(["a"], in: container)
    var waiting = hasBegun.stream.makeAsyncIterator()
    await waiting.next()
    try await container.close()
    // One that waits ends, and one that is asked later.
    #expect(try await task.value == 1)
    #expect(try await updates.makeAsyncIterator().next() == nil)
  }

  @Test func haveExpiredWhereSomethingWasCleanedAway() async throws {
    let updates = try container.historyUpdates().makeAsyncIterator()
    try ledger.save(["a", "b"], in: container)
    try container.cleanHistory(HistoryCleaning(keepingLast: 1))
    await #expect(throws: HistoryError.expired(after: 0, cleanedUpTo: 1, consumer: nil)) {
      try await updates.next()
    }
  }

  @Test func listenToNothingOnceTheyAreGone() async throws {
    let before = container.changes.listenerCount
    do {
      let updates = try container.historyUpdates().makeAsyncIterator()
      try ledger.save(["a"], in: container)
      _ = try await updates.next()
      #expect(container.changes.listenerCount == before + 1)
    }
    #expect(container.changes.listenerCount == before)
  }
}
