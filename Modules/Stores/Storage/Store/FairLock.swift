internal import Dispatch
internal import StrataPlatform
internal import Synchronization

/// A recursive lock that threads get in the order in which they asked for it, or not before a deadline.
///
/// Unlocking hands the lock over to the thread that has waited longest. With `NSRecursiveLock`, a thread that saves all
/// the time takes the lock again before a waiting thread has woken up, so that others may wait without end.
final class FairLock: Sendable {
  /// The result of waiting for the lock.
  enum Outcome {
    case locked
    case timedOut
    case cancelled
  }

  /// A thread that waits.
  private final class Waiter: Sendable {
    let thread: UInt
    let semaphore = DispatchSemaphore(value: 0)

    init(thread: UInt) { self.thread = thread }
  }

  private struct State {
    /// The thread that has the lock. While threads wait, there is one.
    var owner: UInt?
    /// The number of times that the owner has locked it.
    var depth = 0
    /// The threads that wait, the first one first.
    var waiters: [Waiter] = []
  }

  private let state = Mutex(State())
  /// An atomic flag by which the thread sanitizer sees the order of the lock's owners: unlocking stores it, and locking
  /// loads it. The mutex orders them already, but the sanitizer doesn't see into it, and would report races of all that
  /// the lock guards.
  private let handOver = Atomic<Bool>(false)

  /// The number of threads that wait.
  var waiterCount: Int { state.withLock(\.waiters.count) }

  /// True if the current thread has the lock.
  var isMine: Bool {
    let thread = Platform.currentThread
    return state.withLock { $0.owner == thread }
  }

  /// The longest time between two checks for cancellation.
  private static let checkInterval = DispatchTimeInterval.milliseconds(20)

  /// Takes the lock if no other thread has it. Never waits.
  func tryLock() -> Bool {
    let thread = Platform.currentThread
    return state.withLock { state in
      guard state.owner == nil || state.owner == thread else { return false }
      state.owner = thread
      state.depth += 1
      _ = handOver.load(ordering: .acquiring)
      return true
    }
  }

  /// Waits for the lock and blocks the thread. A thread that has the lock gets it once more.
  ///
  /// - Parameters:
  ///   - seconds: The longest time to wait, or nil for as long as it takes.
  ///   - isCancelled: Returns true to stop waiting. Nil if nothing can stop it.
  func lock(seconds: Double? = nil, isCancelled: (() -> Bool)? = nil) -> Outcome {
    let thread = Platform.currentThread
    let waiter: Waiter? = state.withLock { state in
      if state.owner == nil || state.owner == thread {
        state.owner = thread
        state.depth += 1
        _ = handOver.load(ordering: .acquiring)
        return nil
      }
      let waiter = Waiter(thread: thread)
      state.waiters.append(waiter)
      return waiter
    }
    guard let waiter else { return .locked }
    let deadline = seconds.map { DispatchTime.now() + $0 } ?? .distantFuture
    while true {
      let next = isCancelled == nil ? deadline : min(deadline, .now() + Self.checkInterval)
      if waiter.semaphore.wait(timeout: next) == .success { return .locked }
      if let isCancelled, isCancelled() { return giveUp(waiter) ? .cancelled : .locked }
      if .now() >= deadline { return giveUp(waiter) ? .timedOut : .locked }
    }
  }

  /// Leaves the queue. Returns false if the lock was handed over meanwhile.
  private func giveUp(_ waiter: Waiter) -> Bool {
    state.withLock { state in
      guard let index = state.waiters.firstIndex(where: { $0 === waiter }) else { return false }
      state.waiters.remove(at: index)
      return true
    }
  }

  /// Unlocks once. Only the thread that has the lock may call this.
  func unlock() {
    let next: Waiter? = state.withLock { state in
      state.depth -= 1
      guard state.depth == 0 else { return nil }
      guard !state.waiters.isEmpty else {
        state.owner = nil
        handOver.store(true, ordering: .releasing)
        return nil
      }
      let next = state.waiters.removeFirst()
      state.owner = next.thread
      state.depth = 1
      return next
    }
    next?.semaphore.signal()
  }
}
