internal import StrataShell

/// The running background work of the plugins.
@MainActor final class PluginWork {
  /// The time limit for stopping.
  private static let patience = Duration.seconds(2)

  private var tasks: [String: Task<Void, Never>] = [:]
  private var stopping: AsyncStream<Void>.Continuation?
  private let environment: ApplicationEnvironment

  /// Starts the work of some plugins.
  init(_ plugins: [any Plugin], in environment: ApplicationEnvironment) {
    self.environment = environment
    for plugin in plugins {
      tasks[plugin.name] = Task { [weak self] in
        do {
          try await plugin.work(in: environment)
        } catch is CancellationError {
          // Cancellation is the normal end.
        } catch {
          environment.notice("\(plugin.name) stopped working: \(ShellError(error).message)")
        }
        self?.end(plugin)
      }
    }
  }

  private func end(_ plugin: any Plugin) {
    tasks[plugin.name] = nil
    if tasks.isEmpty { stopping?.finish() }
  }

  /// Cancels all work and waits up to `patience` for it. Warns about work that goes on.
  func stop() async {
    guard !tasks.isEmpty else { return }
    let (ended, continuation) = AsyncStream<Void>.makeStream()
    stopping = continuation
    for task in tasks.values { task.cancel() }
    let deadline = Task {
      try await Task.sleep(for: Self.patience)
      continuation.finish()
    }
    for await _ in ended {}
    deadline.cancel()
    for name in tasks.keys.sorted() {
      environment.output.warning("\(name) doesn't stop working")
    }
  }
}
