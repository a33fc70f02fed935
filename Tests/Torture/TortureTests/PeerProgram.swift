import Foundation
import StrataTestSupport
import Testing

/// A program that was started, and tells line by line what it has done. It is killed when this object goes.
final class PeerProgram {
  /// The program's end: an exit status or a signal.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  /// It told nothing for two minutes, times the factor of ``TimeScale``.
  struct Silent: Error { let arguments: [String] }

  private let arguments: [String]
  let process: pid_t
  private let socket: Int32
  private var rest: [UInt8] = []
  private var end: End?

  init(_ arguments: [String]) throws {
    let program = try BuiltProgram.url("StrataTorturePeer").path
    self.arguments = arguments
    // Both its input and its output. Other programs, which may be started now, don't get it, so that it ends
    // with its own.
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let isMade = socketpair(AF_UNIX, kind, 0, &ends) == 0
    try #require(isMade, "\(String(cString: strerror(errno)))")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
      posix_spawn_file_actions_adddup2(&actions, ends[1], descriptor)
    }
    // Pipes of Foundation's are inherited. A server whose pipe a peer holds too doesn't see that it ended.
    for descriptor in (STDERR_FILENO + 1)..<min(1024, getdtablesize()) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, &words, &variables)
    close(ends[1])
    (socket, self.process) = (ends[0], process)
    try #require(code == 0, "\(program) can't be started: \(String(cString: strerror(code)))")
  }

  deinit {
    kill()
    _ = wait()
    close(socket)
  }

  func kill() { if end == nil { _ = Foundation.kill(process, SIGKILL) } }

  /// Ends the program's standard input.
  func endInput() { shutdown(socket, Int32(SHUT_WR)) }

  /// The next line; nil when it has ended.
  func line() throws -> String? {
    while true {
      if let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeSubrange(...newline) }
        return String(decoding: rest[..<newline], as: UTF8.self)
      }
      var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let patience = CInt(TimeScale.seconds(120) * 1_000)
      guard poll(&state, 1, patience) > 0 else { throw Silent(arguments: arguments) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(socket, &bytes, bytes.count)
      guard count > 0 else { return nil }
      rest += bytes[..<count]
    }
  }

  /// All lines up to its end.
  func lines() throws -> [String] {
    var lines: [String] = []
    while let line = try line() { lines.append(line) }
    return lines
  }

  /// Waits for its end, which has come when there are no more lines.
  func wait() -> End {
    if let end { return end }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    let end: End = signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
    self.end = end
    return end
  }
}
