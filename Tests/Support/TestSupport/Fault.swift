internal import StrataCFaults
internal import Foundation

/// A way in which something fails that SQLite asks of the system.
public enum Fault: String, CaseIterable, Sendable {
  case open, read, write, fullDisk, sync, truncate, delete, lock, sharedMemory, memory, descriptor

  private var kind: strata_fault_kind {
    switch self {
    case .open: STRATA_FAULT_OPEN
    case .read: STRATA_FAULT_READ
    case .write, .fullDisk: STRATA_FAULT_WRITE
    case .sync: STRATA_FAULT_SYNC
    case .truncate: STRATA_FAULT_TRUNCATE
    case .delete: STRATA_FAULT_DELETE
    case .lock: STRATA_FAULT_LOCK
    case .sharedMemory: STRATA_FAULT_SHARED_MEMORY
    case .memory: STRATA_FAULT_MEMORY
    case .descriptor: STRATA_FAULT_DESCRIPTOR
    }
  }

  // Extended result codes (sqlite.org/rescode.html): SQLITE_IOERR, with what failed above it.
  private var code: Int32 {
    let failure: Int32 = 10
    return switch self {
    case .open, .descriptor: 14
    case .read: failure | 1 << 8
    case .write: failure | 3 << 8
    case .fullDisk: 13
    case .sync: failure | 4 << 8
    case .truncate: failure | 6 << 8
    case .delete: failure | 10 << 8
    case .lock: failure | 15 << 8
    case .sharedMemory: failure | 20 << 8
    case .memory: 7
    }
  }

  /// The outcome of a body in which calls failed.
  public struct Outcome {
    /// The number of calls.
    public let calls: Int
    /// The number of failed calls.
    public let failed: Int
    /// The error that the body threw.
    public let error: (any Error)?
  }

  /// Runs a body in which such calls of this thread fail: the one with a number, counted from 1, or
  /// all from it on.
  public func inject(
    at number: Int, persists: Bool = false, _ body: () throws -> Void
  ) -> Outcome {
    var thrown: (any Error)?
    strata_fault_arm(kind, code, number, persists ? 1 : 0)
    do { try body() } catch { thrown = error }
    var failed = 0
    let calls = strata_fault_disarm(&failed)
    Trials.failedCalls.count(failed)
    return Outcome(calls: calls, failed: failed, error: thrown)
  }

  /// Lets the process be killed at such a call of this thread: the one with a number, counted from 1 and
  /// from now on. A write is half done then.
  public func kill(at number: Int) {
    strata_fault_arm(kind, STRATA_FAULT_KILL, number, 0)
  }

  /// The number of such calls that a body makes.
  public func calls(in body: () throws -> Void) throws -> Int {
    let outcome = inject(at: .max, body)
    if let error = outcome.error { throw error }
    return outcome.calls
  }

  /// The numbers of the calls that should fail, one after the other: one, or as many as the
  /// variable `STRATA_TORTURE` says, as it does in `make torture`.
  public static func numbers(
    upTo count: Int, atLeast least: Int = 1, _ random: inout SeededGenerator
  ) -> [Int] {
    let rounds = max(rounds, least)
    guard count > rounds else { return Array(1..<count + 1) }
    var chosen: Set<Int> = []
    while chosen.count < rounds { chosen.insert(Int.random(in: 1...count, using: &random)) }
    return chosen.sorted()
  }

  /// One, or as many as the variable `STRATA_TORTURE` says.
  public static let rounds =
    ProcessInfo.processInfo.environment["STRATA_TORTURE"].flatMap { Int($0) } ?? 1
}
