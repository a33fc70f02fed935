package import StrataSchema
internal import Synchronization

/// Passes the operations and statements of a store to its observer and its log, and counts them.
package final class StoreObservation: Sendable {
  /// The store in events: a file, `:memory:`, or a server's address without the password.
  private let store: String
  private let observer: (any StoreObserver)?
  private let detail: StoreStatement.Detail
  private let slowStatements: SlowStatements?
  private let counters = StoreCounters()
  /// True if there is an observer of operations.
  package let isObserved: Bool
  /// True if connections report their statements.
  package let tracesStatements: Bool
  /// True if somebody wants to know how many rows a statement returned.
  var countsRowsOfStatements: Bool { detail != .none || slowStatements != nil }
  /// True if connections report the values of statements.
  package var recordsValues: Bool { detail == .sqlAndValues }

  /// - Parameters:
  ///   - slowStatements: The duration from which on statements are logged.
  ///   - log: Logs a message. Without it no statements are.
  package init(
    of store: String, observer: (any StoreObserver)? = nil, slowStatements: Duration? = nil,
    log: (@Sendable (String) -> Void)? = nil
  ) {
    self.store = store
    self.observer = observer
    detail = observer?.statementDetail ?? .none
    isObserved = observer != nil
    if let slowStatements, let log {
      self.slowStatements = SlowStatements(limit: slowStatements, log)
    } else {
      self.slowStatements = nil
    }
    tracesStatements = observer != nil || self.slowStatements != nil
  }

  // MARK: Operations

  /// Counts an operation that isn't observed.
  package func count(_ kind: StoreOperation.Kind) { counters.count(kind) }

  /// Runs a body as an operation, whose end is reported also if the body throws.
  package func operation<Result>(
    _ kind: StoreOperation.Kind, entity: @autoclosure () -> String? = nil,
    author: @autoclosure () -> String? = nil, _ body: () throws -> Result
  ) rethrows -> Result {
    counters.count(kind)
    guard isObserved else { return try body() }
    let operation = begin(kind, entity: entity(), author: author())
    do {
      let result = try OngoingOperation.$current.withValue(operation, operation: body)
      end(operation)
      return result
    } catch {
      end(operation, error)
      throw error
    }
  }

  private func begin(
    _ kind: StoreOperation.Kind, entity: String? = nil, author: String? = nil,
    since start: ContinuousClock.Instant = .now
  ) -> OngoingOperation? {
    guard let observer else { return nil }
    let parent = OngoingOperation.running
    let operation = StoreOperation(
      kind: kind, store: store, entity: entity, author: author ?? parent?.operation?.author)
    func begin<Observer: StoreObserver>(_ observer: Observer) -> any Sendable {
      observer.operationWillBegin(operation, parent: parent?.token as? Observer.Token)
    }
    return OngoingOperation(operation, token: begin(observer), in: parent, since: start)
  }

  private func end(_ ongoing: OngoingOperation?, _ error: (any Error)? = nil) {
    guard let ongoing, let operation = ongoing.operation, let observer else { return }
    let counts = ongoing.end()
    let result = StoreOperation.Result(
      duration: ContinuousClock.now - ongoing.start, rowsRead: counts.rowsRead,
      rowsWritten: counts.rowsWritten, statements: counts.statements,
      roundTrips: counts.roundTrips, bytesRead: counts.bytesRead,
      bytesWritten: counts.bytesWritten, failure: error.map(Self.name),
      error: recordsValues ? error : nil)
    func end<Observer: StoreObserver>(_ observer: Observer) {
      guard let token = ongoing.token as? Observer.Token else { return }
      observer.operationDidEnd(operation, result: result, token: token)
    }
    end(observer)
  }

  // An enum's case is the label of its only child. What the child contains may be somebody's values.
  private static func name(of error: any Error) -> String {
    let mirror = Mirror(reflecting: error)
    let type = "\(Swift.type(of: error))"
    guard mirror.displayStyle == .enum, let label = mirror.children.first?.label else {
      return type
    }
    return "\(type).\(label)"
  }

  // MARK: Waits

  /// A wait that hasn't ended.
  package struct Wait {
    fileprivate let start: ContinuousClock.Instant
    fileprivate let operation: OngoingOperation?
  }

  /// Reports that this thread begins to wait. The caller calls ``endWait(_:_:)``.
  ///
  /// - Parameter start: When it began, if that was before.
  package func beginWait(
    _ kind: StoreOperation.Kind, since start: ContinuousClock.Instant = .now
  ) -> Wait {
    Wait(start: start, operation: begin(kind, since: start))
  }

  /// Reports that a wait is over.
  ///
  /// - Parameter error: Why the wait failed, or nil if it didn't.
  package func endWait(_ wait: Wait, _ error: (any Error)? = nil) {
    counters.countWait(ContinuousClock.now - wait.start)
    end(wait.operation, error)
  }

  // MARK: Counts

  /// Counts rows that were read from tables of classes and relationships.
  package func countReadRows(_ count: Int) {
    counters.rowsRead.add(count, ordering: .relaxed)
    if isObserved { OngoingOperation.running?.add { $0.rowsRead += count } }
  }

  /// Counts objects that were inserted, updated or deleted.
  package func countWrittenRows(_ count: Int) {
    counters.rowsWritten.add(count, ordering: .relaxed)
    if isObserved { OngoingOperation.running?.add { $0.rowsWritten += count } }
  }

  /// Counts an answer of a server that a connection waits for.
  package func countRoundTrip() {
    counters.roundTrips.add(1, ordering: .relaxed)
    OngoingOperation.running?.add { $0.roundTrips += 1 }
  }

  /// Counts connections that were opened, or closed if the number is negative.
  func countOpenConnections(_ count: Int) {
    counters.openConnections.add(count, ordering: .relaxed)
  }

  /// Counts connections that were lent, or given back if the number is negative.
  package func countLentConnections(_ count: Int) {
    counters.lentConnections.add(count, ordering: .relaxed)
  }

  /// The round trips of this thread during a body.
  package func roundTrips(of body: () throws -> Void) rethrows -> Int {
    let measured = OngoingOperation(nil, token: (), in: .running)
    try OngoingOperation.$current.withValue(measured, operation: body)
    return measured.end().roundTrips
  }

  /// The counts so far.
  package var statistics: StoreStatistics {
    StoreStatistics(
      fetches: counters.fetches.load(ordering: .relaxed),
      loads: counters.loads.load(ordering: .relaxed),
      saves: counters.saves.load(ordering: .relaxed),
      rowsRead: counters.rowsRead.load(ordering: .relaxed),
      rowsWritten: counters.rowsWritten.load(ordering: .relaxed),
      roundTrips: counters.roundTrips.load(ordering: .relaxed),
      statements: tracesStatements ? counters.statements.load(ordering: .relaxed) : nil,
      waits: counters.waits.load(ordering: .relaxed),
      timeWaited: .nanoseconds(counters.nanosecondsWaited.load(ordering: .relaxed)),
      openConnections: counters.openConnections.load(ordering: .relaxed),
      lentConnections: counters.lentConnections.load(ordering: .relaxed))
  }

  // MARK: Statements

  /// Reports the end of a statement's run.
  ///
  /// - Parameter values: The bound values, if they are recorded.
  package func report(
    _ run: StatementRun, of sql: String, values: @autoclosure () -> [ColumnValue]?
  ) {
    counters.statements.add(1, ordering: .relaxed)
    let ongoing = OngoingOperation.running
    // Round trips are added when they begin, also those that belong to no statement.
    ongoing?.add {
      $0.statements += 1
      $0.bytesRead += run.bytesRead
      $0.bytesWritten += run.bytesWritten
    }
    let duration = ContinuousClock.now - run.start
    slowStatements?.record(sql, duration, rows: run.rows)
    guard let observer, detail != .none else { return }
    observer.statementDidRun(
      StoreStatement(
        sql: sql, values: recordsValues ? values() : nil, rows: run.rows,
        roundTrips: run.roundTrips, bytesRead: run.bytesRead, bytesWritten: run.bytesWritten,
        duration: duration, operation: ongoing?.operation))
  }
}

