import Synchronization

/// A flag that says "please stop", set from any thread and polled by whoever works.
public final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)
  private let actions = Mutex<(next: Int, byKey: [Int: @Sendable () -> Void])>((0, [:]))

  /// Makes a flag that is not set.
  public init() {}

  /// Whether somebody asked to stop. Cheap enough for inner loops.
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Asks to stop, and runs the actions registered with ``onCancel(_:)``.
  public func cancel() {
    let waiting = actions.withLock { state in
      flag.store(true, ordering: .releasing)
      return Array(state.byKey.values)
    }
    for action in waiting { action() }
  }

  /// Takes the request back, so that the next command can run.
  public func reset() { flag.store(false, ordering: .releasing) }

  /// Throws ``ShellError/interrupted`` when somebody asked to stop or the task was cancelled.
  public func check() throws(ShellError) {
    if isCancelled || Task.isCancelled { throw .interrupted }
  }

  /// Runs an action at each ``cancel()``, at once when the flag is already set.
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

  /// Forgets an action.
  public func removeAction(_ key: Int) {
    actions.withLock { _ = $0.byKey.removeValue(forKey: key) }
  }
}
