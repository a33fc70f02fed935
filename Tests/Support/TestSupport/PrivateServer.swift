public import Foundation
internal import Synchronization

/// A PostgreSQL server of the tests' own: on a socket in a folder of its own, without a network address.
///
/// It ends with the object, or with the tests' process, also when that is killed.
public final class PrivateServer: Sendable {
  /// The folder with the server's socket and, as `data`, its files.
  public let folder: String
  private let port: Int
  private let password: String?
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts a server, and waits until it answers.
  ///
  /// - Parameters:
  ///   - password: The user's password. Nil for a server that asks for none.
  ///   - port: The port on 127.0.0.1 to listen at. Nil for a server without a network address.
  ///   - primary: The server whose changes this one follows. Nil for a server of its own.
  ///   - settings: Further settings, such as `max_connections=20`.
  public init(
    password: String? = nil, port: Int? = nil, standbyOf primary: PrivateServer? = nil,
    settings: [String] = []
  ) throws {
    guard let programs = Self.programs else {
      throw Unavailable(reason: "PostgreSQL isn't installed (Debian: apt-get install postgresql)")
    }
    self.port = port ?? 5432
    self.password = password ?? primary?.password
    let network =
      port.map { ["listen_addresses=127.0.0.1", "port=\($0)"] } ?? ["listen_addresses="]
    Self.prepare(
      process, "/bin/sh",
      ["-c", Self.script, "sh", programs, primary?.folder ?? "", password ?? ""]
        + (network + settings).flatMap { ["-c", $0] })
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let folder = answer.split(separator: "\n").first, folder.hasPrefix("/") else {
      throw Unavailable(reason: "it doesn't start: \(answer)")
    }
    self.folder = String(folder)
  }

  deinit {
    // Dropped: why the pipe can't be closed. It ends with the process.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The address of the server's database.
  public var url: URL { url(user: "strata") }

  /// The address of the server's database for a user.
  public func url(user: String, password: String? = nil) -> URL {
    var components = URLComponents()
    components.scheme = "postgresql"
    components.user = user
    components.password = password ?? self.password
    components.host = ""
    components.path = "/postgres"
    components.queryItems = [
      URLQueryItem(name: "host", value: folder), URLQueryItem(name: "port", value: "\(port)"),
    ]
    return components.url ?? URL(fileURLWithPath: "/")
  }

  /// Ends the server as a crash of its machine does.
  public func kill() throws {
    let file = try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
    guard let line = file.split(separator: "\n").first, let number = pid_t(line) else {
      throw Unavailable(reason: "\(file) has no number")
    }
    Foundation.kill(number, SIGKILL)
  }

  /// Ends the server in an orderly way, and its clients' connections with it.
  public func stop() throws {
    guard let programs = Self.programs else { throw Unavailable(reason: "PostgreSQL is gone") }
    try run(programs + "/pg_ctl", ["-D", folder + "/data", "-m", "fast", "-w", "stop"])
  }

  /// Starts the server again after it was killed or stopped. It recovers what it has kept.
  public func start() throws {
    try input.fileHandleForWriting.write(contentsOf: Data("start\n".utf8))
    let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard answer.hasPrefix("started") else {
      throw Unavailable(reason: "it doesn't start again: \(answer)")
    }
  }

  /// Makes a standby a server of its own, and waits until it is one.
  public func promote() throws {
    guard let programs = Self.programs else { throw Unavailable(reason: "PostgreSQL is gone") }
    try run(programs + "/pg_ctl", ["-D", folder + "/data", "-w", "promote"])
  }

  /// Makes a database beside that of ``url``.
  public func createDatabase(_ name: String) throws {
    guard let programs = Self.programs else { throw Unavailable(reason: "PostgreSQL is gone") }
    try run(
      programs + "/createdb",
      ["-h", folder, "-p", "\(port)", "-U", "strata", "-T", "template0", name])
  }

  /// Runs statements as an administrator.
  public func execute(_ sql: String) throws {
    guard let programs = Self.programs else { throw Unavailable(reason: "PostgreSQL is gone") }
    try run(
      programs + "/psql",
      [
        "-h", folder, "-p", "\(port)", "-U", "strata", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql,
        "postgres",
      ])
  }

  /// Runs a program as the server's user in the server's folder, and returns what it writes.
  ///
  /// - Throws: if it fails.
  @discardableResult
  public func run(_ program: String, _ words: [String]) throws -> String {
    try Self.run(program, words, in: folder)
  }

  /// Runs a program as a user that PostgreSQL's programs accept, and returns what it writes.
  ///
  /// - Throws: if it fails.
  @discardableResult
  static func run(_ program: String, _ words: [String], in folder: String) throws -> String {
    let process = Process()
    prepare(process, program, words)
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Unavailable(reason: "\(program) \(words) fails: \(text)")
    }
    return text
  }

