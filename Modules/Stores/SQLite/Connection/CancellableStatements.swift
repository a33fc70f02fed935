internal import StrataCSQLite

/// Runs a body whose statements stop when its task is cancelled, even in the middle of one.
///
/// The current operation then throws ``StorageError/interrupted(path:)``, and its transaction is rolled
/// back. Without this function a cancelled task continues, and its saves succeed.
nonisolated(nonsending) public func withCancellableStatements<Result>(
  _ body: () async throws -> Result
) async rethrows -> Result {
  try await StatementCancellation.$endsStatements.withValue(true, operation: body)
}

private enum StatementCancellation {
  /// True if statements of this task stop when it is cancelled.
  @TaskLocal static var endsStatements = false
}

/// True if statements of the current task stop when it is cancelled.
package var statementsEndWithTask: Bool { StatementCancellation.endsStatements }

extension Connection {
  /// The number of steps of SQLite's virtual machine between two checks, which take some 0.1 ms.
  private static let stepCount: Int32 = 10_000

  // SQLite calls it on the thread that runs the statement, and so in the statement's task.
  func watchCancellation() {
    sqlite3_progress_handler(
      handle, Self.stepCount,
      { _ in StatementCancellation.endsStatements && Task.isCancelled ? 1 : 0 }, nil)
  }
}
