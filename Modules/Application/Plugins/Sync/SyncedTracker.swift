import Foundation
import Strata
import StrataStack
import StrataApplication
import StrataShell
import StrataSync

/// The program's store as a replica.
///
/// The classes of sync are added to the store by its first sync, in a container of their own.
@MainActor struct SyncedTracker {
  private let environment: ApplicationEnvironment

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

  private func container(_ url: URL, allowsSave: Bool = true) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: url, allowsSave: allowsSave)
    configuration.uniqueConflictPolicy = .error
    return try ModelContainer(
      for: environment.plugins.flatMap(\.models) + Schema.syncModels,
      migrationPlan: environment.plugins.lazy.compactMap(\.migrationPlan).first,
      configuration: configuration)
  }

  /// The store with the classes of sync.
  func own() throws -> ModelContainer {
    let configuration = environment.stack.container.configuration
    guard !configuration.isStoredInMemoryOnly else {
      throw ShellError(
        "this store is in memory, and gone at the end", hint: "open a file: --store FILE")
    }
    guard configuration.allowsSave else {
      throw ShellError("the store can't be written", hint: "it is opened for reading only")
    }
    return try container(configuration.url)
  }

  /// True if the store was ever synced.
  func isReplica() throws -> Bool {
    do {
      return try !environment.context.rows("SELECT strata_key FROM \(name: "SyncedServer")").isEmpty
    } catch is StorageError {
      // Without the table it wasn't. A store that can't be read says so where it is opened.
      return false
    }
  }

  /// The store as a replica of another one.
  func replica(of server: String) throws -> Replica {
    let url = try Self.url(server)
    let place = environment.stack.container.configuration.url
    guard url.standardizedFileURL != place.standardizedFileURL else {
      throw ShellError(
        "\(server) is this program's own store",
        hint: "name another one, or open another one with --store")
    }
    // First the other one, so that a mistyped address changes nothing here.
    let server = try SyncServer(container(url))
    return try Replica(own(), transport: server, name: ProcessInfo.processInfo.hostName)
  }

  /// A replica that doesn't reach anything, for what the store itself knows.
  func replica() throws -> Replica { try Replica(own(), transport: NoServer()) }

  private static func url(_ text: String) throws -> URL {
    guard text.contains("://") else { return URL(fileURLWithPath: text) }
    guard let url = URL(string: text),
      ["postgresql", "postgres", "file"].contains(url.scheme?.lowercased() ?? "")
    else {
      throw ShellError(
        "the address isn't one of a store",
        hint: "write postgresql://user@host/database, or a file's path")
    }
    return url
  }
}

/// No way to any server.
private struct NoServer: SyncTransport {
  func push(_ push: SyncPush) async throws -> SyncPushAnswer { throw SyncError.busy }
  func pull(_ pull: SyncPull) async throws -> SyncPullAnswer { throw SyncError.busy }
  func wait(after cursor: String) async throws { throw SyncError.busy }
}
