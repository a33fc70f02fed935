import Strata

/// Two observers as one, since a configuration has one. A pair may be part of another pair.
///
/// If one of them asks for the values of statements, both get them.
package struct ObserverPair<First: StoreObserver, Second: StoreObserver>: StoreObserver {
  let first: First
  let second: Second

  package init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  package var statementDetail: StoreStatement.Detail {
    let details = [first.statementDetail, second.statementDetail]
    return details.contains(.sqlAndValues)
      ? .sqlAndValues : details.contains(.sql) ? .sql : .none
  }

  package func operationWillBegin(
    _ operation: StoreOperation, parent: (First.Token, Second.Token)?
  ) -> (First.Token, Second.Token) {
    (
      first.operationWillBegin(operation, parent: parent?.0),
      second.operationWillBegin(operation, parent: parent?.1)
    )
  }

  package func operationDidEnd(
    _ operation: StoreOperation, result: StoreOperation.Result, token: (First.Token, Second.Token)
  ) {
    first.operationDidEnd(operation, result: result, token: token.0)
    second.operationDidEnd(operation, result: result, token: token.1)
  }

  package func statementDidRun(_ statement: StoreStatement) {
    if first.statementDetail != .none { first.statementDidRun(statement) }
    if second.statementDetail != .none { second.statementDidRun(statement) }
  }
}
