import StrataSQLite
import StrataShell

/// What the commands run in: nothing is opened but what they are told to read.
@MainActor final class StrataEnvironment: ShellEnvironment {
  let output: Output

  init(output: Output) { self.output = output }

  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws { try await withCancellableStatements(body) }
}
