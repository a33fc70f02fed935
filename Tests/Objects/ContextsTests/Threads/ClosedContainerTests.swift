import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataContexts

@Suite(.timeLimit(.scaledMinutes(5))) struct ClosedContainers {
  private let house: Storehouse
  private let container: ModelContainer

  init() throws {
    house = try Storehouse()
    container = try house.open()
  }

  private func isClosed(_ error: any Error) -> Bool {
    if case StorageError.closed(container.store.path) = error { true } else { false }
  }

  @Test func refuseReadsAndWrites() async throws {
    let context = ModelContext(container)
    context.insert(Mark(serial: 1))
    try context.save()
    let clerk = MarkClerk(modelContainer: container)
    #expect(try await clerk.count() == 1)
    try await container.close()
    await #expect { try await container.read { _ in } } throws: { isClosed($0) }
    await #expect { try await container.write { _ in } } throws: { isClosed($0) }
    await #expect { try await clerk.count() } throws: { isClosed($0) }
    #expect { try context.fetchCount(FetchDescriptor<Mark>()) } throws: { isClosed($0) }
    #expect {
      try ModelContext(container).fetch(FetchDescriptor<Mark>())
    } throws: {
      isClosed($0)
    }
    context.insert(Mark(serial: 2))
    #expect { try context.save() } throws: { isClosed($0) }
    // It says what to do.
    #expect("\(StorageError.closed(path: "a.store"))".contains("create a new container"))
    let again = ModelContext(try house.open())
    #expect(try again.fetchCount(FetchDescriptor<Mark>()) == 1)
  }

  @Test func haveWaitedForWhatWasCalledBefore() async throws {
    let end = DispatchSemaphore(value: 0)
    let hasBegun = Flag()
    let first = Task {
      try await container.write { context in
        hasBegun.set()
        end.wait()
        context.insert(Mark(serial: 1))
      }
    }
    while !hasBegun.isSet { try await Task.sleep(for: .milliseconds(1)) }
    let second = Task { try await container.write { $0.insert(Mark(serial: 2)) } }
    while container.core.threads.writes.waiterCount < 1 {
      try await Task.sleep(for: .milliseconds(1))
    }
    let isClosed = Flag()
    let closing = Task {
      try await container.close()
      isClosed.set()
    }
    // Until it is closing, reads succeed.
    while (try? await container.read { _ in }) != nil { await Task.yield() }
    #expect(!isClosed.isSet)
    end.signal()
    try await first.value
    try await second.value
    try await closing.value
    #expect(try ModelContext(house.open()).fetchCount(FetchDescriptor<Mark>()) == 2)
  }

  @Test func mayBeClosedTwice() async throws {
    async let first: Void = container.close()
    async let second: Void = container.close()
    _ = try await (first, second)
    try await container.close()
  }

  @Test func haveNoThreads() async throws {
    try await container.write { $0.insert(Mark(serial: 1)) }
    _ = try await container.read { try $0.fetchCount(FetchDescriptor<Mark>()) }
    try await container.close()
    while container.core.threads.readers.currentSize > 0 {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  @Test(.disabled(if: TestServer.isWanted)) func haveLeftNoLog() async throws {
    let context = ModelContext(container)
    context.insert(Mark(serial: 1))
    try context.save()
    _ = try await container.read { try $0.fetchCount(FetchDescriptor<Mark>()) }
    let before = try house.folder.names()
    #expect(before.contains { $0.hasSuffix("-wal") })
    // A context that has read keeps its connection until its next read.
    _ = consume context
    try await container.close()
    #expect(try house.folder.names() == ["test.store"])
  }

  @MainActor @Test func haveSavedTheMainContext() async throws {
    container.mainContext.insert(Mark(serial: 1))
    try await container.close()
    #expect(try ModelContext(house.open()).fetchCount(FetchDescriptor<Mark>()) == 1)
  }

  @MainActor @Test func throwTheErrorOfTheMainContextsSave() async throws {
    container.mainContext.uniqueConflictPolicy = .error
    for _ in 0..<2 { container.mainContext.insert(Author(name: "x")) }
    await #expect(throws: StackError.self) { try await container.close() }
    await #expect { try await container.read { _ in } } throws: { isClosed($0) }
    container.mainContext.rollback()
  }

  @Test func endTheirService() async throws {
    let service = Task { try await container.run() }
    try await Task.sleep(for: .milliseconds(10))
    try await container.write { $0.insert(Mark(serial: 1)) }
    try await container.close()
    try await service.value
  }

  @Test func areClosedByTheEndOfTheirService() async throws {
    let service = Task { try await container.run() }
    try await container.write { $0.insert(Mark(serial: 1)) }
    service.cancel()
    try await service.value
    await #expect { try await container.read { _ in } } throws: { isClosed($0) }
  }
}
