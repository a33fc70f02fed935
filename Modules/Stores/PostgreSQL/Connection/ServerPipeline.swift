import StrataSQLite

/// The commands that were sent to a server and whose results weren't received
/// (postgresql.org/docs/current/libpq-pipeline-mode.html).
///
/// It notices that the connection is lost, and forgets the commands then.
final class ServerPipeline {
  let libpq: LibpqConnection
  let trace = ServerTrace()
  /// The server's address, without its password.
  let path: String
  /// The schema with the store's tables.
  private let schema: String
  /// How long the server waits for a lock, in seconds.
  private let lockTimeout: Double
  /// The commands that were sent.
  private var commands: [ServerCommand] = []
  /// The number of commands, from the first, whose results were all received.
  private var received = 0
  /// The error of a command that nobody waited for.
  private var failure: StorageError?
  /// True after the error of a transaction that a synchronization ends, until the end of that error.
  private var isSyncRefused = false
  /// The number of rows that the last statement changed whose results were received.
  private(set) var changedRowCount = 0
  /// Why the connection has ended, or nil. Nothing can be sent or received any more.
  private var loss: String?

  /// True if the connection has ended.
  var isLost: Bool { loss != nil }

  /// The time after which waiting for the lock of a save is reported, in milliseconds. The answer for one that nobody has
  /// takes a round trip.
  private static let unreportedWait: Int32 = 10

  /// - Parameter libpq: An open connection, outside of the pipeline's mode.
  init(_ libpq: LibpqConnection, _ address: ServerAddress, lockTimeout: Double) {
    self.libpq = libpq
    self.lockTimeout = lockTimeout
    path = address.description
    schema = address.schema
  }

  func close() {
    libpq.close()
    _ = lost()
  }

  private var isEmpty: Bool { received == commands.count }

  // MARK: Sending

  /// Sends a statement without parameters.
  func send(_ sql: String, as command: ServerCommand) throws(StorageError) {
    try check(libpq.send(sql))
    commands.append(command)
  }

  /// Sends a statement.
  ///
  /// - Parameters:
  ///   - types: The types of the parameters, or nil if the server finds them.
  ///   - name: The name by which the statement was prepared, or nil if its text is sent.
  func send(
    _ sql: String, _ values: PackedParameters, of types: [CUnsignedInt]? = nil,
    named name: String? = nil, format: ResultFormat = .binary, as command: ServerCommand
  ) throws(StorageError) {
    try check(libpq.send(sql, values, of: types, named: name, format: format))
    commands.append(command)
  }

  /// Lets the server prepare a statement.
  ///
  /// - Parameters:
  ///   - reported: Its text in errors, if that is another one.
  ///   - description: Receives the statement's description, which is asked for then.
  func sendPreparation(
    of name: String, _ sql: String, reported: String? = nil,
    for description: StatementDescription? = nil
  ) throws(StorageError) {
    try check(libpq.sendPreparation(of: name, sql))
    commands.append(.preparation(reported ?? sql))
    guard let description else { return }
    try check(libpq.sendDescription(of: name))
    commands.append(.description(reported ?? sql, description))
  }

  /// Ends what an error skips, and a transaction that the server has begun by itself.
  func sendSync(as command: ServerCommand = .sync) throws(StorageError) {
    try check(libpq.sendSync())
    commands.append(command)
  }

  /// Asks the server to answer everything that was sent.
  func synchronize() throws(StorageError) {
    if !isSynchronized {
      try sendSync()
      trace.countRoundTrip()
    }
    try flush()
  }

  /// Sends what libpq has gathered, and takes in what the server has sent meanwhile.
  func flush() throws(StorageError) { try check(libpq.flush()) }

  /// Flushes after each 64 commands, so that the server works while others are made.
  func flushSometimes() throws(StorageError) {
    if (commands.count - received).isMultiple(of: 64) { try flush() }
  }

