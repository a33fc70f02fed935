public import Foundation
internal import Synchronization

/// A PostgreSQL server for tests.
///
/// The first test that needs it starts a ``PrivateServer``. The variable `STRATA_TEST_SERVER` names another one by its
/// URL, which may be of a kind that a store refuses because it isn't tested. Schemas stay there.
public enum TestServer {
  /// The server's address, or why there is none.
  private static let server: Result<URL, any Error> = Result {
    if let named = ProcessInfo.processInfo.environment["STRATA_TEST_SERVER"] {
      guard let url = URL(string: named) else {
        throw PrivateServer.Unavailable(reason: "STRATA_TEST_SERVER is no URL")
      }
      return url.appending(queryItems: [URLQueryItem(name: "untested", value: "on")])
    }
    return try started.get().url
  }

  private static let started = Result { try PrivateServer() }

  /// The private server, for tests that need more than a schema: roles, databases, a way through its socket.
  public static var ownServer: PrivateServer { get throws { try started.get() } }

  /// True if the machine has a server's programs, the variable names a server, or tests are to use one.
  public static let isInstalled =
    isWanted || ProcessInfo.processInfo.environment["STRATA_TEST_SERVER"] != nil || hasPrograms

  /// True if the machine has a server's programs.
  public static let hasPrograms = PrivateServer.programs != nil

  /// True if tests that can run on any engine use the server: the variable `STRATA_TEST_ENGINE` is `server`.
  public static let isWanted =
    ProcessInfo.processInfo.environment["STRATA_TEST_ENGINE"] == "server"

  /// The number of stores in a database. Each reads the catalogs when it is opened, which grow with all schemas of a
  /// database.
  private static let storesOfADatabase = 64
  private static let databases = Mutex<Set<Int>>([0])

  /// The address of the private server's database with a number, which is made at the first call.
  private static func database(_ number: Int) throws -> URL {
    let server = try started.get()
    guard number > 0 else { return server.url }
    let name = "tests_\(number)"
    try databases.withLock { known in
      guard !known.contains(number) else { return }
      try server.createDatabase(name)
      known.insert(number)
    }
    guard var components = URLComponents(url: server.url, resolvingAgainstBaseURL: false) else {
      return server.url
    }
    components.path = "/" + name
    return components.url ?? server.url
  }

  // A process of an earlier run may have had the same number.
  private static let run = UInt32.random(in: .min ... .max)
  private static let schemaCount = Atomic<Int>(0)

  /// The address of a new store with the way in which its saves share it.
  ///
  /// - Parameter saves: The way, or nil for what the variable `STRATA_TEST_SAVES` says.
  public static func savingAsTested(_ url: URL, saves: String? = nil) -> URL {
    let saves = saves ?? ProcessInfo.processInfo.environment["STRATA_TEST_SAVES"]
    return url.appending(queryItems: saves.map { [URLQueryItem(name: "saves", value: $0)] } ?? [])
  }

  /// The address of a store that isn't there yet: a schema of its own.
  ///
  /// If there is no server, opening the store says why.
  ///
  /// - Parameter saves: How saves share the store, or nil for what the variable `STRATA_TEST_SAVES` says.
  public static func newStore(saves: String? = nil) -> URL {
    let number = schemaCount.add(1, ordering: .relaxed).newValue
    let schema = "test_\(run)_\(number)"
    do {
      let isPrivate = ProcessInfo.processInfo.environment["STRATA_TEST_SERVER"] == nil
      let server =
        isPrivate ? try database((number - 1) / storesOfADatabase) : try server.get()
      return savingAsTested(
        server.appending(queryItems: [URLQueryItem(name: "schema", value: schema)]), saves: saves)
    } catch {
      let text = "\(error)".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      return URL(string: "postgresql://\(text.prefix(200))@localhost:1/none")
        ?? URL(fileURLWithPath: "/")
    }
  }
}

extension TemporaryFolder {
  private static let serverStores = Mutex<[URL: URL]>([:])

  /// The place of a store: a file in the folder, or a schema on a server where the variable `STRATA_TEST_ENGINE` says so.
  /// Each call with a name returns the same place.
  public func store(_ name: String = "test.store") -> URL {
    let file = file(name)
    guard TestServer.isWanted else { return file }
    return Self.serverStores.withLock { stores in
      let store = stores[file] ?? TestServer.newStore()
      stores[file] = store
      return store
    }
  }
}
