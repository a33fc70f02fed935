import Foundation
import StrataTestSupport

/// A program at a terminal that no person sits at: it is the terminal's own session, so that Ctrl-C
/// reaches it and it hears of another size.
final class TerminalSession {
  /// Something wasn't shown, or the program didn't end, in time.
  struct TimedOut: Error, CustomStringConvertible {
    let awaited: String
    let shown: String

    var description: String { "\(awaited) didn't come; shown is: \(shown.debugDescription)" }
  }

  struct NotStarted: Error {
    let code: Int32
  }

  private let person: Int32
  private var process: pid_t = 0
  private var shown: [UInt8] = []
  /// The position in the plain text behind the last text that was awaited.
  private var looked = 0
  private var hasEnded = false

  init(
    _ program: URL, _ arguments: [String], environment: [String: String], columns: Int = 80,
    rows: Int = 24
  ) throws {
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN, which the C library's module doesn't show, as little of ptsname(3).
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard person >= 0, ioctl(person, 0x4004_5431, &isLocked) == 0,
      ioctl(person, 0x8004_5430, &number) == 0
    else { throw NotStarted(code: errno) }
    resize(columns: columns, rows: rows)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the first process of a session opens is the session's.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // Pipes of Foundation's are inherited. What waits for their end would wait for this program, too.
    for descriptor in (STDERR_FILENO + 1)..<min(1024, getdtablesize()) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, 0x80)
    let words = [program.path] + arguments
    let variables = environment.merging(RunningProgram.instruments) { own, _ in own }.map {
      "\($0.key)=\($0.value)"
    }
    var argv = words.map { strdup($0) } + [nil]
    var envp = variables.map { strdup($0) } + [nil]
    defer { for copy in argv + envp { free(copy) } }
    let code = posix_spawn(&process, program.path, &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw NotStarted(code: code) }
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      _ = waitpid(process, nil, 0)
    }
    close(person)
  }

  /// Types.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(person, bytes, bytes.count)
  }

  /// Makes the terminal another size.
  func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(person, UInt(TIOCSWINSZ), &size)
  }

  /// Waits until a text is shown, behind what was waited for before.
  ///
  /// - Returns: What was shown up to and with it, without what moves the cursor or colors.
  @discardableResult
  func wait(for text: String, within seconds: TimeInterval = 60) throws -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    while true {
      let new = Self.plain(shown)[looked...]
      if let range = new.firstRange(of: Array(text.unicodeScalars)) {
        looked = range.upperBound
        return Self.text(new[..<range.upperBound])
      }
      guard try read(until: deadline) else { throw TimedOut(awaited: text, shown: Self.text(new)) }
    }
  }

  /// Returns true if the program shows a text in time.
  func shows(_ text: String, within seconds: TimeInterval) throws -> Bool {
    do {
      try wait(for: text, within: seconds)
      return true
    } catch is TimedOut {
      return false
    }
  }

  /// Waits for the program's end.
  ///
  /// - Returns: Its exit status, and what was shown last.
  func end() throws -> (status: Int32, shown: String) {
    let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(60)))
    while try read(until: deadline) {}
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      guard Date() < deadline else { throw TimedOut(awaited: "the end", shown: "") }
      usleep(1000)
    }
    hasEnded = true
    return (status >> 8 & 0xFF, Self.text(Self.plain(shown)[looked...]))
  }

  /// - Returns: False when the program has closed the terminal, or nothing comes in time.
  private func read(until deadline: Date) throws -> Bool {
    var waiting = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
    let time = max(0, Int32(deadline.timeIntervalSinceNow * 1000))
    guard poll(&waiting, 1, time) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(person, &buffer, buffer.count)
    guard count > 0 else { return false }
    shown += buffer[..<count]
    return true
  }

  /// All that was shown, byte by byte.
  var everything: [UInt8] { shown }

  // By scalars: a carriage return with its line feed is one character.
  private static func plain(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    String(decoding: bytes, as: UTF8.self)
      .replacing(#/\u{1B}\[[0-9;?]*[A-Za-z]/#, with: "").unicodeScalars.filter { $0 != "\r" }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

extension AppShell {
  /// Starts the program at a terminal, on the shared store.
  func terminal(
    _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 80,
    rows: Int = 24
  ) throws -> TerminalSession {
    var variables = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": folder.url.path, "TZ": "UTC", "LANG": "C.UTF-8", "TERM": "xterm",
    ]
    variables.merge(environment) { _, new in new }
    return try TerminalSession(
      try Self.executable, ["--store", store] + arguments, environment: variables,
      columns: columns, rows: rows)
  }
}
