import Foundation
import StrataSQLite
import Synchronization

/// Records what a store reports.
final class EventRecorder: StoreObserver {
  struct Event {
    let number: Int
    let operation: StoreOperation
    /// The number of the operation that it is part of.
    let parent: Int?
    var result: StoreOperation.Result?
  }

  let statementDetail: StoreStatement.Detail
  private let state = Mutex<(events: [Event], statements: [StoreStatement])>(([], []))

  init(_ detail: StoreStatement.Detail = .none) { statementDetail = detail }

  var events: [Event] { state.withLock { $0.events } }
  var statements: [StoreStatement] { state.withLock { $0.statements } }

  func operationWillBegin(_ operation: StoreOperation, parent: Int?) -> Int {
    state.withLock { state in
      state.events.append(
        Event(number: state.events.count, operation: operation, parent: parent))
      return state.events.count - 1
    }
  }

  func operationDidEnd(_ operation: StoreOperation, result: StoreOperation.Result, token: Int) {
    state.withLock { $0.events[token].result = result }
  }

  func statementDidRun(_ statement: StoreStatement) {
    state.withLock { $0.statements.append(statement) }
  }

  func events(_ kind: StoreOperation.Kind) -> [Event] {
    events.filter { $0.operation.kind == kind }
  }

  /// Waits until an operation of a kind has begun. Returns false if none does in ten seconds.
  func waitForBeginning(of kind: StoreOperation.Kind) -> Bool {
    let start = ContinuousClock.now
    while events(kind).isEmpty {
      guard ContinuousClock.now - start < .seconds(10) else { return false }
      usleep(1000)
    }
    return true
  }
}
