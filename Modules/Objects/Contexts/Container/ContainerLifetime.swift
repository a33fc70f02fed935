internal import Synchronization

/// The state of a container: open or closed, with the number of reads and writes in progress.
final class ContainerLifetime: Sendable {
  private struct State {
    var isClosing = false
    var runningCount = 0
  }

  private let state = Mutex(State())
  /// Happens when the container begins to close.
  let closing = AsyncEvent()
  /// Happens when the container is closing and its last read or write has ended.
  let idle = AsyncEvent()
  /// Happens when the container is closed.
  let closed = AsyncEvent()

  /// Begins a read or a write. Returns false if the container is closing or closed.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.isClosing else { return false }
      state.runningCount += 1
      return true
    }
  }

  /// Ends a read or a write.
  func end() {
    let isLast = state.withLock { state in
      state.runningCount -= 1
      return state.isClosing && state.runningCount == 0
    }
    if isLast { idle.signal() }
  }

  /// Lets no further read or write begin. Returns false if the container was closing already.
  func beginClosing() -> Bool {
    let (isFirst, isIdle) = state.withLock { state in
      defer { state.isClosing = true }
      return (!state.isClosing, state.runningCount == 0)
    }
    if isFirst { closing.signal() }
    if isIdle { idle.signal() }
    return isFirst
  }
}