  /// True if nothing was sent since the last synchronization.
  private var isSynchronized: Bool {
    switch commands.last {
    case .sync?, .notificationSync?: true
    default: false
    }
  }

  /// True if the next command isn't part of a transaction that the server has begun by itself.
  ///
  /// The server runs all statements before the next synchronization as one transaction, also without `BEGIN`.
  var isBetweenTransactions: Bool { isEmpty || isSynchronized }

  /// The run of the last command, if it gives rows that weren't all received.
  var lastRun: ServerRun? { if case .rows(let run)? = commands.last { run } else { nil } }

  /// Runs statements outside of the pipeline's mode, and waits for them.
  func execute(_ sql: String) throws(StorageError) -> ServerResult {
    trace.countRoundTrip()
    guard let result = libpq.execute(sql), libpq.isOpen else { throw lost() }
    return result
  }

  // MARK: Receiving

  /// Waits for everything that was sent.
  ///
  /// - Throws: The first error of a statement that nobody waited for.
  func wait() throws(StorageError) {
    guard !isLost else { throw lost() }
    guard !isEmpty || failure != nil else { return }
    try synchronize()
    while !isEmpty { try receive() }
    if let failure {
      self.failure = nil
      throw failure
    }
  }

  /// Drops the error of a statement that nobody waited for.
  func forgetFailure() { failure = nil }

  /// The next result with rows of a statement that was sent and synchronized, or nil at its end.
  ///
  /// - Parameter version: The data version that the rows have to show, or nil if any will do.
  /// - Throws: The first error of the statements before it, or its own.
  func nextResult(
    of run: ServerRun, at version: ExpectedVersion?
  ) throws(StorageError) -> ServerResult? {
    while !run.hasResults, !run.isComplete {
      guard !isLost else { throw lost() }
      if case .rows(let first)? = commands[received...].first, first === run, run.begin() {
        // Rows come one by one, so that the memory for them doesn't grow with their number.
        libpq.receiveSingleRows()
      }
      try receive()
    }
    if failure == nil, run.error == nil { try version?.check(path) }
    if let result = run.takeResult() { return result }
    if let error = failure ?? run.error {
      failure = nil
      throw error
    }
    return nil
  }

  /// Receives one result of the first command that has some left.
  private func receive() throws(StorageError) {
    guard !isEmpty else { return }
    let command = commands[received]
    if case .lock = command, tellsOfLock {
      try waitForLock()
    } else {
      while libpq.isBusy { try check(libpq.waitForInput()) }
    }
    guard let result = libpq.nextResult() else {
      try check(libpq.isOpen)
      if case .rows(let run) = command { run.complete() }
      // The end of the error. The answer to the synchronization itself comes next.
      guard !isSyncRefused else {
        isSyncRefused = false
        return
      }
      return finishCommand()
    }
    switch result.status {
    case ClientLibrary.ResultStatus.sync: finishCommand()
    case ClientLibrary.ResultStatus.fatalError:
      try checkConnection(result)
      switch command {
      case .rows(let run): run.fail(error(result, run.sql))
      case .statement(let sql), .rowChange(let sql, _, _), .lock(let sql), .preparation(let sql),
        .description(let sql, _):
        failure = failure ?? error(result, sql)
      case .commit: failure = failure ?? error(result, "COMMIT")
      case .notification: break
      case .notificationSync: isSyncRefused = true
      case .version(let expectation): failure = failure ?? error(result, expectation.sql)
      case .sync:
        isSyncRefused = true
        failure = failure ?? error(result, nil)
      }
    case ClientLibrary.ResultStatus.aborted:
      // The error of the command that failed has been recorded, for the run that it belongs to or for all.
      switch command {
      case .commit where failure == nil: failure = rolledBack
      case .rows(let run) where failure == nil && run.error == nil: run.fail(rolledBack)
      default: break
      }
    default:
      switch command {
      case .rows(let run): run.receive(result)
      case .description(_, let description): description.receive(result)
      case .version(let expectation): expectation.receive(result)
      case .rowChange(_, let gathering, let index): gathering.receive(result, at: index)
      case .statement, .lock: if let count = result.changedRowCount { changedRowCount = count }
      case .commit: if result.command != "COMMIT" { failure = failure ?? rolledBack }
      case .preparation, .sync, .notification, .notificationSync: break
      }
    }
  }

