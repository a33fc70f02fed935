import StrataSchema

/// What each save and each read runs, kept by its place, so that no text is looked up.
enum StandingStatement: Int, CaseIterable {
  case begin, beginImmediate, commit, rollback, dataVersion, historyState, historyEntry

  var sql: String {
    switch self {
    case .begin: "BEGIN"
    case .beginImmediate: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .dataVersion: "PRAGMA data_version"
    case .historyState:
      """
      SELECT (SELECT max(number) FROM strata_history),
        (SELECT value FROM strata_metadata WHERE name = 'cleaned')
      """
    case .historyEntry:
      """
      INSERT INTO strata_history (number, author, context, time, process, changes)
      VALUES (?, ?, ?, ?, ?, ?)
      """
    }
  }
}

extension Connection {
  /// Runs a standing statement that gives no rows.
  func run(_ standing: StandingStatement, _ arguments: [ColumnValue] = []) throws(StorageError) {
    try statement(standing).run(arguments)
  }

  /// Gives a standing statement, preparing it the first time.
  func statement(_ standing: StandingStatement) throws(StorageError) -> Statement {
    if let statement = standingStatements[standing.rawValue], !statement.isBusy { return statement }
    let statement = try Statement(standing.sql, connection: self)
    standingStatements[standing.rawValue] = statement
    return statement
  }
}
