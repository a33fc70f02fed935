import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.alsoPartlyFetched) struct CleanedHistory {
  private let ledger: Ledger
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    ledger = try Ledger()
    container = try ledger.container()
    context = ModelContext(container)
  }

  private func numbers() throws -> [Int64] { try context.historyEntries().map(\.number) }

  @Test func goesOnWithItsNumbers() throws {
    try ledger.save(["a", "b", "c"], in: container)
    #expect(try container.cleanHistory(HistoryCleaning()).count == 3)
    #expect(try numbers() == [])
    try ledger.save(["d"], in: container)
    #expect(try numbers() == [4])
    // Also in another process, and after the store was closed.
    let other = try ledger.container()
    try ledger.save(["e"], in: other)
    #expect(try numbers() == [4, 5])
    #expect(try context.checkStore().isEmpty)
  }

  @Test func isCleanedByNumberAgeAndAuthor() throws {
    try ledger.save(["a", "b"], in: container, author: "one")
    try ledger.save(["c", "d"], in: container, author: "two")
    try ledger.save(["e"], in: container)
    #expect(try container.cleanHistory(HistoryCleaning(keepingLast: 5)).count == 0)
    #expect(try container.cleanHistory(HistoryCleaning(keepingLast: 9)).count == 0)
    #expect(try container.cleanHistory(HistoryCleaning(before: .distantPast)).count == 0)
    #expect(try container.cleanHistory(HistoryCleaning(author: "two")).count == 2)
    #expect(try numbers() == [1, 2, 5])
    #expect(try context.checkStore().isEmpty)
    #expect(try container.cleanHistory(HistoryCleaning(keepingLast: 2)).count == 1)
    #expect(try numbers() == [2, 5])
    let time = try #require(try context.historyEntry(5)).timestamp
    #expect(try container.cleanHistory(HistoryCleaning(before: time)).count == 1)
    #expect(try numbers() == [5])
  }

  @Test func isCleanedByADescriptor() throws {
    try ledger.save(["a", "b"], in: container, author: "one")
    try ledger.save(["c"], in: container, author: "two")
    let result = try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "one" }))
    #expect(result.count == 2 && result.keptCount == 0)
    #expect(try numbers() == [3])
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try numbers() == [])
  }

  @Test func makesEarlierTokensExpire() throws {
    try ledger.save(["a", "b", "c", "d"], in: container)
    let tokens = try (context.fetchHistory() as [DefaultHistoryTransaction]).map(\.token)
    try container.cleanHistory(HistoryCleaning(keepingLast: 2))
    func fetch(_ token: DefaultHistoryToken) throws -> [Int64] {
      try context.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
      ).map(\.transactionIdentifier)
    }
    #expect(try fetch(tokens[1]) == [3, 4])
    for token in [tokens[0], .beginning] {
      do {
        _ = try fetch(token)
        Issue.record("\(token) has not expired")
      } catch SwiftDataError.historyTokenExpired {
      }
    }
    // Who doesn't go on from anywhere takes what there is.
    #expect((try context.fetchHistory() as [DefaultHistoryTransaction]).count == 2)
  }

  @Test("Contexts that hadn't seen what is gone are right nevertheless", arguments: [1, 2, 3])
  func isMissedByNobody(kept: Int) throws {
    let entries = try ledger.save(["a", "b"], in: container)
    let watching = ModelContext(container)
    let first: Entry = try #require(try watching.existingModel(for: entries[0].id))
    let second: Entry = try #require(try watching.existingModel(for: entries[1].id))
    let other = try ledger.container()
    let writing = ModelContext(other)
    for amount in 1...3 {
      let entry: Entry = try #require(try writing.existingModel(for: entries[0].id))
      entry.amount = amount
      try writing.save()
    }
    let gone: Entry = try #require(try writing.existingModel(for: entries[1].id))
    writing.delete(gone)
    try writing.save()
    try other.cleanHistory(HistoryCleaning(keepingLast: kept - 1))
    #expect(try watching.fetchCount(FetchDescriptor<Entry>()) == 1)
    #expect(first.amount == 3 && second.modelContext == nil)
  }

  @Test func keepsWhatAConsumerHasNotTakenIn() throws {
    let consumer = try HistoryConsumer("index", in: container)
    try ledger.save(["a", "b", "c"], in: container)
    let none = try container.cleanHistory(HistoryCleaning())
    #expect(none.count == 0 && none.keptCount == 3)
    try consumer.process { _ in }
    try ledger.save(["d"], in: container)
    let result = try container.cleanHistory(HistoryCleaning())
    #expect(result.count == 3 && result.keptCount == 1)
    let deleted = try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(deleted.count == 0 && deleted.keptCount == 1)
    #expect(try numbers() == [4])
    #expect(try container.removeHistoryConsumer("index"))
    #expect(try container.cleanHistory(HistoryCleaning()).count == 1)
  }

  @Test func isLostToAConsumerOnlyByForce() throws {
    let consumer = try HistoryConsumer("index", in: container)
    try ledger.save(["a", "b"], in: container)
    #expect(
      try container.cleanHistory(HistoryCleaning(keepingLast: 1, ignoresConsumers: true)).count == 1
    )
    do {
      try consumer.process { _ in Issue.record("something came") }
      Issue.record("nothing is missing")
    } catch HistoryError.expired(let after, let cleaned, let name) {
      #expect(after == 0 && cleaned == 1 && name == "index")
    }
    try consumer.skip(to: .end)
    try ledger.save(["c"], in: container)
    var count = 0
    try consumer.process { count += $0.count }
    #expect(count == 1)
  }

  @Test func isNotThatOfAStoreThatCannotBeWritten() throws {
    try ledger.save(["a"], in: container)
    let reading = try ModelContainer(
      for: Entry.self, Transfer.self, Account.self,
      configurations: ModelConfiguration(url: ledger.folder.store(), allowsSave: false))
    #expect(throws: StorageError.self) { try reading.cleanHistory(HistoryCleaning()) }
    #expect(throws: StorageError.self) { try HistoryConsumer("index", in: reading) }
    #expect(try numbers() == [1])
  }
}