  /// Returns true if everything was received and nothing has failed. Never waits.
  func isIdle() -> Bool {
    func hasRows() -> Bool {
      commands[received...].contains { if case .rows = $0 { true } else { false } }
    }
    while hasRows() {
      if libpq.isBusy {
        guard libpq.consumeInput(), !libpq.isBusy else { return false }
      }
      // Dropped: the error of a lost connection, which isn't idle. Each later call throws it again.
      guard (try? receive()) != nil else { return false }
    }
    // The server may have ended the connection, or refused the end of a snapshot, for which nobody has waited.
    while libpq.hasInput { guard libpq.consumeInput() else { return false } }
    while !isEmpty, !libpq.isBusy {
      // Dropped, as above.
      guard (try? receive()) != nil else { return false }
    }
    return failure == nil
  }

  private func finishCommand() {
    received += 1
    guard isEmpty || received > 1024 else { return }
    commands.removeFirst(received)
    received = 0
  }

  /// True if the server tells of a save's lock as soon as it has it, and not only at the end of the save.
  private var tellsOfLock: Bool {
    if trace.observation?.isObserved ?? false { return true }
    return !commands[received...].contains { if case .commit = $0 { true } else { false } }
  }

  /// Waits for the answer to a statement that takes the lock of a save, and reports that if another save has it.
  private func waitForLock() throws(StorageError) {
    let start = ContinuousClock.now
    var wait: StoreObservation.Wait?
    do {
      while libpq.isBusy {
        try check(libpq.waitForInput(milliseconds: wait == nil ? Self.unreportedWait : nil))
        guard wait == nil, libpq.isBusy,
          ContinuousClock.now - start >= .milliseconds(Self.unreportedWait)
        else { continue }
        wait = trace.observation?.beginWait(.lockWait, since: start)
      }
    } catch {
      if let wait { trace.observation?.endWait(wait, error) }
      throw error
    }
    if let wait { trace.observation?.endWait(wait) }
  }

  // MARK: Errors

  private var rolledBack: StorageError {
    .server(
      state: "40000",
      message: "a statement before has failed, so that the server has rolled the transaction back",
      sql: nil)
  }

  /// The error for a result of a statement that the server has refused.
  func error(_ result: ServerResult, _ sql: String?) -> StorageError {
    StorageError(
      result.failure, path: path, seconds: lockTimeout, sql: sql,
      user: libpq.user, schema: schema)
  }

  /// Throws if the connection has ended.
  func check(_ isOpen: Bool) throws(StorageError) {
    guard isOpen else { throw lost() }
  }

  /// Throws if the server has ended the connection by an error, or if this gives the connection up because its statements
  /// are outdated. Another connection prepares them again.
  func checkConnection(_ result: ServerResult) throws(StorageError) {
    let failure = result.failure
    guard libpq.isOpen, !failure.endsConnection else { throw lost(failure.message) }
    if failure.isOfOutdatedStatement { throw outdated() }
  }

  /// Closes the connection, because a table has got columns of other types since a statement was prepared.
  func outdated() -> StorageError {
    let error = lost(
      "somebody has changed the type of a column, so that its statements are outdated")
    libpq.close()
    return error
  }

  /// Forgets the commands, and returns the error of a connection that has ended, with the first reason for it.
  func lost(_ message: String = "") -> StorageError {
    let reason = loss ?? (message.isEmpty ? libpq.failure : message)
    loss = reason
    commands = []
    received = 0
    return .disconnected(path: path, reason: reason)
  }
}
