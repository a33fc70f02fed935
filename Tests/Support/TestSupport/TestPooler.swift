public import Foundation
internal import Synchronization

/// A pgbouncer of the tests' own before a private server, on a socket in a folder of its own. It ends with the object.
///
/// The variable `STRATA_TEST_PGBOUNCER` names another program than the installed one.
public final class TestPooler: Sendable {
  /// The address of the server's database through the pooler.
  public let url: URL
  private let process = Mutex(Process())
  private let folder: String
  private static let port = 6432

  private static let program =
    ProcessInfo.processInfo.environment["STRATA_TEST_PGBOUNCER"] ?? "/usr/sbin/pgbouncer"

  /// True if the machine has a pooler.
  public static let isInstalled = FileManager.default.isExecutableFile(atPath: program)

  /// True if it prepares statements on each of its connections that runs them, from version 1.21 on.
  public static let keepsStatements: Bool = {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["--version"]
    process.standardOutput = output
    // Without a pooler, its tests aren't run.
    guard isInstalled, (try? process.run()) != nil else { return false }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let version = text.prefix { $0 != "\n" }.split(separator: " ").last ?? ""
    return "\(version)".compare("1.21", options: .numeric) != .orderedAscending
  }()

  /// Starts a pooler, and waits until it listens.
  ///
  /// - Parameters:
  ///   - mode: `session` or `transaction`.
  ///   - size: The number of connections to the server.
  ///   - preparedStatements: The number of statements that it keeps a connection, from version 1.21 on.
  public init(
    before server: PrivateServer, mode: String, size: Int = 20, preparedStatements: Int? = nil
  ) throws {
    folder = "/tmp/strata-pooler-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false)
    // The permissions of a new folder are limited by those that the process gives.
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    try """
    [databases]
    * = host=\(server.folder) user=strata
    [pgbouncer]
    listen_addr =
    listen_port = \(Self.port)
    unix_socket_dir = \(folder)
    auth_type = any
    pool_mode = \(mode)
    default_pool_size = \(size)
    \(preparedStatements.map { "max_prepared_statements = \($0)" } ?? "")
    """.write(toFile: folder + "/pgbouncer.ini", atomically: true, encoding: .utf8)
    var components = URLComponents(url: server.url, resolvingAgainstBaseURL: false)
    components?.queryItems = [
      URLQueryItem(name: "host", value: folder), URLQueryItem(name: "port", value: "\(Self.port)"),
    ]
    url = components?.url ?? URL(fileURLWithPath: "/")
    try start()
  }

  /// Ends the pooler with its clients' connections, and starts it again.
  public func restart() throws {
    end()
    try start()
  }

  private func end() {
    process.withLock { process in
      // A thread of the tests may block the signal that asks a process to end, and its children inherit that.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  private func start() throws {
    let process = Process()
    PrivateServer.prepare(process, Self.program, ["-q", folder + "/pgbouncer.ini"])
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process.withLock { $0 = process }
    let deadline = Date(timeIntervalSinceNow: 20)
    while !Self.accepts("\(folder)/.s.PGSQL.\(Self.port)") {
      guard process.isRunning, Date() < deadline else {
        throw PrivateServer.Unavailable(reason: "pgbouncer doesn't start")
      }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  // The file is there a moment before the pooler listens.
  private static func accepts(_ path: String) -> Bool {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // The path is shorter than its place.
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: path.utf8.prefix($0.count - 1))
    }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) == 0 }
    }
  }

  deinit {
    end()
    // What is left is in the system's temporary folder.
    try? FileManager.default.removeItem(atPath: folder)
  }
}