  /// A port of the loopback address that nobody listens at.
  public static func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard bind(socket, pointer, length) == 0, getsockname(socket, pointer, &length) == 0 else {
          throw Unavailable(reason: "there is no free port")
        }
      }
      return Int(UInt16(bigEndian: pointer.pointee.sin_port))
    }
  }

  /// Sets a process to run a program as a user that PostgreSQL's programs accept: they refuse to run as root.
  public static func prepare(_ process: Process, _ program: String, _ words: [String]) {
    process.executableURL = URL(fileURLWithPath: getuid() == 0 ? "/usr/bin/setpriv" : program)
    process.arguments =
      getuid() == 0
      ? ["--reuid=postgres", "--regid=postgres", "--clear-groups", program] + words : words
  }

  /// A server can't be started.
  struct Unavailable: Error, CustomStringConvertible {
    let reason: String
    var description: String { "no PostgreSQL server for tests: \(reason)" }
  }

  /// The folder of the newest installed server's programs.
  static var programs: String? {
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
    bin=$1 primary=$2 password=$3
    shift 3
    # A folder for servers, which Scripts/test makes, also has a new server's files, to copy: making them takes a second.
    files=${STRATA_SERVER_FOLDER:+$STRATA_SERVER_FOLDER/new}
    folder=$(mktemp -d "${STRATA_SERVER_FOLDER:-/tmp}/strata-server-XXXXXX")
    chmod 755 "$folder"
    make() {
      if [ -n "$primary" ]; then
        "$bin/pg_basebackup" -h "$primary" -U strata -D "$folder/data" -R -X stream -c fast --no-sync
        return
      fi
      authentication="-A trust"
      if [ -z "$password" ] && [ -d "$files" ]; then
        cp -a "$files" "$folder/data"
        return
      fi
      if [ -n "$password" ]; then
        (umask 077 && printf '%s' "$password" >"$folder/password")
        authentication="-A scram-sha-256 --pwfile=$folder/password"
      fi
      "$bin/initdb" -D "$folder/data" -U strata $authentication -E UTF8 --locale=C --no-sync
      if [ -z "$password" ] && [ -n "$files" ]; then
        cp -a "$folder/data" "$folder/new"
        # Another server may have been faster.
        mv -nT "$folder/new" "$files" && rm -rf "$folder/new"
      fi
    }
    make >"$folder/log" 2>&1 || { tail -n 20 "$folder/log"; rm -rf "$folder"; exit 1; }
    port=$(printf '%s\\n' "$@" | sed -n 's/^port=//p')
    start() {
      tries=$1
      shift
      while :; do
        "$bin/postgres" -D "$folder/data" -c unix_socket_directories="$folder" \\
          -c fsync=off -c max_connections=1000 "$@" >>"$folder/log" 2>&1 &
        server=$!
        while kill -0 $server 2>/dev/null; do
          "$bin/pg_isready" -q -h "$folder" -p "${port:-5432}" && return
          sleep 0.02
        done
        tries=$((tries - 1))
        [ $tries -gt 0 ] || { tail -n 20 "$folder/log"; rm -rf "$folder"; exit 1; }
        sleep 0.05
      done
    }
    start 1 "$@"
    echo "$folder"
    # The other processes of a killed server end a little later, and a new one starts only then.
    while read -r command; do
      start 200 "$@"
      echo started
    done
    kill -QUIT $server || true
    wait $server || true
    rm -rf "$folder"
    """
}
