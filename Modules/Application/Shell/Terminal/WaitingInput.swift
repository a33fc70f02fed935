import Dispatch
import Foundation
import StrataPlatform

/// An open file that is read on a thread of its own, so that waiting doesn't block the main actor.
///
/// Cancellation ends the wait.
final class WaitingInput: Sendable {
  enum Outcome: Sendable {
    case ready
    case interrupted
    case terminated
  }

  let descriptor: Int32
  private let closesDescriptor: Bool
  private let interruption: Cancellation
  private let termination: Cancellation
  private let queue = DispatchQueue(label: "strata.shell.input")
  private let wakeEnds: (read: Int32, write: Int32)
  private let keys: (interruption: Int, termination: Int)

  init(
    descriptor: Int32, closesDescriptor: Bool,
    interruption: Cancellation, termination: Cancellation
  ) {
    self.descriptor = descriptor
    self.closesDescriptor = closesDescriptor
    self.interruption = interruption
    self.termination = termination
    var ends: [Int32] = [-1, -1]
    // Without a pipe (too many open files) reading still works, but a cancellation takes effect
    // only after the next line.
    if pipe(&ends) != 0 { ends = [-1, -1] }
    for end in ends where end >= 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakeEnds = (ends[0], ends[1])
    let writeEnd = ends[1]
    let wake: @Sendable () -> Void = {
      var byte: UInt8 = 1
      _ = write(writeEnd, &byte, 1)
    }
    keys = (interruption.onCancel(wake), termination.onCancel(wake))
  }

  deinit {
    interruption.removeAction(keys.interruption)
    termination.removeAction(keys.termination)
    if wakeEnds.read >= 0 {
      close(wakeEnds.read)
      close(wakeEnds.write)
    }
    if closesDescriptor { close(descriptor) }
  }

  /// Runs blocking work on the input's thread.
  func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }

  /// Waits for input or a cancellation. Call it on the input's thread only.
  func wait() -> Outcome {
    // Earlier requests are visible in the flags, which the shell resets before each typed line.
    // Later requests wake the poll.
    var stale: UInt8 = 0
    while read(wakeEnds.read, &stale, 1) == 1 {}
    if termination.isCancelled { return .terminated }
    if interruption.isCancelled { return .interrupted }
    var waiting = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeEnds.read, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waiting, 2, -1) < 0, errno == EINTR {}
    if waiting[1].revents != 0, wakeEnds.read >= 0 {
      return termination.isCancelled ? .terminated : .interrupted
    }
    return .ready
  }

  /// True if the terminal was closed.
  var hasHungUp: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 1
      && Int32(waiting.revents) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Reads the available bytes. Call it on the input's thread, after ``wait()``.
  ///
  /// - Returns: The bytes, which are empty at the end of the file, or the system's error number.
  func readAvailable(_ limit: Int = 1 << 16) -> Swift.Result<[UInt8], ErrorNumber> {
    while true {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        let result = read(descriptor, buffer.baseAddress, buffer.count)
        code = result < 0 ? errno : 0
        count = max(0, result)
      }
      if code == 0 { return .success(bytes) }
      if code == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if code != EINTR {
        return .failure(ErrorNumber(code: code))
      }
    }
  }

  struct ErrorNumber: Error, CustomStringConvertible {
    let code: Int32
    var description: String { String(cString: strerror(code)) }
  }
}
