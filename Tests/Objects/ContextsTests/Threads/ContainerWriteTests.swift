import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataContexts

/// `container.write`.
@Suite(.timeLimit(.scaledMinutes(5))) struct ContainerWrites {
  private struct Stop: Error {}

  private let house: Storehouse
  private let container: ModelContainer

  init() throws {
    house = try Storehouse()
    container = try house.open()
  }

  private func serials() throws -> [Int] {
    try ModelContext(container).fetch(FetchDescriptor<Mark>(sortBy: [SortDescriptor(\.serial)]))
      .map(\.serial)
  }

  /// Begins a write that lasts until the semaphore is signalled.
  private func begin(_ end: DispatchSemaphore) async throws -> Task<Void, any Error> {
    let hasBegun = Flag()
    let task = Task {
      try await container.write { _ in
        hasBegun.set()
        end.wait()
      }
    }
    while !hasBegun.isSet { try await Task.sleep(for: .milliseconds(1)) }
    return task
  }

  /// Waits until so many writes wait.
  private func wait(for count: Int) async throws {
    while container.core.threads.writes.waiterCount != count {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  @Test func saveAfterTheirBodyWithTheirAuthor() async throws {
    let isOwn = try await container.write(author: "import") { context in
      context.insert(Mark(serial: 1))
      return ThreadPool.isCurrent
    }
    #expect(isOwn)
    #expect(try serials() == [1])
    #expect(try ModelContext(container).historyEntries().map(\.author) == ["import"])
  }

  @Test func saveNothingOfABodyThatThrows() async throws {
    await #expect(throws: Stop.self) {
      try await container.write { context in
        context.insert(Mark(serial: 1))
        throw Stop()
      }
    }
    #expect(try serials().isEmpty)
  }

  @Test func saveNothingIfTheirTaskIsCancelledInTheBody() async throws {
    let task = Task {
      try await container.write { context in
        context.insert(Mark(serial: 1))
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try serials().isEmpty)
  }

  @Test func runInTheOrderOfTheirCalls() async throws {
    let end = DispatchSemaphore(value: 0)
    let first = try await begin(end)
    let order = Trace<Int>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...16 {
        group.addTask {
          try await container.write { context in
            order.add(number)
            context.insert(Mark(serial: number))
          }
        }
        try await wait(for: number)
      }
      end.signal()
      try await group.waitForAll()
    }
    try await first.value
    #expect(order.all == Array(1...16))
    #expect(try serials() == Array(1...16))
  }

  @Test func leaveTheQueueWhenTheyAreCancelled() async throws {
    let end = DispatchSemaphore(value: 0)
    let first = try await begin(end)
    let hasRun = Flag()
    let second = Task { try await container.write { _ in hasRun.set() } }
    try await wait(for: 1)
    let third = Task { try await container.write { $0.insert(Mark(serial: 3)) } }
    try await wait(for: 2)
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(container.core.threads.writes.waiterCount == 1)
    end.signal()
    try await first.value
    try await third.value
    #expect(try !hasRun.isSet && serials() == [3])
  }

  @Test(arguments: [false, true])
  func stopWaitingForTheLockWhenTheyAreCancelled(isByOthers: Bool) async throws {
    var configuration = ModelConfiguration(url: house.url)
    // Longer than the test may take.
    configuration.busyTimeout = .seconds(10_000)
    let container = try ModelContainer(for: Storehouse.models, configuration: configuration)
    // Claims keys, so that the next insertion doesn't wait.
    try await container.write { $0.insert(Mark(serial: 0)) }
    let held = HeldStore(isByOthers ? self.container : container, isByOthers: isByOthers)
    let hasBegun = Flag()
    let task = Task {
      try await container.write { context in
        context.insert(Mark(serial: 1))
        hasBegun.set()
      }
    }
    while !hasBegun.isSet { try await Task.sleep(for: .milliseconds(1)) }
    // The save begins.
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    held.letGo()
    #expect(try serials() == [0])
  }

  @Test(arguments: [false, true])
  func giveUpAfterTheTimeOut(isByOthers: Bool) async throws {
    var configuration = ModelConfiguration(url: house.url)
    configuration.busyTimeout = .milliseconds(100)
    let container = try ModelContainer(for: Storehouse.models, configuration: configuration)
    let held = HeldStore(isByOthers ? self.container : container, isByOthers: isByOthers)
    await #expect {
      try await container.write { context in
        context.insert(Mark(serial: 1))
        // Measured here, since the task may wait for a thread afterwards.
        let start = ContinuousClock.now
        defer {
          let time = ContinuousClock.now - start
          #expect(time > .milliseconds(90) && time < .seconds(TimeScale.seconds(5)))
        }
        try context.save()
      }
    } throws: {
      if case StorageError.busy(_, seconds: 0.1) = $0 { true } else { false }
    }
    held.letGo()
    try await container.write { $0.insert(Mark(serial: 1)) }
    #expect(try serials() == [1])
  }
}
