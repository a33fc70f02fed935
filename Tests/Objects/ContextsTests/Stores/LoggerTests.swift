import StrataModelSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

@Suite struct Loggers {
  /// Keeps the messages that it wants.
  private final class Notebook: ModelLogger {
    let least: ModelLogLevel
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }

    init(from least: ModelLogLevel) { self.least = least }

    func wants(_ level: ModelLogLevel) -> Bool { level >= least }
    func log(_ level: ModelLogLevel, message: String) {
      lines.withLock { $0.append("\(level): \(message)") }
    }
  }

  private let store: Storehouse

  init() throws { store = try Storehouse() }

  private func context(_ notebook: Notebook) throws -> ModelContext {
    var configuration = ModelConfiguration(url: store.url)
    configuration.logger = notebook
    let context = ModelContext(
      try ModelContainer(for: Storehouse.models, configuration: configuration))
    context.author = "writer"
    return context
  }

  @Test func hearOfOpeningSavesAndMerges() throws {
    let notebook = Notebook(from: .debug)
    let context = try context(notebook)
    let mark = Mark(serial: 1)
    context.insert(mark)
    try context.save()
    #expect(notebook.all.first == "info: opened \(store.folder.file().path)")
    #expect(
      notebook.all.last == "debug: saved transaction 1 of writer: 1 inserted, 0 updated, 0 deleted")
    let other = try store.context()
    try #require(try other.all(Mark.self).first).value = 3
    try other.save()
    try context.mergeChanges()
    #expect(notebook.all.last == "debug: merged up to transaction 2, 1 objects in memory")
  }

  @Test func hearOnlyWhatTheyWant() throws {
    let notebook = Notebook(from: .notice)
    let context = try context(notebook)
    context.insert(Mark(serial: 1))
    try context.save()
    #expect(notebook.all.isEmpty)
  }

  @Test func hearOfTheHistorysCleaning() throws {
    let notebook = Notebook(from: .info)
    let context = try context(notebook)
    context.insert(Mark(serial: 1))
    try context.save()
    try context.container.cleanHistory(HistoryCleaning())
    #expect(
      notebook.all.last == "info: cleaned 1 transactions of the history away, 0 wait for consumers")
  }

  @Test func hearOfConflictsAndFailures() throws {
    let notebook = Notebook(from: .notice)
    let (context, other) = (try context(notebook), try store.context())
    let mark = Mark(serial: 1)
    context.insert(mark)
    try context.save()
    try #require(try other.all(Mark.self).first).value = 3
    try other.save()
    mark.value = 4
    try context.save()
    #expect(notebook.all == ["notice: settled: \(mark.id) has value 4 here and 3 elsewhere"])
    context.insert(Author(name: "x"))
    context.uniqueConflictPolicy = .error
    let twin = try Storehouse().context()
    let stranger = Mark(serial: 2)
    twin.insert(stranger)
    mark.related = [stranger]
    #expect(throws: StackError.self) { try context.save() }
    #expect(notebook.all.last?.hasPrefix("error: a save failed: ") == true)
  }
}
