public import Foundation

/// Two servers of which one follows the other, and a monitor that lets it take over, by pg_auto_failover
/// (pg-auto-failover.readthedocs.io). They listen on the loopback address, and end with the object.
public final class FailoverServers: Sendable {
  private let process = Process()
  private let input = Pipe()
  private let folder: String
  private let ports: (monitor: Int, one: Int, two: Int)
  private static let program = "/usr/bin/pg_autoctl"

  /// True if the machine has the monitor and the servers.
  public static let areInstalled =
    TestServer.hasPrograms && FileManager.default.isExecutableFile(atPath: program)

  /// Makes and starts the servers, and waits until the second one follows the first.
  public init() throws {
    guard let programs = PrivateServer.programs else {
      throw PrivateServer.Unavailable(reason: "PostgreSQL is gone")
    }
    ports = (
      monitor: try PrivateServer.freePort(), one: try PrivateServer.freePort(),
      two: try PrivateServer.freePort()
    )
    let output = Pipe()
    PrivateServer.prepare(
      process, "/bin/sh",
      [
        "-c", Self.script, "sh", programs, "\(ports.monitor)", "\(ports.one)",
        "\(ports.two)",
      ])
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var answer = ""
    // The script writes its folder's name, or what went wrong, when all is there.
    while !answer.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      answer += String(decoding: data, as: UTF8.self)
    }
    guard let folder = answer.split(separator: "\n").first, folder.hasPrefix("/") else {
      throw PrivateServer.Unavailable(reason: "the monitored servers don't start: \(answer)")
    }
    self.folder = String(folder)
  }

  deinit {
    // Dropped: why the pipe can't be closed. It ends with the process.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The address of whichever server takes saves.
  public var url: URL {
    var components = URLComponents()
    components.scheme = "postgresql"
    components.user = "strata"
    components.host = ""
    components.path = "/shop"
    components.queryItems = [
      URLQueryItem(name: "host", value: "127.0.0.1,127.0.0.1"),
      URLQueryItem(name: "port", value: "\(ports.one),\(ports.two)"),
      URLQueryItem(name: "sslmode", value: "disable"),
    ]
    return components.url ?? URL(fileURLWithPath: "/")
  }

  /// The monitor's table of the servers, with the state that it wants each to be in.
  public func state() throws -> String {
    try run([
      "psql", "-h", "127.0.0.1", "-p", "\(ports.monitor)", "-U", "autoctl_node", "-At", "-c",
      "SELECT nodename, goalstate FROM pgautofailover.node ORDER BY nodename",
      "pg_auto_failover",
    ])
  }

  /// The name of the server that takes saves, or nil between two.
  public func primary() throws -> String? {
    try state().split(separator: "\n").map { $0.split(separator: "|") }
      .first { ["primary", "wait_primary", "single"].contains($0.last ?? "") }?.first.map(
        String.init)
  }

  /// Ends the primary and its keeper as a crash of their machine does.
  ///
  /// - Returns: Its name.
  public func killPrimary() throws -> String {
    guard let name = try primary() else {
      throw PrivateServer.Unavailable(reason: "there is no primary: \(try state())")
    }
    try run([
      "sh", "-c",
      "kill -9 -$(cat \(folder)/\(name).pid) $(head -n 1 \(folder)/\(name)/postmaster.pid)",
    ])
    return name
  }

  @discardableResult
  private func run(_ words: [String]) throws -> String {
    try PrivateServer.run("/usr/bin/env", words, in: folder)
  }

  // All end when the pipe that the script reads from is closed, as the system does for a process that has ended.
  private static let script = """
    set -eu
    PATH=$1:$PATH monitor=$2 one=$3 two=$4
    folder=$(mktemp -d "${STRATA_SERVER_FOLDER:-/tmp}/strata-failover-XXXXXX")
    export PATH HOME="$folder" XDG_RUNTIME_DIR="$folder/run" XDG_DATA_HOME="$folder/share" XDG_CONFIG_HOME="$folder/config"
    mkdir "$folder/run"
    cd "$folder"
    end() {
      for name in one two monitor; do
        for pid in -$(cat "$folder/$name.pid" 2>/dev/null) $(head -n 1 "$folder/$name/postmaster.pid" 2>/dev/null); do
          kill -9 "$pid" 2>/dev/null || true
        done
      done
      # The monitor's worker outlives its server. All of a server's processes are in its folder.
      for process in /proc/[0-9]*; do
        case $(readlink "$process/cwd" 2>/dev/null || true) in
        "$folder"/*) kill -9 "${process#/proc/}" 2>/dev/null || true ;;
        esac
      done
      rm -rf "$folder"
    }
    fail() { tail -n 20 "$folder/$1.log"; end; exit 1; }
    run() {
      # With its children a group of its own, which is killed as a whole.
      setsid pg_autoctl run --pgdata "$folder/$1" >>"$folder/$1.log" 2>&1 &
      echo $! >"$folder/$1.pid"
    }
    # wait_for NAME COMMAND...: until the command succeeds, for a minute.
    wait_for() {
      awaited=$1 tries=0
      shift
      until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || fail "$awaited"
        sleep 0.1
      done
    }
    ask() { psql -h 127.0.0.1 -p "$monitor" -U autoctl_node -At -c "$1" pg_auto_failover; }
    is() { ask "SELECT reportedstate FROM pgautofailover.node WHERE nodename = '$1'" | grep -Eqx "$2"; }
    pg_autoctl create monitor --pgdata "$folder/monitor" --pgport "$monitor" --hostname 127.0.0.1 --auth trust --no-ssl \
      >"$folder/monitor.log" 2>&1 || fail monitor
    # A server that doesn't answer is replaced after two seconds instead of twenty.
    cat >>"$folder/monitor/postgresql.conf" <<END
    pgautofailover.health_check_period = 300
    pgautofailover.health_check_timeout = 1000
    pgautofailover.health_check_max_retries = 1
    pgautofailover.health_check_retry_delay = 200
    pgautofailover.node_considered_unhealthy_timeout = 2000
    pgautofailover.primary_demote_timeout = 2000
    pgautofailover.startup_grace_period = 1000
    END
    run monitor
    wait_for monitor ask "SELECT 1"
    for node in one:$one two:$two; do
      name=${node%:*}
      pg_autoctl create postgres --pgdata "$folder/$name" --pgport "${node#*:}" --hostname 127.0.0.1 --name "$name" \
        --auth trust --no-ssl --dbname shop --username strata \
        --monitor "postgres://autoctl_node@127.0.0.1:$monitor/pg_auto_failover" >"$folder/$name.log" 2>&1 || fail "$name"
      run "$name"
      wait_for "$name" is "$name" "single|secondary"
    done
    wait_for one is one primary
    echo "$folder"
    while read -r command; do :; done
    end
    """
}
