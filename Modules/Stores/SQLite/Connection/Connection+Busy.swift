internal import StrataCSQLite

/// The wait of an SQLite connection for a lock.
final class LockWait {
  let start = ContinuousClock.now
  /// The wait as it was reported, or nil if it is none for the lock for writing.
  let reported: StoreObservation.Wait?

  init(_ reported: StoreObservation.Wait?) { self.reported = reported }
}

// Waiting for other connections' locks. SQLite's own handler, which sqlite3_busy_timeout sets, waits alike and tells
// nobody (sqlite.org/c3ref/busy_handler.html).
extension Connection {
  /// The pauses between two looks at a lock, in milliseconds. The last one is repeated.
  private static let pauses: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

  /// Waits for locks for as long as ``busyTimeout``, or until the task is cancelled (`withCancellableStatements(_:)`).
  func waitForLocks() {
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let context else { return 0 }
        // The connection outlives its handler: closing it ends both.
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        return connection.pause(Int(count)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Waits a moment for a lock. Returns false if the time is over, or the task is cancelled.
  ///
  /// - Parameter count: The number of pauses before this one.
  private func pause(_ count: Int) -> Bool {
    let wait: LockWait
    if count > 0, let lockWait {
      wait = lockWait
    } else {
      guard busyTimeout > 0 else { return false }
      wait = LockWait(isBeginning ? observation?.beginWait(.lockWait) : nil)
      lockWait = wait
    }
    if statementsEndWithTask, Task.isCancelled { return false }
    let left = Duration.seconds(busyTimeout) - (ContinuousClock.now - wait.start)
    guard left > .zero else { return false }
    let (seconds, attoseconds) = left.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let pause = Self.pauses[min(count, Self.pauses.count - 1)]
    sqlite3_sleep(min(pause, Int32(clamping: max(1, milliseconds))))
    return true
  }

  /// True while `BEGIN IMMEDIATE` runs.
  private var isBeginning: Bool {
    let index = StandingStatement.beginImmediate.index
    return standingStatements.indices.contains(index) && standingStatements[index]?.isBusy == true
  }

  /// Begins a transaction that writes. Waits while another connection has one.
  func beginImmediate() throws(StorageError) {
    do {
      try run(.beginImmediate)
    } catch {
      endLockWait(error)
      throw error
    }
    if lockWait != nil { endLockWait(nil) }
  }

  private func endLockWait(_ error: StorageError?) {
    let wait = lockWait?.reported
    lockWait = nil
    if let wait { observation?.endWait(wait, error) }
  }
}
