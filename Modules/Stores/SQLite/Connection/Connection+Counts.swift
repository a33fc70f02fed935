internal import StrataCSQLite

/// How much work the statements of a connection have been, as SQLite counts it.
///
/// The counters cost nothing (sqlite.org/c3ref/c_stmtstatus_counter.html), and stay the same on any
/// machine, so that tests can hold them against what a save or a fetch ought to take.
package struct StatementCounts: Equatable {
  /// How many statements are prepared.
  package var statements = 0
  /// The number of runs.
  package var runs = 0
  /// How many instructions of SQLite's virtual machine that took.
  package var instructions = 0
  /// How many rows were stepped over in scans of whole tables.
  package var scannedRows = 0
  /// The number of sorts.
  package var sorts = 0

  /// The work between two counts.
  package static func - (later: StatementCounts, earlier: StatementCounts) -> StatementCounts {
    StatementCounts(
      statements: later.statements - earlier.statements, runs: later.runs - earlier.runs,
      instructions: later.instructions - earlier.instructions,
      scannedRows: later.scannedRows - earlier.scannedRows, sorts: later.sorts - earlier.sorts)
  }
}

extension Connection {
  /// The work of all statements that are prepared now.
  package var statementCounts: StatementCounts {
    var counts = StatementCounts()
    guard handle != nil else { return counts }
    var statement = sqlite3_next_stmt(handle, nil)
    while let current = statement {
      counts.statements += 1
      counts.runs += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_RUN, 0))
      counts.instructions += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 0))
      counts.scannedRows += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0))
      counts.sorts += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_SORT, 0))
      statement = sqlite3_next_stmt(handle, current)
    }
    return counts
  }
}
