internal import Dispatch

// Unchecked: only work on the executor's queue uses the context, which the actor ensures.

/// Runs the jobs of a model actor serially on a queue of its own, never on the thread that created
/// the actor.
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
  /// The context of the executor.
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "strata.model-executor")

  /// Creates an executor for a context that nothing else uses.
  public init(modelContext: ModelContext) { self.modelContext = modelContext }

  /// Runs a job on the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
