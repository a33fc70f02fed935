internal import Dispatch

// The context is not Sendable; only work on the executor's own queue gets at it, which the actor
// that the executor belongs to makes sure of.

/// Runs the work of a model actor one after the other on a queue of its own, never on the thread
/// that made the actor.
public final class DefaultSerialModelExecutor: ModelExecutor, @unchecked Sendable {
  /// The context that belongs to the executor.
  public let modelContext: ModelContext
  private let queue = DispatchQueue(label: "strata.model-executor")

  /// An executor for a context that nobody else uses.
  public init(modelContext: ModelContext) { self.modelContext = modelContext }

  /// Runs a job on the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
