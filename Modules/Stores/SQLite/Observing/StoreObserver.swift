/// Receives what a store does: each operation when it begins and when it ends, with what it took, and the SQL of its
/// statements.
///
/// Set one with `ModelConfiguration.observer`. Without one, operations aren't measured and cost nothing.
///
/// ```swift
/// struct SlowFetches: StoreObserver {
///   func operationDidEnd(_ operation: StoreOperation, result: StoreOperation.Result, token: Void) {
///     if operation.kind == .fetch, result.duration > .milliseconds(50) {
///       print("\(operation): \(result.rowsRead) rows, \(result.roundTrips) round trips, \(result.duration)")
///     }
///   }
/// }
/// ```
///
/// Strata calls the methods on the thread that does the work, so that task-local values are those of your call. The work
/// continues when they return, so they must be fast. They must not use the store: a save in one of them would wait for
/// the operation that it is called by.
public protocol StoreObserver: Sendable {
  /// The type of the value that the observer returns at the beginning of an operation and receives at its end, such as a span.
  associatedtype Token: Sendable = Void

  /// The details of statements that the observer receives: none by default. Read once, when the store is opened.
  var statementDetail: StoreStatement.Detail { get }

  /// Called before an operation. `operationDidEnd` follows in any case, on the same thread.
  ///
  /// - Parameter parent: The token of the operation that this one is part of, or nil if it is part of none.
  func operationWillBegin(_ operation: StoreOperation, parent: Token?) -> Token

  /// Called after an operation, also if it has failed.
  func operationDidEnd(_ operation: StoreOperation, result: StoreOperation.Result, token: Token)

  /// Called after each run of a statement, if ``statementDetail`` asks for statements.
  func statementDidRun(_ statement: StoreStatement)
}

extension StoreObserver {
  /// The observer is told of no statement.
  public var statementDetail: StoreStatement.Detail { .none }
  /// Ignores the end of operations.
  public func operationDidEnd(
    _ operation: StoreOperation, result: StoreOperation.Result, token: Token
  ) {}
  /// Ignores statements.
  public func statementDidRun(_ statement: StoreStatement) {}
}

extension StoreObserver where Token == Void {
  /// Ignores the beginning of operations.
  public func operationWillBegin(_ operation: StoreOperation, parent: Void?) {}
}
