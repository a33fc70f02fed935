import StrataSQLite
import StrataSchema

/// Counts a connection's round trips, and reports its statements to observers.
final class ServerTrace {
  /// The receiver of the reports, or nil without one.
  var observation: StoreObservation?
  /// The number of times that the connection has waited for the server.
  private(set) var roundTripCount = 0

  /// The beginning of a statement's run, or nil if nobody wants to know of it.
  func beginRun() -> StatementRun? {
    guard observation?.tracesStatements == true else { return nil }
    var run = StatementRun()
    // Until it ends: those that the connection had at its beginning.
    run.roundTrips = -roundTripCount
    return run
  }

  /// Reports the end of a statement's run.
  func report(
    _ run: StatementRun?, of sql: String, values: @autoclosure () -> [ColumnValue] = []
  ) {
    guard var run else { return }
    run.roundTrips += roundTripCount
    observation?.report(run, of: sql, values: values())
  }

  func countRoundTrip() {
    roundTripCount += 1
    observation?.countRoundTrip()
  }
}
