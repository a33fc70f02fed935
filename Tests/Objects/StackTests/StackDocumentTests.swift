import Strata
import StrataStack
import StrataTestSupport
import Testing

/// What `Docs/Stack.md` shows, run.
@Suite struct StackDocument {
  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Stack.md")
    #expect(page.examples.count >= 7)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func runs() async throws {
    let folder = try TemporaryFolder()
    let url = folder.store()
    let names = ["Alps", "Andes"]
    let stack = try BasicDataStack(
      for: [Trip.self], configurations: ModelConfiguration(url: url), mainAuthor: .app)
    let count = try await stack.withContext(author: .importer) { context in
      for name in names { context.insert(Trip(name: name)) }
      return names.count
    }
    #expect(count == 2)
    let reader = try stack.backgroundContext(author: "reader")
    let trip = try #require(try reader.fetch(FetchDescriptor<Trip>()).first)
    let id = TypedObjectID(trip)
    try await stack.withContext(author: .importer) { context in
      try context.existing(Trip.self, withID: id).name = "Dolomites"
    }
    try reader.mergeChanges()
    #expect(trip.name == "Dolomites")
    let user = (name: "Ann", number: 7)
    try await stack.withContext(author: user.name) { context in
      context.insert(Trip(name: "Jura"))
    }
    try await stack.container.write(author: "user \(user.number)") { context in
      context.insert(Trip(name: "Tatra"))
    }
    #expect(try reader.historyEntries().map(\.author).suffix(2) == ["Ann", "user 7"])
    let preview = try PreviewStack(for: [Trip.self]) { context in
      context.insert(Trip(name: "Alps"))
    }
    #expect(
      try preview.backgroundContext(author: "reader").fetchCount(FetchDescriptor<Trip>()) == 1)
    var report = 0
    try CurrentDataStack.with(stack) {
      let context = try CurrentDataStack.stack().backgroundContext(author: "command")
      report = try context.fetchCount(FetchDescriptor<Trip>())
    }
    #expect(report == 4)
    let following = try BasicDataStack(
      for: [Trip.self], configurations: ModelConfiguration(url: url), mainAuthor: .app,
      history: HistoryOptions(
        consumer: "search index", ignoring: [.app], cleaning: HistoryCleaning(keepingLast: 10_000)))
    #expect(following.historyTracker != nil)
  }
}

@Model final class Trip {
  var name: String

  init(name: String) { self.name = name }
}

extension TransactionAuthor {
  static let app: TransactionAuthor = "app"
  static let importer: TransactionAuthor = "import"
}
