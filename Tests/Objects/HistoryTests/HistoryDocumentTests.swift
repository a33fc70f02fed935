import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What `Docs/History.md` shows, run.
@Suite(.alsoPartlyFetched) final class HistoryDocument {
  private let folder: TemporaryFolder
  private let container: ModelContainer
  private var lines: [String] = []
  private var indexed = 0

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(url: folder.store()))
  }

  private func index(_ transaction: DefaultHistoryTransaction) throws { indexed += 1 }

  private func indexEverything(_ context: ModelContext) throws {
    indexed = try context.fetchCount(FetchDescriptor<Trip>())
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("History.md")
    #expect(page.examples.count >= 7)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func listsWhoSavedWhat() throws {
    let context = ModelContext(container)
    context.author = "import"
    context.insert(Trip(name: "Alps"))
    try context.save()
    let trip = try #require(try context.fetch(FetchDescriptor<Trip>()).first)
    trip.name = "Jura"
    try context.save()
    context.delete(trip)
    try context.save()
    for transaction in try context.fetchHistory() as [DefaultHistoryTransaction] {
      for change in transaction.changes {
        switch change {
        case .insert(let insertion):
          lines.append("inserted \(insertion.changedPersistentIdentifier)")
        case .update(let update as DefaultHistoryUpdate<Trip>):
          if update.updatedAttributes.contains(\.name) { lines.append("renamed") }
        case .update: break
        case .delete(let deletion as DefaultHistoryDelete<Trip>):
          lines.append("deleted \(try deletion.tombstone[\.name] ?? "?")")
        case .delete: break
        }
      }
    }
    #expect(lines == ["inserted Trip/1", "renamed", "deleted Jura"])
  }

  @Test func hasChangeSets() throws {
    let context = ModelContext(container)
    let old = Trip(name: "Alps")
    context.insert(old)
    try context.save()
    try container.cleanHistory(HistoryCleaning())
    context.insert(Trip(name: "Jura"))
    old.name = "High Alps"
    try context.save()
    let changes = ChangeSet(try context.fetchHistory())
    for insertion in changes.inserted(Trip.self) {
      lines.append("new: \(insertion.changedPersistentIdentifier)")
    }
    for update in changes.updated(Trip.self) {
      lines.append("changed: \(update.updatedPropertyNames.joined(separator: ", "))")
    }
    #expect(lines == ["new: Trip/2", "changed: name"])
  }

  @Test func goesOnFromAToken() throws {
    let context = ModelContext(container)
    context.insert(Trip(name: "Alps"))
    try context.save()
    let token =
      try (context.fetchHistory() as [DefaultHistoryTransaction]).last?.token ?? .beginning
    context.insert(Trip(name: "Jura"))
    try context.save()
    let news = HistoryDescriptor<DefaultHistoryTransaction>(
      predicate: #Predicate { $0.token > token && $0.author != "me" })
    let transactions = try context.fetchHistory(news)
    #expect(transactions.map(\.transactionIdentifier) == [2])
  }

  @Test func hasConsumers() async throws {
    let context = ModelContext(container)
    context.insert(Trip(name: "Alps"))
    try context.save()
    let consumer = try HistoryConsumer("search index", in: container, startingAt: .beginning)
    try consumer.process { transactions in
      for transaction in transactions { try index(transaction) }
    }
    #expect(indexed == 1)
    let tracker = HistoryTracker(consumer, ignoring: ["import"])
    await tracker.observe(Trip.self, [.insert, .delete]) { changes in
      print(changes.map(\.changedPersistentIdentifier))
    }
    await tracker.start()
    await tracker.stop()
    @Sendable func isIdle() throws -> Bool { true }
    let careful = HistoryTracker(consumer, where: #Predicate { $0.author != nil }) { container in
      if try isIdle() { try container.cleanHistory(HistoryCleaning(keepingLast: 1000)) }
    }
    #expect(try await careful.processNow() == 0)
  }

  @Test @MainActor func isCounted() throws {
    let observer = try HistoryObserver(
      observedModels: [Trip.self], authors: ["import"], modelContainer: container)
    withObservationTracking {
      print(observer.eventCounter)
    } onChange: {
      print("the importer has changed trips")
    }
    for author in ["import", "me"] {
      let context = ModelContext(container)
      context.author = author
      context.insert(Trip(name: author))
      try context.save()
    }
    #expect(observer.eventCounter == 1)
  }

  @Test func comesAsASequence() async throws {
    let context = ModelContext(container)
    let updates = try container.historyUpdates()
    let own = context.historyUpdates()
    for author in ["first", "last", "later"] {
      context.author = author
      context.insert(Trip(name: author))
      try context.save()
    }
    for try await transaction in updates {
      print(transaction.author ?? "nobody", transaction.changes.count)
      if transaction.author == "last" { break }
    }
    #expect(try await own.makeAsyncIterator().next()?.author == "first")
  }

  @Test func isCleaned() throws {
    let context = ModelContext(container)
    let consumer = try HistoryConsumer("search index", in: container)
    for author in ["import", "me"] {
      context.author = author
      context.insert(Trip(name: author))
      try context.save()
    }
    try container.cleanHistory(
      HistoryCleaning(before: .now - 30 * 24 * 60 * 60, keepingLast: 1000))
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "import" }))
    #expect(try context.historyEntries().count == 2)
    try container.cleanHistory(HistoryCleaning(ignoresConsumers: true))
    do {
      try consumer.process { try $0.forEach(index) }
    } catch SwiftDataError.historyTokenExpired {
      try indexEverything(context)
      try consumer.skip(to: .end)
    }
    #expect(indexed == 2)
    #expect(try consumer.process { _ in } == 0)
  }
}

@Model final class Trip {
  @Attribute(.preserveValueOnDeletion) var name: String
  init(name: String) { self.name = name }
}
