package import StrataSchema

/// A statement that each save or each read runs, found by its number, so that no text is looked up.
package struct StandingStatement: Sendable {
  /// Its position among a connection's standing statements.
  let index: Int
  let sql: SQL

  private init(index: Int, _ sql: SQL) {
    self.index = index
    self.sql = sql
  }

  static let begin = StandingStatement(index: 0, "BEGIN")
  static let beginImmediate = StandingStatement(index: 1, "BEGIN IMMEDIATE")
  static let commit = StandingStatement(index: 2, "COMMIT")
  static let rollback = StandingStatement(index: 3, "ROLLBACK")
  static let dataVersion = StandingStatement(index: 4, "PRAGMA data_version")

  /// A statement of the connection's owner.
  ///
  /// - Parameter number: Another one for each, from 0 on.
  package static func owned(_ number: Int, _ sql: SQL) -> StandingStatement {
    .init(index: 5 + number, sql)
  }
}

extension Connection {
  /// Runs a standing statement that gives no rows.
  package func run(
    _ standing: StandingStatement, _ arguments: [ColumnValue] = []
  ) throws(StorageError) {
    try statement(standing).run(arguments)
  }

  /// Gives a standing statement, preparing it the first time.
  package func statement(_ standing: StandingStatement) throws(StorageError) -> Statement {
    let index = standing.index
    if index < standingStatements.count, let statement = standingStatements[index],
      !statement.isBusy
    {
      return statement
    }
    let statement = try Statement(standing.sql, connection: self)
    while standingStatements.count <= index { standingStatements.append(nil) }
    standingStatements[index] = statement
    return statement
  }
}
