import Dispatch
import Foundation
import Synchronization

/// Runs a body in several threads at once and waits for all.
///
/// - Throws: The error of the first that failed.
func inThreads(
  _ count: Int, _ body: @escaping @Sendable (_ thread: Int) throws -> Void
) throws {
  let failure = FirstFailure()
  let done = DispatchGroup()
  let start = DispatchSemaphore(value: 0)
  for index in 0..<count {
    done.enter()
    Thread {
      start.wait()
      do { try body(index) } catch { failure.note(error) }
      done.leave()
    }.start()
  }
  for _ in 0..<count { start.signal() }
  done.wait()
  if let error = failure.error { throw error }
}

/// A body that runs in a thread of its own.
struct RunningThread {
  private let done = DispatchGroup()
  private let failure = FirstFailure()

  init(_ body: @escaping @Sendable () throws -> Void) {
    done.enter()
    Thread { [done, failure] in
      do { try body() } catch { failure.note(error) }
      done.leave()
    }.start()
  }

  /// Waits for its end.
  ///
  /// - Throws: The body's error.
  func wait() throws {
    done.wait()
    if let error = failure.error { throw error }
  }
}

private final class FirstFailure: Sendable {
  private let first: Mutex<(any Error)?> = Mutex(nil)
  var error: (any Error)? { first.withLock { $0 } }
  func note(_ error: any Error) { first.withLock { $0 = $0 ?? error } }
}

/// A value that threads take turns at.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }

  func update(_ change: (inout Value) -> Void) {
    mutex.withLock { value in change(&value) }
  }
}
