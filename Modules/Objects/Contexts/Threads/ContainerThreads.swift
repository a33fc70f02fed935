internal import StrataSQLite

/// The threads of a container: some for reads and model actors, and one for saves.
final class ContainerThreads: Sendable {
  /// The number of threads for reads and model actors.
  let readerCount: Int
  /// The threads of reads and model actors.
  let readers: ThreadPool
  private let writer = ThreadPool(name: "strata-writer", size: 1)
  private let reads: AsyncSemaphore
  let writes = AsyncSemaphore(count: 1)

  init(readerCount: Int) {
    self.readerCount = readerCount
    readers = ThreadPool(name: "strata-reader", size: readerCount)
    reads = AsyncSemaphore(count: readerCount)
  }

  deinit { end() }

  /// Ends the threads once they have no jobs.
  func end() {
    readers.end()
    writer.end()
  }

  /// Runs a body on a thread for reads. Bodies begin in the order of the calls.
  ///
  /// - Throws: `CancellationError` if the task is cancelled, also while the body waits in a statement. The body's errors.
  func read<T: Sendable>(_ body: @Sendable () throws -> T) async throws -> T {
    try await run(on: readers, reads, body)
  }

  /// Runs a body on the thread for saves. Bodies run one after the other, in the order of the calls.
  ///
  /// - Throws: as ``read(_:)``.
  func write<T: Sendable>(_ body: @Sendable () throws -> T) async throws -> T {
    try await run(on: writer, writes, body)
  }

  /// Runs a body on the thread for saves, even if the task is cancelled.
  func finish(_ body: @Sendable () -> Void) async {
    await withTaskExecutorPreference(writer) { await Self.perform(body) }
  }

  private func run<T: Sendable>(
    on pool: ThreadPool, _ semaphore: AsyncSemaphore, _ body: @Sendable () throws -> T
  ) async throws -> T {
    try Task.checkCancellation()
    try await semaphore.acquire()
    return try await withTaskExecutorPreference(pool) {
      try await Self.perform(semaphore, body)
    }
  }

  // The task continues here on a thread of the pool that it prefers.
  @concurrent private static func perform<T: Sendable>(
    _ semaphore: AsyncSemaphore, _ body: @Sendable () throws -> T
  ) async throws -> T {
    // At once, and not when the task is back on Swift's pool, which may be busy.
    defer { semaphore.release() }
    do {
      try Task.checkCancellation()
      return try await withCancellableStatements { try body() }
    } catch let error as StorageError where Task.isCancelled {
      // A wait for another program's lock that was given up is reported as busy.
      switch error {
      case .interrupted, .busy: throw CancellationError()
      default: throw error
      }
    }
  }

  @concurrent private static func perform(_ body: @Sendable () -> Void) async { body() }
}
