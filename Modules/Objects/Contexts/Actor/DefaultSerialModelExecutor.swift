internal import Synchronization

// Unchecked: only jobs of the executor use the context, and they run one after the other.

/// Runs the jobs of a model actor one after the other on its container's threads, never on the thread that created the
/// actor.
///
/// The actor has a thread only while it has jobs, so that any number of actors needs no more threads than the container
/// has (``ModelConfiguration/maximumReaders``).
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
  private struct Lane {
    var jobs = Queue<UnownedJob>()
    /// True while the lane waits for a thread or has one.
    var isScheduled = false
  }

  /// The context of the executor.
  public let modelContext: ModelContext
  private let threads: ThreadPool
  private let lane = Mutex(Lane())

  /// Creates an executor for a context that nothing else uses.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    threads = modelContext.core.threads.readers
  }

  /// Runs a job after those that were added before.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = lane.withLock { lane in
      lane.jobs.append(job)
      defer { lane.isScheduled = true }
      return !lane.isScheduled
    }
    if isFirst { schedule() }
  }

  private func schedule() { threads.enqueueLane { self.runNext() } }

  // One job at a time, so that no actor keeps a thread from the others.
  private func runNext() {
    if let job = lane.withLock({ $0.jobs.popFirst() }) {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
    let hasMore = lane.withLock { lane in
      lane.isScheduled = !lane.jobs.isEmpty
      return lane.isScheduled
    }
    if hasMore { schedule() }
  }
}
