import Dispatch
import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@testable import StrataContexts

@Suite(.timeLimit(.scaledMinutes(5))) struct ModelActorThreads {
  private let container: ModelContainer

  init() throws { container = try ModelContext.inMemory().container }

  @Test func areThoseOfTheContainer() async throws {
    let clerk = MarkClerk(modelContainer: container)
    #expect(await clerk.isOnThreadOfContainer)
  }

  /// Counts in steps between which other jobs of the actor run, and would lose counts if two ran at once.
  @ModelActor actor Counter {
    private var count = 0
    private(set) var overlaps = 0
    private var isBusy = false

    func add() {
      if isBusy { overlaps += 1 }
      isBusy = true
      count += 1
      usleep(10)
      isBusy = false
    }

    var result: [Int] { [count, overlaps] }
  }

  @Test func runOneJobOfAnActorAfterTheOther() async throws {
    let counters = (0..<8).map { _ in Counter(modelContainer: container) }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<2000 { group.addTask { await counters[number % 8].add() } }
    }
    for counter in counters { #expect(await counter.result == [250, 0]) }
  }

  @Test func areNoMoreThanTheContainerMayHave() async throws {
    var configuration = ModelConfiguration.temporary
    configuration.maximumReaders = 3
    let container = try ModelContainer(for: Storehouse.models, configuration: configuration)
    let threads = Trace<UInt>()
    let clerks = (0..<64).map { _ in ThreadClerk(modelContainer: container) }
    await withTaskGroup(of: Void.self) { group in
      for clerk in clerks {
        group.addTask {
          threads.add(await clerk.thread())
        }
      }
    }
    #expect((1...3).contains(Set(threads.all).count))
  }

  /// Ends its threads when it goes, as a container does.
  private final class Owner: Sendable {
    let pool: ThreadPool
    init(_ pool: ThreadPool) { self.pool = pool }
    deinit { pool.end() }
  }

  @Test func mayHaveTheLastReferenceToTheirContainer() {
    let pool = ThreadPool(name: "strata-test", size: 1)
    let (isReleased, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    do {
      let owner = Owner(pool)
      pool.enqueueLane {
        isReleased.wait()
        withExtendedLifetime(owner) {}
      }
    }
    isReleased.signal()
    // On a thread of its own: a pool whose thread waits for itself takes no job any more.
    Thread.detachNewThread { pool.enqueueLane { isDone.signal() } }
    #expect(isDone.wait(timeout: .now() + 60) == .success)
  }

  @ModelActor actor ThreadClerk {
    func thread() -> UInt {
      usleep(2000)
      return UInt(pthread_self())
    }
  }
}
