import StrataModelSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

@testable import StrataContexts

/// `container.read`.
@Suite(.timeLimit(.scaledMinutes(5))) struct ContainerReads {
  private let house: Storehouse
  private let container: ModelContainer

  @TaskLocal private static var request = 0

  init() throws {
    house = try Storehouse()
    var configuration = ModelConfiguration(url: house.url)
    // Saves wait for as long as the test needs.
    configuration.busyTimeout = .seconds(100)
    container = try ModelContainer(for: Storehouse.models, configuration: configuration)
    let context = ModelContext(container)
    for serial in 1...3 { context.insert(Mark(serial: serial)) }
    try context.save()
  }

  private func count() async throws -> Int {
    try await container.read { try $0.fetchCount(FetchDescriptor<Mark>()) }
  }

  @Test func runOnThreadsOfTheContainer() async throws {
    let isOwn = try await container.read { _ in ThreadPool.isCurrent }
    #expect(isOwn && !ThreadPool.isCurrent)
    let isOwnOfMain = try await Task { @MainActor in
      try await container.read { _ in ThreadPool.isCurrent }
    }.value
    #expect(isOwnOfMain)
  }

  @Test func runInTheirTask() async throws {
    let request = try await Self.$request.withValue(7) {
      try await container.read { _ in Self.request }
    }
    #expect(request == 7)
  }

  @Test func giveTheirBodysResultAndError() async throws {
    struct Stop: Error {}
    #expect(try await count() == 3)
    await #expect(throws: Stop.self) { try await container.read { _ in throw Stop() } }
    #expect(try await count() == 3)
  }

  @Test func showOneMoment() async throws {
    let other = try house.open()
    let counts = try await container.read { context in
      let before = try context.fetchCount(FetchDescriptor<Mark>())
      let writer = ModelContext(other)
      writer.insert(Mark(serial: 4))
      try writer.save()
      return [before, try context.fetchCount(FetchDescriptor<Mark>())]
    }
    #expect(counts == [3, 3])
    #expect(try await count() == 4)
  }

  @Test func changeNothing() async throws {
    await #expect(throws: StackError.contextIsReadOnly) {
      try await container.read { $0.insert(Mark(serial: 4)) }
    }
    await #expect(throws: StackError.contextIsReadOnly) {
      try await container.read { context in
        context.insert(Mark(serial: 4))
        try context.save()
      }
    }
    await #expect(throws: StackError.contextIsReadOnly) {
      try await container.read { try $0.batchDelete(Mark.self, where: nil) }
    }
    await #expect(throws: StackError.contextIsReadOnly) {
      try await container.read {
        try $0.batchUpdate(Mark.self, where: nil, set: \.value, to: 1)
      }
    }
    #expect(try await count() == 3)
  }

  @Test func runAtMostAsManyAtOnceAsTheConfigurationSays() async throws {
    var configuration = ModelConfiguration(url: house.url)
    configuration.maximumReaders = 3
    let container = try ModelContainer(for: Storehouse.models, configuration: configuration)
    let running = Trace<Int>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        group.addTask {
          try await container.read { _ in
            running.add(1)
            usleep(20_000)
            running.add(-1)
          }
        }
      }
      try await group.waitForAll()
    }
    var count = 0
    let counts = running.all.map { step in
      count += step
      return count
    }
    #expect(counts.max() == 3)
  }

  @Test func needAThread() {
    var configuration = ModelConfiguration("few", url: house.url)
    configuration.maximumReaders = 0
    #expect(throws: ConfigurationError.noReaders("few", maximumReaders: 0)) {
      try ModelContainer(for: Storehouse.models, configuration: configuration)
    }
  }

  @Test func goOnWhileSavesOfActorsWait() async throws {
    let held = HeldStore(container)
    let clerks = (0..<container.core.threads.readers.size + 4).map { _ in
      MarkClerk(modelContainer: container)
    }
    let saves = clerks.enumerated().map { number, clerk in
      Task { try await clerk.add(100 + number) }
    }
    // They wait for the lock, and have all threads that they may have.
    while clerks.count(where: { $0.hasBegun.load(ordering: .acquiring) })
      < max(1, container.core.threads.readers.size - 1)
    {
      try await Task.sleep(for: .milliseconds(1))
    }
    if container.core.threads.readers.size > 1 { #expect(try await count() == 3) }
    held.letGo()
    for save in saves { try await save.value }
    #expect(try await count() == 3 + clerks.count)
  }
}

@ModelActor actor MarkClerk {
  nonisolated let hasBegun = Atomic<Bool>(false)

  func add(_ serial: Int) throws {
    modelContext.insert(Mark(serial: serial))
    hasBegun.store(true, ordering: .releasing)
    try modelContext.save()
  }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Mark>()) }

  var isOnThreadOfContainer: Bool { ThreadPool.isCurrent }
}
