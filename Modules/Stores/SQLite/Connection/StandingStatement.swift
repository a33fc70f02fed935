package import StrataSchema

/// A statement that each save or each read runs, kept by its place, so that no text is looked up.
package struct StandingStatement: Sendable {
  /// Its place among a connection's standing statements, each of which has one of its own.
  let place: Int
  let sql: StaticString

  private init(place: Int, _ sql: StaticString) {
    self.place = place
    self.sql = sql
  }

  static var begin: StandingStatement { .init(place: 0, "BEGIN") }
  static var beginImmediate: StandingStatement { .init(place: 1, "BEGIN IMMEDIATE") }
  static var commit: StandingStatement { .init(place: 2, "COMMIT") }
  static var rollback: StandingStatement { .init(place: 3, "ROLLBACK") }
  static var dataVersion: StandingStatement { .init(place: 4, "PRAGMA data_version") }

  /// A statement of the connection's owner.
  ///
  /// - Parameter number: Another one for each, from 0 on.
  package static func owned(_ number: Int, _ sql: StaticString) -> StandingStatement {
    .init(place: 5 + number, sql)
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
    let place = standing.place
    if place < standingStatements.count, let statement = standingStatements[place],
      !statement.isBusy
    {
      return statement
    }
    let statement = try Statement("\(standing.sql)", connection: self)
    while standingStatements.count <= place { standingStatements.append(nil) }
    standingStatements[place] = statement
    return statement
  }
}
