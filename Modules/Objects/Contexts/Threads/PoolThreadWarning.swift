internal import Dispatch
internal import Foundation
internal import StrataObservation
internal import Synchronization

/// Warns once if a store on a server is used on a thread of Swift's pool, which stands still meanwhile.
///
/// A thread that runs a task, and is neither the main actor's nor one of a container's, is one of the pool.
final class PoolThreadWarning: Sendable {
  private let logger: any ModelLogger
  private let isDue = Atomic<Bool>(true)

  init(_ logger: any ModelLogger) { self.logger = logger }

  /// True where the main actor runs. That isn't always the main thread: once the main function waits, any thread may take
  /// the main queue's work.
  private static var isOnMainActor: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mainKey) == true
  }

  private static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Logs a notice if the current thread is one of Swift's pool, the first time.
  func check(_ path: String) {
    guard isDue.load(ordering: .relaxed), !ThreadPool.isCurrent, !Self.isOnMainActor,
      withUnsafeCurrentTask(body: { $0 != nil }), isDue.exchange(false, ordering: .relaxed)
    else { return }
    logger.log(
      .notice,
      message:
        "\(path) is used on a thread of Swift's pool, which has only as many threads as the processor has cores: all tasks "
        + "stand still while they wait for the server; use container.read, container.write or a model actor"
    )
  }
}
