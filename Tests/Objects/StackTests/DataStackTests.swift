import Strata
import StrataStack
import Synchronization
import StrataTestSupport
import Testing

@Model final class Entry {
  @Attribute(.unique) var number: Int
  var text = ""

  init(number: Int) { self.number = number }
}

extension ModelContext {
  /// The numbers of all entries, in order.
  fileprivate func numbers() throws -> [Int] {
    try fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.number)])).map(\.number)
  }
}

@Suite struct DataStacks {
  private struct Stop: Error {}

  private func stack() throws -> PreviewStack {
    try PreviewStack(for: [Entry.self], mainAuthor: "main")
  }

  @MainActor @Test func haveAViewContextWithTheMainAuthor() throws {
    let stack = try stack()
    #expect(stack.viewContext === stack.viewContext)
    #expect(stack.viewContext.author == "main" && !stack.viewContext.autosaveEnabled)
  }

  @MainActor @Test func setTheViewContextUpOnce() throws {
    let stack = try stack()
    stack.viewContext.autosaveEnabled = true
    stack.viewContext.author = "somebody"
    #expect(stack.viewContext.autosaveEnabled && stack.viewContext.author == "somebody")
  }

  @Test func refuseTheMainAuthorInTheBackground() async throws {
    let stack = try stack()
    #expect(throws: StackError.authorIsTaken("main")) {
      try stack.backgroundContext(author: "main")
    }
    await #expect(throws: StackError.authorIsTaken("main")) {
      try await stack.withContext(author: "main") { _ in }
    }
    #expect(try stack.backgroundContext(author: "import").author == "import")
  }

  @Test func saveAfterABody() async throws {
    let stack = try stack()
    let number = try await stack.withContext(author: "import") { context in
      context.insert(Entry(number: 4))
      return 4
    }
    let context = try stack.backgroundContext(author: "reader")
    #expect(try context.numbers() == [number])
    #expect(try context.historyEntries().map(\.author) == ["import"])
  }

  @Test func keepNothingOfABodyThatThrows() async throws {
    let stack = try stack()
    await #expect(throws: Stop.self) {
      try await stack.withContext(author: "import") { context in
        context.insert(Entry(number: 4))
        throw Stop()
      }
    }
    #expect(try stack.backgroundContext(author: "reader").numbers().isEmpty)
  }

  @Test func keepNothingOfABodyWhoseTaskIsCancelled() async throws {
    let stack = try stack()
    let task = Task {
      try await stack.withContext(author: "import") { context in
        context.insert(Entry(number: 4))
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try stack.backgroundContext(author: "reader").numbers().isEmpty)
  }

  @MainActor @Test func bringBackgroundSavesToTheViewContext() async throws {
    let stack = try stack()
    let entry = Entry(number: 1)
    stack.viewContext.insert(entry)
    try stack.viewContext.save()
    try await stack.withContext(author: "import") {
      try $0.fetch(FetchDescriptor<Entry>()).first?.text = "new"
    }
    try stack.viewContext.mergeChanges()
    #expect(entry.text == "new")
  }
}

@Suite struct BasicDataStacks {
  @Test func followTheHistoryHoweverTheyAreMade() async throws {
    let folder = try TemporaryFolder()
    let options = HistoryOptions(
      consumer: "stack", ignoring: ["own"], cleaning: HistoryCleaning(keepingLast: 1))
    let configuration = ModelConfiguration(url: folder.store())
    let stacks = [
      try BasicDataStack(
        for: [Shop4.Room.self], configurations: configuration, mainAuthor: "main", history: options),
      try BasicDataStack(
        ShopModels.self, configurations: ModelConfiguration(url: folder.store("shop.store")),
        mainAuthor: "main", history: options),
    ]
    for stack in stacks {
      let tracker = try #require(stack.historyTracker)
      for author in ["own", "other", "other"] as [TransactionAuthor] {
        try await stack.withContext(author: author) { $0.insert(Shop4.Room(number: 1)) }
      }
      let authors = Mutex<[String?]>([])
      await tracker.observe { transaction in authors.withLock { $0.append(transaction.author) } }
      try await tracker.processNow()
      #expect(authors.withLock { $0 } == ["other", "other"])
      #expect(try stack.backgroundContext(author: "reader").historyEntries().count == 1)
    }
    #expect(try BasicDataStack(stacks[0].container, mainAuthor: "main").historyTracker == nil)
  }

