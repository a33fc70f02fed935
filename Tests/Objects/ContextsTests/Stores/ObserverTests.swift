import Foundation
import StrataModelSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

@Suite struct StoreObservers {
  /// Records what a store reports.
  private final class Recorder: StoreObserver {
    struct Event {
      let operation: StoreOperation
      let parent: StoreOperation?
      var result: StoreOperation.Result?
    }

    let statementDetail: StoreStatement.Detail
    private let recorded = Mutex<(events: [Event], statements: [StoreStatement])>(([], []))
    var events: [Event] { recorded.withLock { $0.events } }
    var statements: [StoreStatement] { recorded.withLock { $0.statements } }
    var words: [String] { events.map { "\($0.operation)" } }

    init(_ detail: StoreStatement.Detail = .none) { statementDetail = detail }

    func operationWillBegin(_ operation: StoreOperation, parent: Int?) -> Int {
      recorded.withLock { recorded in
        recorded.events.append(
          Event(operation: operation, parent: parent.map { recorded.events[$0].operation }))
        return recorded.events.count - 1
      }
    }

    func operationDidEnd(_ operation: StoreOperation, result: StoreOperation.Result, token: Int) {
      recorded.withLock { $0.events[token].result = result }
    }

    func statementDidRun(_ statement: StoreStatement) {
      recorded.withLock { $0.statements.append(statement) }
    }

    func forget() { recorded.withLock { $0 = ([], []) } }
  }

  /// Logs into a list.
  private final class Notebook: ModelLogger {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func wants(_ level: ModelLogLevel) -> Bool { level == .notice }
    func log(_ level: ModelLogLevel, message: String) { lines.withLock { $0.append(message) } }
  }

  private let store: Storehouse

  init() throws { store = try Storehouse() }

  private func context(_ observer: (any StoreObserver)?) throws -> ModelContext {
    var configuration = ModelConfiguration(url: store.url)
    configuration.observer = observer
    let context = ModelContext(
      try ModelContainer(for: Storehouse.models, configuration: configuration))
    context.author = "Ann"
    return context
  }

  private func fill(_ context: ModelContext) throws {
    let author = Author(name: "Jane")
    for title in ["Emma", "Persuasion"] { author.books.append(Book(title: title)) }
    context.insert(author)
    try context.save()
  }

