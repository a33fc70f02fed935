import Logging
import Strata

/// Logs each operation when it has ended, and its statements if the logger's level is trace.
package struct LoggingObserver: StoreObserver {
  let logger: Logger

  package init(logger: Logger) { self.logger = logger }

  package var statementDetail: StoreStatement.Detail { logger.logLevel <= .trace ? .sql : .none }

  package func operationDidEnd(
    _ operation: StoreOperation, result: StoreOperation.Result, token: Void
  ) {
    logger.log(
      level: result.failure == nil ? .debug : .error, "\(operation)",
      metadata: [
        "duration": "\(result.duration)", "rows": "\(result.rowsRead + result.rowsWritten)",
        "roundTrips": "\(result.roundTrips)", "failure": "\(result.failure ?? "none")",
      ])
  }

  package func statementDidRun(_ statement: StoreStatement) {
    logger.trace("\(statement.sql)", metadata: ["duration": "\(statement.duration)"])
  }
}
