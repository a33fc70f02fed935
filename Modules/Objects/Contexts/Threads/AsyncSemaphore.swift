internal import Synchronization

/// Lets a limited number of tasks continue at once. The others are suspended, in the order of their arrival.
final class AsyncSemaphore: Sendable {
  private enum Entry {
    /// Has its place in the queue, and isn't suspended yet.
    case arrived
    case waiting(CheckedContinuation<Void, any Error>)
    /// May continue, which it finds out when it is about to be suspended.
    case admitted
    case cancelled
  }

  private struct State {
    var freeCount: Int
    var next = 0
    /// The tasks in order. One that was cancelled while it waited has no entry any more.
    var queue = Queue<Int>()
    var entries: [Int: Entry] = [:]
  }

  private let state: Mutex<State>

  /// The number of tasks that wait.
  var waiterCount: Int { state.withLock(\.entries.count) }

  init(count: Int) { state = Mutex(State(freeCount: count)) }

  /// Waits until fewer tasks than the limit are between this and ``release()``.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits. It has left the queue then.
  func acquire() async throws {
    let number: Int? = state.withLock { state in
      if state.freeCount > 0 {
        state.freeCount -= 1
        return nil
      }
      state.next += 1
      state.queue.append(state.next)
      state.entries[state.next] = .arrived
      return state.next
    }
    guard let number else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { wait(number, $0) }
    } onCancel: {
      cancel(number)
    }
  }

  private func wait(_ number: Int, _ continuation: CheckedContinuation<Void, any Error>) {
    let result: Result<Void, any Error>? = state.withLock { state in
      switch state.entries.removeValue(forKey: number) {
      case .admitted: return .success(())
      case .cancelled: return .failure(CancellationError())
      case .arrived, .waiting, nil:
        state.entries[number] = .waiting(continuation)
        return nil
      }
    }
    if let result { continuation.resume(with: result) }
  }

  private func cancel(_ number: Int) {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      switch state.entries[number] {
      case .waiting(let continuation):
        state.entries[number] = nil
        return continuation
      case .arrived: state.entries[number] = .cancelled
      // An admitted task checks for cancellation itself, and then calls `release()`.
      case .admitted, .cancelled, nil: break
      }
      return nil
    }
    continuation?.resume(throwing: CancellationError())
  }

  /// Lets the task continue that has waited longest.
  func release() {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      while let number = state.queue.popFirst() {
        switch state.entries[number] {
        case .waiting(let continuation):
          state.entries[number] = nil
          return continuation
        case .arrived:
          state.entries[number] = .admitted
          return nil
        case .admitted, .cancelled, nil: continue
        }
      }
      state.freeCount += 1
      return nil
    }
    continuation?.resume()
  }
}
