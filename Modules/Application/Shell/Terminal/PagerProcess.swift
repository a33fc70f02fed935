import Foundation

/// A running pager in the terminal's foreground.
///
/// `Process` can't be used, since it would put the pager into the background.
@MainActor
final class PagerProcess {
  private let process: pid_t
  private var input: Int32

  /// Starts a pager, or returns nil if the system can't.
  init?(_ pager: Pager) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    // The types differ between C libraries.
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    // The shell ignores SIGPIPE, and the pager would inherit that.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var variables = ProcessInfo.processInfo.environment
    if variables["LESS"] == nil { variables["LESS"] = "FRX" }
    var started: pid_t = 0
    let words = ["/bin/sh", "-c", pager.command]
    let code = withStrings(words) { arguments in
      withStrings(variables.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawn(&started, words[0], &actions, &attributes, arguments, variables)
      }
    }
    guard code == 0 else {
      close(ends[1])
      return nil
    }
    process = started
    input = ends[1]
  }

  /// Writes bytes to the pager. Bytes after the person has closed it are dropped silently.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, input >= 0 {
      let count = rest.withUnsafeBytes { systemWrite(input, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        close(input)
        input = -1
      }
    }
  }

  /// Waits until the person closes the pager.
  func finish() {
    if input >= 0 { close(input) }
    input = -1
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }
}

// A free function, since the method of the same name would hide the system's function.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// Calls a body with an array of C strings that ends in nil.
func withStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}
