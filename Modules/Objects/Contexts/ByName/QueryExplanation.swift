public import StrataSQLite
public import StrataStorage

/// The SQL of a query, how the engine will run it, and what running it took.
public struct QueryExplanation: Sendable {
  /// The SQL with its bound values.
  public let sql: SQLQuery
  /// The engine's plan, a line a step: SQLite's `EXPLAIN QUERY PLAN` or PostgreSQL's `EXPLAIN`.
  public let plan: [String]
  /// The rows, duration and round trips of a run, or nil if the query wasn't run.
  public let execution: QueryExecution?

  /// - Parameter analyze: True to run the query.
  package init(_ sql: SQLQuery, _ reader: StoreReader, analyze: Bool) throws {
    self.sql = sql
    plan = try reader.plan(of: sql)
    execution = analyze ? try reader.execution(of: sql) : nil
  }
}