  @Test func seeWhatAContextDoes() throws {
    let recorder = Recorder()
    let context = try context(recorder)
    #expect(recorder.words == ["open"] && recorder.events.first?.result != nil)
    try fill(context)
    recorder.forget()
    let other = try self.context(recorder)
    recorder.forget()
    let authors = try other.fetch(FetchDescriptor<Author>())
    #expect(authors.first?.books.count == 2)
    #expect(try other.fetchCount(FetchDescriptor<Book>()) == 2)
    #expect(try other.sum(of: \Author.height) == 1.75)
    #expect(
      try other.batchUpdate(
        where: #Predicate<Book> { $0.title != "" }, set: \.title, to: "Emma") == 2)
    authors.first?.height = 1.6
    try other.save()
    try other.batchDelete(where: #Predicate<Book> { $0.title == "Emma" })
    let own = recorder.events.filter { $0.parent == nil && $0.operation.kind != .merge }
    #expect(
      own.map { "\($0.operation)" } == [
        "fetch Author", "load Book", "count Book", "aggregate Author", "batchUpdate Book", "save",
        "batchDelete Book",
      ])
    #expect(own.allSatisfy { $0.operation.author == "Ann" && $0.result?.failure == nil })
    #expect(own.map { $0.result?.rowsRead ?? -1 }.prefix(3) == [1, 2, 1])
    #expect(own.map { $0.result?.rowsWritten ?? -1 } == [0, 0, 0, 0, 2, 1, 2])
    #expect(own.allSatisfy { ($0.result?.statements ?? 0) > 0 })
    #expect(own.allSatisfy { ($0.result?.roundTrips ?? -1 > 0) == TestServer.isWanted })
  }

  @Test func seeAFetchWithItsRelationshipsAsOne() throws {
    try fill(try context(nil))
    let recorder = Recorder()
    let context = try context(recorder)
    recorder.forget()
    var descriptor = FetchDescriptor<Author>()
    descriptor.relationshipKeyPathsForPrefetching = [\.books]
    let authors = try context.fetch(descriptor)
    #expect(authors.first?.books.count == 2)
    #expect(recorder.words == ["fetch Author"])
    #expect(recorder.events.first?.result?.rowsRead == 3)
  }

  @Test func seeFailuresWithoutTheirValues() throws {
    let recorder = Recorder(.sql)
    let context = try context(recorder)
    context.uniqueConflictPolicy = .error
    try fill(context)
    context.insert(Author(name: "Jane"))
    #expect(throws: (any Error).self) { try context.save() }
    let save = try #require(recorder.events.last { $0.operation.kind == .save })
    #expect(save.result?.failure?.contains("Error") == true)
    #expect(save.result?.error == nil && save.result?.rowsWritten == 0)
    #expect(recorder.events.allSatisfy { $0.result != nil })
    #expect(!"\(recorder.events)".contains("Jane") && !"\(recorder.statements)".contains("Jane"))
  }

  @Test func getValuesIfTheyAskForThem() throws {
    let recorder = Recorder(.sqlAndValues)
    let context = try context(recorder)
    try fill(context)
    recorder.forget()
    let name = "Jane"
    let found = try context.fetch(
      FetchDescriptor<Author>(predicate: #Predicate { $0.name == name && $0.height > 1.5 }))
    #expect(found.count == 1)
    let selection = try #require(recorder.statements.first { $0.values?.isEmpty == false })
    #expect(selection.sql.contains("\"Author\"") && selection.rows == 1)
    #expect(selection.values == [.text("Jane"), .real(1.5)])
    #expect(selection.operation?.description == "fetch Author")
  }

  @Test func canBeDifferentForEachStore() throws {
    let recorders = [Recorder(), Recorder()]
    var authors = ModelConfiguration(
      "authors", schema: Schema([Author.self, Book.self, Shelf.self]), isStoredInMemoryOnly: true)
    authors.observer = recorders[0]
    var marks = ModelConfiguration(
      "marks", schema: Schema([Crate.self, Mark.self]), isStoredInMemoryOnly: true)
    marks.observer = recorders[1]
    let container = try ModelContainer(
      for: Schema([Author.self, Crate.self]), configurations: [authors, marks])
    let context = ModelContext(container)
    _ = try context.fetch(FetchDescriptor<Mark>())
    #expect(recorders.map(\.words) == [["open"], ["open", "fetch Mark"]])
    #expect(container.statistics.fetches == 1)
    #expect(try container.statistics(of: "authors").fetches == 0)
    #expect(throws: ConfigurationError.self) { try container.statistics(of: "none") }
  }

  @Test func needNoBeginning() throws {
    let ends = Ends()
    let context = try context(ends)
    _ = try context.fetch(FetchDescriptor<Author>())
    #expect(ends.count == 2)
  }

  /// Counts the ends of operations.
  private final class Ends: StoreObserver {
    private let ended = Mutex(0)
    var count: Int { ended.withLock { $0 } }

    func operationDidEnd(
      _ operation: StoreOperation, result: StoreOperation.Result, token: Void
    ) { ended.withLock { $0 += 1 } }
  }

  @Test func areNotNeededForStatistics() throws {
    try fill(try context(nil))
    let context = try context(nil)
    let before = context.container.statistics
    for book in try context.fetch(FetchDescriptor<Book>()) { _ = book.author?.name }
    let after = context.container.statistics
    #expect(after.fetches - before.fetches == 1 && after.loads - before.loads == 1)
    #expect(after.rowsRead - before.rowsRead == 3)
    #expect((after.roundTrips - before.roundTrips >= 4) == TestServer.isWanted)
    #expect(after.statements == nil)
  }

  @Test func areNotNeededForSlowStatements() throws {
    let notebook = Notebook()
    var configuration = ModelConfiguration(url: store.url)
    configuration.logger = notebook
    configuration.slowStatements = .zero
    let context = ModelContext(
      try ModelContainer(for: Storehouse.models, configuration: configuration))
    try fill(context)
    let fetched = { try context.fetch(FetchDescriptor<Author>()).count }
    #expect(try fetched() == 1)
    let lines = notebook.all.filter { $0.contains("FROM \"Author\"") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.contains(" rows: ") })
    #expect(!"\(notebook.all)".contains("Jane"))
    configuration.slowStatements = .seconds(1000)
    let calm = Notebook()
    configuration.logger = calm
    let other = ModelContext(
      try ModelContainer(for: Storehouse.models, configuration: configuration))
    #expect(try other.fetch(FetchDescriptor<Author>()).count == 1)
    #expect(calm.all.filter { $0.contains("SELECT") }.isEmpty)
  }

  @Test func areNotNeededToCountAFetchsRoundTrips() throws {
    try fill(try context(nil))
    let context = try context(nil)
    let descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.title == "Emma" })
    #expect(try context.explain(descriptor).execution == nil)
    let explanation = try context.explain(descriptor, analyze: true)
    #expect(explanation.plan.joined().contains("Book") || explanation.plan.joined().contains("t0"))
    let execution = try #require(explanation.execution)
    #expect(execution.rows == 1 && execution.duration > .zero)
    #expect((execution.roundTrips >= 2) == TestServer.isWanted)
    // The statement is prepared now.
    let again = try #require(try context.explain(descriptor, analyze: true).execution)
    #expect(again.roundTrips == (TestServer.isWanted ? 1 : 0))
  }

  @Test(.enabled(if: TestServer.isInstalled))
  func getNoPassword() throws {
    let recorder = Recorder(.sqlAndValues)
    var components = try #require(
      URLComponents(url: TestServer.newStore(), resolvingAgainstBaseURL: false))
    components.user = components.user ?? "strata"
    components.password = "geheim"
    var configuration = ModelConfiguration(url: try #require(components.url))
    configuration.observer = recorder
    let context = ModelContext(
      try ModelContainer(for: Storehouse.models, configuration: configuration))
    try fill(context)
    #expect(recorder.words.contains("save"))
    #expect(recorder.events.allSatisfy { $0.operation.store.hasPrefix("postgresql://") })
    #expect(!"\(recorder.events) \(recorder.statements)".contains("geheim"))
  }
}
