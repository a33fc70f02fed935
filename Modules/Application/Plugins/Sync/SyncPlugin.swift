import Strata
public import StrataApplication
public import StrataShell
import StrataSync

/// A plugin that keeps the store equal to another one, on a server or in a file: that of another machine.
public struct SyncPlugin: Plugin {
  /// `Sync`.
  public let name = "Sync"
  /// A summary of its features.
  public let summary = "one tracker on several machines, also without a connection"

  /// Makes the plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    SyncCommands.all(group: name).map { $0.needing($0.name == "sync" ? .any : .existing) }
  }

  /// The settings for the server, and for sync while the shell is open.
  public var settings: [Setting] {
    [
      Setting("sync.server", "the store to sync with: postgresql://… or a file", kind: .text),
      Setting("sync.auto", "sync while the shell is open, after each save", kind: .boolean),
    ]
  }

  /// Syncs after each save, of this store and of the server's.
  @MainActor public func work(in environment: ApplicationEnvironment) async throws {
    guard environment.isAtPrompt, environment.settings.boolean("sync.auto") ?? false,
      let server = environment.settings.text("sync.server")
    else { return }
    let replica = try SyncedTracker(environment).replica(of: server)
    var lastProblem: String?
    for try await news in SyncNews.of(replica) {
      // A problem that lasts is said once.
      if let problem = news.problem, problem != lastProblem { environment.notice(problem) }
      lastProblem = news.problem
      if let text = news.text {
        try environment.context.mergeChanges()
        environment.notice(text)
      }
    }
  }
}

/// A message of a sync in the background.
private struct SyncNews: Sendable {
  var text: String?
  var problem: String?

  /// The news of a replica that syncs until the task is cancelled.
  static func of(_ replica: Replica) -> AsyncThrowingStream<SyncNews, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await replica.run { result in
            switch result {
            case .success(let result):
              let problem = result.refusal.map {
                "sync: the server refuses what is new here: \($0)"
              }
              let isNews = result.pulledCount > 0 && result.conflictCount > 0
              continuation.yield(
                SyncNews(
                  text: isNews ? "sync: \(result)" : nil, problem: problem
                ))
            case .failure(let error): continuation.yield(SyncNews(problem: "sync: \(error)"))
            }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
