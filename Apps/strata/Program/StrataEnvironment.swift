import StrataSQLite
import StrataShell

/// The environment of the commands. It opens no store, since commands get paths.
@MainActor final class StrataEnvironment: ShellEnvironment {
  let output: Output

  init(output: Output) { self.output = output }

  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws { try await withCancellableStatements(body) }
}
