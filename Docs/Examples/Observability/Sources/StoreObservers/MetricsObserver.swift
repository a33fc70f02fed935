import Metrics
import Strata

/// Records durations, rows and round trips by the kind of operation.
package struct MetricsObserver: StoreObserver {
  package init() {}

  package func operationDidEnd(
    _ operation: StoreOperation, result: StoreOperation.Result, token: Void
  ) {
    let dimensions = [
      ("kind", operation.kind.rawValue), ("entity", operation.entity ?? ""),
      ("failure", result.failure ?? ""),
    ]
    Metrics.Timer(label: "strata.duration", dimensions: dimensions).record(
      duration: result.duration)
    Counter(label: "strata.rows.read", dimensions: dimensions).increment(by: result.rowsRead)
    Counter(label: "strata.round.trips", dimensions: dimensions).increment(by: result.roundTrips)
  }
}
