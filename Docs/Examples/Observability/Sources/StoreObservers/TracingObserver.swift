import Strata
import Tracing

/// Makes a span of each operation. It is a child of the operation that it is part of, or else of your current span.
package struct TracingObserver: StoreObserver {
  package init() {}

  package func operationWillBegin(_ operation: StoreOperation, parent: (any Span)?) -> any Span {
    let context = parent?.context ?? ServiceContext.current ?? .topLevel
    let span = startSpan("\(operation)", context: context, ofKind: .client)
    span.attributes["db.namespace"] = operation.store
    if let author = operation.author { span.attributes["strata.author"] = author }
    return span
  }

  package func operationDidEnd(
    _ operation: StoreOperation, result: StoreOperation.Result, token: any Span
  ) {
    token.attributes["strata.round_trips"] = result.roundTrips
    token.attributes["strata.rows_read"] = result.rowsRead
    if let failure = result.failure { token.setStatus(.init(code: .error, message: failure)) }
    token.end()
  }
}
