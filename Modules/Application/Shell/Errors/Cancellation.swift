import Synchronization

/// A request to stop, which any thread may set and a running command polls.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let actions = Mutex<(next: Int, byKey: [Int: @Sendable () -> Void])>((0, [:]))

  /// Makes a flag that is not set.
  public init() {}

  /// True if the command should stop. Reading it is cheap enough for inner loops.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Requests a stop, and runs the actions of ``onCancel(_:)``.
  public func cancel() {
    let waiting = actions.withLock { state in
      flag.store(true, ordering: .releasing)
      return Array(state.byKey.values)
    }
    for action in waiting { action() }
  }

  /// Withdraws the request. Call this before the next command.
  public func reset() { flag.store(false, ordering: .releasing) }

  /// Throws ``ShellError/interrupted`` if a stop was requested or the task was cancelled.
  public func check() throws(ShellError) {
    if isCancelled || Task.isCancelled { throw .interrupted }
  }

  /// Registers an action for each ``cancel()``, and runs it at once if the flag is set already.
  ///
  /// - Returns: A key for ``removeAction(_:)``.
  public func onCancel(_ action: @escaping @Sendable () -> Void) -> Int {
    let (key, isSet) = actions.withLock { state in
      state.next += 1
      state.byKey[state.next] = action
      return (state.next, isCancelled)
    }
    if isSet { action() }
    return key
  }

  /// Removes a registered action.
  public func removeAction(_ key: Int) {
    actions.withLock { _ = $0.byKey.removeValue(forKey: key) }
  }
}
