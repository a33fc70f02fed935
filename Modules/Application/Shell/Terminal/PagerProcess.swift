import Foundation
import StrataPlatform

/// A running pager in the terminal's foreground.
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
    var variables = ProcessInfo.processInfo.environment
    if variables["LESS"] == nil { variables["LESS"] = "FRX" }
    // The shell ignores SIGPIPE, and the pager would inherit that.
    let (started, error) = ForegroundCommand.start(
      pager.command, variables: variables, input: .descriptor(ends[0]), defaultSignals: [SIGPIPE])
    guard error == 0 else {
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
