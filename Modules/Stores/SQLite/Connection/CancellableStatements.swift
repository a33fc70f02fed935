internal import CSQLite

/// Runs a body whose statements stop when its task is cancelled, even in the middle of one.
///
/// The current operation then throws ``StorageError/interrupted(path:)``, and its transaction is rolled
/// back. Without this function a cancelled task continues, and its saves succeed.
nonisolated(nonsending) public func withCancellableStatements<Result>(
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await Cancellation.$endsStatements.withValue(true, operation: body)
}

private enum Cancellation {
  /// True if statements of this task stop when it is cancelled.
  @TaskLocal static var endsStatements = false
}

/// True if statements of the current task stop when it is cancelled.
package var statementsEndWithTask: Bool { Cancellation.endsStatements }

extension Connection {
  /// The number of steps of SQLite's virtual machine between two checks, which take some 0.1 ms.
  private static let stepCount: Int32 = 10_000

  /// Lets statements wait for other connections' locks, until the time-out or the task's cancellation.
  ///
  /// The pauses are those of `sqlite3_busy_timeout`, which doesn't know about cancellation.
  func waitForLocks() {
    let milliseconds = Int(min(max(busyTimeout * 1000, 0), Double(Int32.max)))
    sqlite3_busy_handler(
      handle,
      { timeout, count in
        if Cancellation.endsStatements, Task.isCancelled { return 0 }
        let (pauses, count) = (Connection.pauses, Int(count))
        let last = pauses.count - 1
        let waited = pauses.prefix(count).reduce(0, +) + max(0, count - pauses.count) * pauses[last]
        let pause = min(pauses[min(count, last)], Int(bitPattern: timeout) - waited)
        guard pause > 0 else { return 0 }
        sqlite3_sleep(Int32(pause))
        return 1
      }, UnsafeMutableRawPointer(bitPattern: milliseconds))
  }

  /// The pauses between two attempts to get a lock, in milliseconds. The last one repeats.
  private static let pauses = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

  // SQLite calls it on the thread that runs the statement, and so in the statement's task.
  func watchCancellation() {
    sqlite3_progress_handler(
      handle, Self.stepCount,
      { _ in Cancellation.endsStatements && Task.isCancelled ? 1 : 0 }, nil)
  }
}
