internal import Synchronization

/// Something that happens once, for which any number of tasks wait.
final class AsyncEvent: Sendable {
  private struct State {
    var hasHappened = false
    var next = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Waiters that were cancelled before they were suspended.
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  /// Lets all waiting tasks continue. Calling it again does nothing.
  func signal() {
    let waiters = state.withLock { state in
      state.hasHappened = true
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Waits until the event has happened, also in a cancelled task.
  func wait() async {
    await withCheckedContinuation { wait(nextNumber(), $0) }
  }

  /// Waits until the event has happened or the task is cancelled.
  func waitUnlessCancelled() async {
    let number = nextNumber()
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait(number, $0) }
    } onCancel: {
      cancel(number)
    }
    _ = state.withLock { $0.cancelled.remove(number) }
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.next += 1
      return state.next
    }
  }

  private func wait(_ number: Int, _ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      guard !state.hasHappened, state.cancelled.remove(number) == nil else { return true }
      state.waiters[number] = continuation
      return false
    }
    if isOver { continuation.resume() }
  }

  private func cancel(_ number: Int) {
    let continuation = state.withLock { state in
      let continuation = state.waiters.removeValue(forKey: number)
      if continuation == nil { state.cancelled.insert(number) }
      return continuation
    }
    continuation?.resume()
  }
}
