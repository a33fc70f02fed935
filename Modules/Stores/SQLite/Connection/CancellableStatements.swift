internal import CSQLite

/// Runs a body whose statements end when its task is cancelled, also in the middle of one.
///
/// What was to be done then fails with ``StorageError/interrupted(path:)``, and the transaction that it
/// was part of is taken back. Without this, a task that was cancelled goes on with its stores as any
/// other: what it has to save at its end is saved.
nonisolated(nonsending) public func withCancellableStatements<Result>(
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await Cancellation.$endsStatements.withValue(true, operation: body)
}

private enum Cancellation {
  /// True if statements of this task end when it is cancelled.
  @TaskLocal static var endsStatements = false
}

extension Connection {
  /// After how many steps of SQLite's machine it is asked whether a statement goes on: some 0.1 ms.
  private static let stepCount: Int32 = 10_000

  // SQLite calls it on the thread that runs the statement, and so in the statement's task.
  func watchCancellation() {
    sqlite3_progress_handler(
      handle, Self.stepCount,
      { _ in Cancellation.endsStatements && Task.isCancelled ? 1 : 0 }, nil)
  }
}
