import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Suite(.alsoPartlyFetched, .timeLimit(.scaledMinutes(5))) struct UpdatesOfContexts {
  private let ledger: Ledger
  private let container: ModelContainer

  init() throws {
    ledger = try Ledger()
    container = try ledger.container()
  }

  @Test func giveTheContextsOwnSavesAndNobodyElses() async throws {
    let context = ModelContext(container)
    context.insert(Entry("before"))
    try context.save()
    let updates = context.historyUpdates().makeAsyncIterator()
    try ledger.save(["other"], in: container)
    let entry = Entry("own")
    context.insert(entry)
    try context.save()
    try ledger.save(["other"], in: ledger.container())
    entry.amount = 5
    try context.save()
    try context.batchUpdate(where: #Predicate<Entry> { $0.code == "other" }, set: \.amount, to: 3)
    try context.batchDelete(where: #Predicate<Entry> { $0.code == "other" })
    let transactions = try await [updates.next(), updates.next(), updates.next(), updates.next()]
      .compactMap { $0 }
    #expect(transactions.map(\.transactionIdentifier) == [3, 5, 6, 7])
    #expect(transactions[0].changeSet.inserted == [entry.persistentModelID])
    #expect(transactions[1].changeSet.updatedProperties(of: entry.persistentModelID) == ["amount"])
    #expect(transactions[2].changeSet.updated.count == 2)
    #expect(transactions[3].changeSet.deleted.count == 2)
    let all = transactions.allSatisfy(\.isFromThisProcess)
    #expect(all)
  }

  @Test func endWithTheirContext() async throws {
    var context: ModelContext? = ModelContext(container)
    let updates = try #require(context?.historyUpdates())
    let entry = Entry("kept")
    context?.insert(entry)
    try context?.save()
    context = nil
    var numbers: [Int64] = []
    for try await transaction in updates { numbers.append(transaction.transactionIdentifier) }
    #expect(numbers == [1])
    // An object that outlives its context changes nothing in that.
    #expect(entry.code == "kept")
  }

  @Test func haveExpiredWhereASaveWasCleanedAway() async throws {
    let context = ModelContext(container)
    let updates = context.historyUpdates().makeAsyncIterator()
    for code in ["a", "b"] {
      context.insert(Entry(code))
      try context.save()
    }
    try container.cleanHistory(HistoryCleaning(keepingLast: 1))
    await #expect(throws: HistoryError.expired(after: 0, cleanedUpTo: 1, consumer: nil)) {
      try await updates.next()
    }
    #expect(try await updates.next()?.transactionIdentifier == 2)
  }

  @Test func areOfStoresInMemoryToo() async throws {
    let context = ModelContext(
      try ModelContainer(
        for: [Entry.self, Transfer.self, Account.self],
        configuration: ModelConfiguration(isStoredInMemoryOnly: true)))
    let updates = context.historyUpdates().makeAsyncIterator()
    context.insert(Entry("a"))
    try context.save()
    #expect(try await updates.next()?.changeSet.inserted(Entry.self).count == 1)
  }
}