/// An operation that runs on this thread, and what it has taken so far.
final class OngoingOperation: Sendable {
  /// The operation, or nil for one that is only measured.
  let operation: StoreOperation?
  let token: any Sendable
  let start: ContinuousClock.Instant
  private let parent: OngoingOperation?
  private let state = Mutex(State())

  struct Counts {
    var rowsRead = 0
    var rowsWritten = 0
    var statements = 0
    var roundTrips = 0
    var bytesRead = 0
    var bytesWritten = 0
  }

  private struct State {
    var counts = Counts()
    var hasEnded = false
  }

  init(
    _ operation: StoreOperation?, token: any Sendable, in parent: OngoingOperation?,
    since start: ContinuousClock.Instant = .now
  ) {
    self.start = start
    self.operation = operation
    self.token = token
    self.parent = parent
  }

  /// The operation that the current code is part of. A task that is made in an operation inherits it, and may run when it
  /// has ended: ``running`` is nil then.
  @TaskLocal static var current: OngoingOperation?

  /// The operation that the current code is part of, if it hasn't ended.
  static var running: OngoingOperation? {
    guard let current, current.state.withLock({ !$0.hasEnded }) else { return nil }
    return current
  }

  func add(_ change: (inout Counts) -> Void) { state.withLock { change(&$0.counts) } }

  /// Ends the operation, and adds what it took to the operation that it is part of.
  func end() -> Counts {
    let counts = state.withLock { state in
      state.hasEnded = true
      return state.counts
    }
    parent?.add {
      $0.rowsRead += counts.rowsRead
      $0.rowsWritten += counts.rowsWritten
      $0.statements += counts.statements
      $0.roundTrips += counts.roundTrips
      $0.bytesRead += counts.bytesRead
      $0.bytesWritten += counts.bytesWritten
    }
    return counts
  }
}
