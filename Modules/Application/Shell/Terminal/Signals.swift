import Foundation
import StrataPlatform
import Synchronization

/// Converts the system's signals to cancellations.
public enum Signals {
  // Set once, before the handler is installed. Atomic, since the handler may run on any thread.
  private static let pipeEnd = Atomic<Int32>(-1)

  /// Installs handlers for the signals that stop a program.
  ///
  /// SIGINT (Ctrl-C) sets `interruption`. SIGTERM and SIGHUP set `termination` and then
  /// `interruption`. SIGPIPE is ignored, so that writing to a closed pipe is an error.
  ///
  /// Call this once in a program.
  ///
  /// - Throws: ``ShellError`` if the system can't create a pipe.
  public static func install(
    interruption: Cancellation, termination: Cancellation
  ) throws(ShellError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw ShellError("can't watch signals: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let readEnd = ends[0]
    pipeEnd.store(ends[1], ordering: .releasing)
    Thread.detachNewThread { watch(readEnd, interruption, termination) }
    // A signal handler may call very few functions. Writing a byte is allowed.
    let handler: @convention(c) (Int32) -> Void = { number in
      let saved = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(Signals.pipeEnd.load(ordering: .acquiring), &byte, 1)
      errno = saved
    }
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = signal(number, handler) }
    _ = signal(SIGPIPE, SIG_IGN)
  }

  private static func watch(
    _ readEnd: Int32, _ interruption: Cancellation, _ termination: Cancellation
  ) {
    var byte: UInt8 = 0
    while true {
      let count = read(readEnd, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return }
      if Int32(byte) != SIGINT { termination.cancel() }
      interruption.cancel()
    }
  }
}