  @Test func areOpenedInParallel() async throws {
    let folder = try TemporaryFolder()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<12 {
        group.addTask {
          let stack = try BasicDataStack(
            for: [Entry.self],
            configurations: ModelConfiguration(url: folder.store("\(number % 3).store")),
            mainAuthor: "main")
          return try await stack.withContext(author: "fill") { context in
            context.insert(Entry(number: number))
            return number
          }
        }
      }
      var seen: Set<Int> = []
      for try await number in group { seen.insert(number) }
      #expect(seen.count == 12)
    }
    for number in 0..<3 {
      let stack = try BasicDataStack(
        for: [Entry.self], configurations: ModelConfiguration(url: folder.store("\(number).store")),
        mainAuthor: "main")
      #expect(try stack.backgroundContext(author: "reader").numbers().count == 4)
    }
  }

  @Test func openTheirStoresTogether() async throws {
    let folder = try TemporaryFolder()
    func open(_ first: URL) throws -> BasicDataStack {
      try BasicDataStack(
        for: [Entry.self, Stranger.self],
        configurations: ModelConfiguration("a", schema: Schema([Entry.self]), url: first),
        ModelConfiguration("b", schema: Schema([Stranger.self]), url: folder.store("b")),
        mainAuthor: "main")
    }
    try await open(folder.store("a")).withContext(author: "fill") { context in
      context.insert(Entry(number: 1))
      context.insert(Stranger())
    }
    #expect(try open(folder.store("a")).backgroundContext(author: "reader").numbers() == [1])
    try Data(repeating: 7, count: 4_096).write(to: folder.file("c"))
    #expect(throws: StorageError.self) { try open(folder.file("c")) }
  }
}

@Suite struct PreviewStacks {
  @Test func shareNothing() throws {
    let stacks = try (1...2).map { number in
      try PreviewStack(for: [Entry.self]) { $0.insert(Entry(number: number)) }
    }
    #expect(try stacks.map { try $0.backgroundContext(author: "reader").numbers() } == [[1], [2]])
  }

  @Test func throwWhatTheirSeedThrows() {
    struct Stop: Error {}
    #expect(throws: Stop.self) { try PreviewStack(for: [Entry.self]) { _ in throw Stop() } }
    #expect(throws: (any Error).self) {
      try PreviewStack(for: [Entry.self]) { context in
        context.uniqueConflictPolicy = .error
        for _ in 0..<2 { context.insert(Entry(number: 1)) }
      }
    }
  }
}

@Suite struct TestingStacks {
  @Test func areOpenedAgainAsByAnotherProcess() async throws {
    let stack = try TestingStack(for: [Entry.self]) { $0.insert(Entry(number: 1)) }
    let again = try stack.reopened()
    try await again.withContext(author: "other") { $0.insert(Entry(number: 2)) }
    #expect(try stack.backgroundContext(author: "reader").numbers() == [1, 2])
    #expect(
      try stack.backgroundContext(author: "reader").historyEntries().map(\.author) == [
        "seed", "other",
      ])
  }

  @Test func takeTheirFolderWithThem() throws {
    var stack: TestingStack? = try TestingStack(for: [Entry.self])
    let url = try #require(stack?.url)
    var again: TestingStack? = try stack?.reopened()
    stack = nil
    #expect(FileManager.default.fileExists(atPath: url.path))
    #expect(again != nil)
    again = nil
    #expect(!FileManager.default.fileExists(atPath: url.deletingLastPathComponent().path))
  }
}

/// Stacks on one server, each in a schema of its own.
@Suite(.enabled(if: TestServer.isInstalled)) struct TestingStacksOnAServer {
  @Test func shareNothingAndTakeTheirSchemaWithThem() throws {
    let server = TestServer.newStore()
    var one: TestingStack? = try TestingStack(for: [Entry.self], onServer: server) {
      $0.insert(Entry(number: 1))
    }
    let other = try TestingStack(for: [Entry.self], onServer: server) {
      $0.insert(Entry(number: 2))
    }
    #expect(try one?.backgroundContext(author: "reader").numbers() == [1])
    #expect(try one?.reopened().backgroundContext(author: "reader").numbers() == [1])
    #expect(try other.backgroundContext(author: "reader").numbers() == [2])
    let url = try #require(one?.url)
    #expect(url != server && url != other.url)
    let readOnly = ModelConfiguration(url: url, allowsSave: false)
    #expect(
      try ModelContainer(for: Entry.self, configurations: readOnly).schema.entities.count == 1)
    one = nil
    #expect(throws: StorageError.self) {
      try ModelContainer(for: Entry.self, configurations: readOnly)
    }
    #expect(try other.backgroundContext(author: "reader").numbers() == [2])
    let error = #expect(throws: StorageError.self) {
      try TestingStack(for: [Entry.self], onServer: URL(fileURLWithPath: "/nowhere"))
    }
    #expect("\(error, default: "no error")".contains("/nowhere: it is no address of a server"))
  }
}

@Suite struct CurrentDataStacks {
  @Test func areAnErrorWhereNoneIsSet() {
    #expect(throws: StackError.noCurrentStack) { try CurrentDataStack.stack() }
  }

  @Test func reachTheTasksInside() async throws {
    let stack = try PreviewStack(for: [Entry.self])
    let found = try await CurrentDataStack.with(stack) {
      async let inner = CurrentDataStack.stack()
      return try await inner
    }
    #expect(found === stack)
    let same = try CurrentDataStack.with(stack) { try CurrentDataStack.stack() }
    #expect(same === stack)
  }
}
