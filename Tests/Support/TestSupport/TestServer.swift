public import Foundation
internal import Synchronization

/// A PostgreSQL server for tests.
///
/// The first test that needs it starts a private one, on a socket in a folder of its own and without a network address.
/// It ends with the tests' process, also when that is killed. The variable `STRATA_TEST_SERVER` names another one by its
/// URL.
public enum TestServer {
  /// The server's address, or why there is none.
  private static let server: Result<URL, any Error> = Result {
    if let named = ProcessInfo.processInfo.environment["STRATA_TEST_SERVER"] {
      guard let url = URL(string: named) else { throw Unavailable(reason: "\(named) is no URL") }
      return url
    }
    return try start()
  }

  /// True if the machine has a server's programs, the variable names a server, or tests are to use one.
  public static let isInstalled =
    isWanted || ProcessInfo.processInfo.environment["STRATA_TEST_SERVER"] != nil || programs != nil

  /// True if tests that can run on any engine use the server: the variable `STRATA_TEST_ENGINE` is `server`.
  public static let isWanted =
    ProcessInfo.processInfo.environment["STRATA_TEST_ENGINE"] == "server"

  private static let schemaCount = Atomic<Int>(0)

  /// The address of a store that isn't there yet: a schema of its own.
  ///
  /// If there is no server, opening the store says why.
  ///
  /// - Parameter saves: How saves share the store, or nil for what the variable `STRATA_TEST_SAVES` says.
  public static func newStore(saves: String? = nil) -> URL {
    let number = schemaCount.add(1, ordering: .relaxed).newValue
    let schema = "test_\(ProcessInfo.processInfo.processIdentifier)_\(number)"
    do {
      let saves = saves ?? ProcessInfo.processInfo.environment["STRATA_TEST_SAVES"]
      return try server.get().appending(
        queryItems: [URLQueryItem(name: "schema", value: schema)]
          + (saves.map { [URLQueryItem(name: "saves", value: $0)] } ?? []))
    } catch {
      let text = "\(error)".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      return URL(string: "postgresql://\(text.prefix(200))@localhost:1/none")
        ?? URL(fileURLWithPath: "/")
    }
  }

  private struct Unavailable: Error, CustomStringConvertible {
    let reason: String
    var description: String { "no PostgreSQL server for tests: \(reason)" }
  }

  /// The folder of the newest installed server's programs.
  private static var programs: String? {
    let root = "/usr/lib/postgresql"
    // No folder is no server.
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap { Int($0) }.sorted().reversed()
      .map { "\(root)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }

  // The server ends when the pipe that it reads from is closed, as the system does for a process that has ended.
  private static let script = """
    set -eu
    bin=$1
    folder=$(mktemp -d /tmp/strata-server-XXXXXX)
    chmod 755 "$folder"
    "$bin/initdb" -D "$folder/data" -U strata -A trust -E UTF8 --locale=C --no-sync >"$folder/log" 2>&1 ||
      { tail -n 20 "$folder/log"; rm -rf "$folder"; exit 1; }
    "$bin/postgres" -D "$folder/data" -c listen_addresses= -c unix_socket_directories="$folder" \\
      -c fsync=off -c max_connections=200 >>"$folder/log" 2>&1 &
    server=$!
    until "$bin/pg_isready" -q -h "$folder"; do
      kill -0 $server || { tail -n 20 "$folder/log"; rm -rf "$folder"; exit 1; }
      sleep 0.02
    done
    echo "$folder"
    cat >"$folder/end" || true
    kill -QUIT $server
    wait $server || true
    rm -rf "$folder"
    """

  // The end of the pipe stays open as long as the process.
  private nonisolated(unsafe) static var pipe: Pipe?

  private static func start() throws -> URL {
    guard let programs else {
      throw Unavailable(reason: "PostgreSQL isn't installed (Debian: apt-get install postgresql)")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh", programs]
    // The server refuses to run as root.
    if getuid() == 0 {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
      process.arguments =
        ["--reuid=postgres", "--regid=postgres", "--clear-groups", "/bin/sh"]
        + (process.arguments ?? [])
    }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    pipe = input
    try process.run()
    let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let folder = answer.split(separator: "\n").first, folder.hasPrefix("/") else {
      throw Unavailable(reason: "it doesn't start: \(answer)")
    }
    guard let url = URL(string: "postgresql://strata@/postgres?host=\(folder)") else {
      throw Unavailable(reason: "\(folder) makes no URL")
    }
    return url
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
