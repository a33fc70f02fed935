package import StrataSQLite
import StrataSchema

/// A connection to a PostgreSQL server.
///
/// Statements are sent in libpq's pipeline (postgresql.org/docs/current/libpq-pipeline-mode.html). One that gives rows is
/// awaited. One that gives none is only sent inside a transaction: if the server refuses it, the next call that waits
/// throws the error, at the latest ``commit()``.
///
/// Like a ``Connection``, it is used by one thread at a time.
package final class ServerConnection: RemoteConnection {
  private let libpq: LibpqConnection
  /// The server's address, without its password.
  let path: String
  /// The schema with the store's tables.
  private let schema: String
  /// How long the server waits for a lock, in seconds.
  let lockTimeout: Double
  /// The commands that were sent and whose results weren't received, from `received` on.
  private var commands: [ServerCommand] = []
  private var received = 0
  /// The error of a command that nobody waited for.
  private var failure: StorageError?
  /// True after the error of a transaction that a synchronization ends, until the end of that error.
  private var isSyncRefused = false
  private var changedRows = 0
  private var statementCount = 0
  /// The insertion whose rows follow each other, their number, and whether the table takes them by COPY, once that is known.
  private var insertion: (name: String, count: Int, usesCopy: Bool?) = ("", 0, nil)
  /// The rows that wait to be sent, while a COPY runs.
  private var copied: [UInt8]?
  /// The names of statements that are no longer used.
  private var released: [String] = []
  /// The query that sets what a connection keeps otherwise, for one transaction. Nil unless each transaction may be on
  /// another connection of a pooler's.
  private let settings: String?
  /// True if statements are prepared by name, false if each run sends its text.
  private(set) var namesStatements = true
  package private(set) var isInTransaction = false
  /// True if transactions are parts of another one.
  private var isInsideOuterTransaction = false
  package private(set) var isLost = false
  /// The server's timeline: another one after a standby has become the primary, or another server has replaced it.
  /// Nil for a standby, and for a server that doesn't report its timeline.
  package private(set) var timeline: String?
  package let isSQLite = false
  package private(set) var roundTripCount = 0
  package var observation: StoreObservation?

  /// The statement that keeps others from saving, which begins each save. Nil until the store has its tables.
  package var lock: String?
  /// The channel that is notified of saves, or nil for none.
  package var channel: String?
  /// True if the channel is notified of the transaction's commit.
  private var isAnnounced = false

  /// The statement that begins each save beside others. It waits for those that keep others from saving.
  package var sharedLock: String?
  /// The query for the number that each save increments. Nil until the store has its tables.
  package var version: String?

  /// The changes of one row that are sent and awaited together, or nil while each is awaited by itself.
  private var gathering: GatheredChanges?

  /// The data version that the transaction expects, or nil if any will do.
  private var expectation: ExpectedVersion?

  /// The time after which waiting for the lock of a save is reported, in milliseconds. The answer for one that nobody has
  /// takes a round trip.
  private static let unreportedWait: Int32 = 10

  /// Connects to a server.
  ///
  /// Blocks its thread until the server answers, for up to ten seconds unless the address says otherwise.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``.
  package init(_ address: ServerAddress, lockTimeout: Double = 10) throws(StorageError) {
    libpq = try LibpqConnection(address)
    self.lockTimeout = lockTimeout
    path = address.description
    schema = address.schema
    settings = address.pooler == .transaction ? Self.settings(address, lockTimeout) : nil
    try configure(address)
    timeline = try readTimeline()
    guard libpq.setNonblocking(), libpq.enterPipeline() else {
      throw .cannotOpen(path: path, reason: libpq.failure)
    }
    if settings != nil { namesStatements = try poolerKnowsStatements() }
  }

  var library: ClientLibrary { libpq.library }

  /// The settings of a connection, or of a transaction where a pooler gives it one.
  private static func settings(
    _ address: ServerAddress, _ lockTimeout: Double, isLocal: Bool = true
  ) -> String {
    let values = [
      ("TimeZone", "UTC"), ("DateStyle", "ISO"), ("IntervalStyle", "postgres"),
      ("bytea_output", "hex"), ("extra_float_digits", "1"),
      ("client_encoding", "UTF8"), ("client_min_messages", "error"),
      // A time-out of 0 would be none for the server.
      ("lock_timeout", "\(max(1, Int(lockTimeout * 1000)))"),
      ("idle_in_transaction_session_timeout", "30000"), ("search_path", quoted(address.schema)),
    ]
    let calls = values.map { name, value in
      "set_config(\(literal(name)), \(literal(value)), \(isLocal))"
    }
    return "SELECT " + calls.joined(separator: ", ")
  }

  /// Sends the settings ahead of the next statement, because a pooler may have switched the connection.
  ///
  /// The server runs all statements before the next synchronization as one transaction, also without `BEGIN`.
  private func sendSettings(as command: ServerCommand = .statement("SET")) throws(StorageError) {
    guard let settings else { return }
    try check(libpq.send(settings))
    commands.append(command)
  }

  /// Sends the settings if what follows begins a transaction of its own.
  private func sendSettingsOutsideTransaction() throws(StorageError) {
    guard settings != nil, !isInTransaction, !isInsideOuterTransaction else { return }
    if received < commands.count {
      guard isSynchronized else { return }
    }
    try sendSettings()
  }

  /// Returns true if a pooler prepares a statement on each of its connections that runs it, as pgbouncer does from version
  /// 1.21 on if `max_prepared_statements` isn't 0. It gives the statement a name of its own there.
  private func poolerKnowsStatements() throws(StorageError) -> Bool {
    // Should the connection end in the middle, the name is nobody else's.
    let name = "strata_\(UInt64.random(in: .min ... .max))"
    try begin(.snapshot)
    try check(libpq.sendPreparation(of: name, "SELECT 1"))
    commands.append(.preparation("SELECT 1"))
    let count = try integer(
      "SELECT count(*) FROM pg_prepared_statements WHERE name = \(literal(name))")
    if count > 0 { try send("DEALLOCATE \(quoted(name))") }
    try rollback()
    return count == 0
  }

  private func configure(_ address: ServerAddress) throws(StorageError) {
    guard settings == nil else { return }
    try run(Self.settings(address, lockTimeout, isLocal: false))
    guard address.pooler == nil else { return }
    // A pooler has given the connection a number of its own.
    let process = try run("SELECT pg_backend_pid()::text")
    let number = process.firstText.flatMap { CInt($0) }
    guard number == libpq.processNumber else {
      throw .cannotOpen(
        path: path,
        reason:
          "a pooler stands before the server, and a store's connections have settings that it may give to "
          + "others; use the server's own address, or add to this one how the pooler works: pooler=transaction or "
          + "pooler=session"
      )
    }
  }

  /// The first part of a log file's name is the number of the timeline. What the control file says of it is from the last
  /// checkpoint, which may be older than a standby's promotion.
  private func readTimeline() throws(StorageError) -> String? {
    do {
      let result = try run(
        """
        SELECT system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
        FROM pg_control_system() WHERE NOT pg_is_in_recovery()
        """)
      return result.firstText
    } catch .server {
      // Dropped: why a server can't say it, such as one that a cloud has made of PostgreSQL, or one that denies it.
      return nil
    }
  }

  package func close() {
    libpq.close()
    isLost = true
    commands = []
    received = 0
    isInTransaction = false
  }

  // MARK: Transactions

  /// Begins a transaction of which all transactions are parts, until it is committed or rolled back.
  package func beginOuterTransaction() throws(StorageError) {
    try endImplicitTransaction()
    try send("BEGIN")
    isInsideOuterTransaction = true
    try sendSettings()
    try wait()
  }

  /// Commits the outer transaction.
  package func commitOuterTransaction() throws(StorageError) {
    isInsideOuterTransaction = false
    isReading = false
    try commit()
  }

  /// Rolls the outer transaction back.
  package func rollbackOuterTransaction() throws(StorageError) {
    isInsideOuterTransaction = false
    try rollback()
  }

  package func begin(_ kind: TransactionKind) throws(StorageError) {
    if isInsideOuterTransaction {
      try send("SAVEPOINT \(Self.part)")
      isReading = false
      isInTransaction = true
      return
    }
    try endImplicitTransaction()
    switch kind {
    case .snapshot:
      try send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      try sendSettings()
    case .save, .concurrentSave:
      // Each statement has to see what others have committed before it.
      let begin = "BEGIN ISOLATION LEVEL READ COMMITTED"
      try send(begin, as: .lock(begin))
      try sendSettings(as: .lock("SET"))
      if let lock = kind == .save ? lock : sharedLock {
        try send(lock, as: .lock(lock))
        // Observers are told how long the lock took, which the server would keep until the end of what is sent together.
        if observation?.isObserved ?? false { try check(libpq.sendFlushRequest()) }
      }
    }
    isInTransaction = true
    isReading = kind == .snapshot
    expectation = nil
    insertion = ("", 0, nil)
  }
  private var isReading = false

  /// Ends what statements before have begun. Without this a transaction would be part of it, and couldn't have an
  /// isolation of its own.
  private func endImplicitTransaction() throws(StorageError) {
    try sendReleases()
    guard received < commands.count else { return }
    if isSynchronized { return }
    try check(libpq.sendSync())
    commands.append(.sync)
  }

  // A part of the outer transaction.
  private static let part = "strata_part"

  package func commit() throws(StorageError) {
    if isInsideOuterTransaction {
      // A part that has failed is rolled back by the caller.
      try send("RELEASE SAVEPOINT \(Self.part)")
      try wait()
      isInTransaction = false
      return
    }
    // The end of a snapshot can lose nothing, so that nobody waits for it. A pooler gives the connection to others once
    // it is synchronized.
    if isReading {
      expectation = nil
      try send("COMMIT")
      isInTransaction = false
      try endImplicitTransaction()
      return try check(libpq.flush())
    }
    try endCopy()
    let run = beginRun()
    // A query that was sent ahead, and that nobody can have read yet.
    let unread: ServerRun? = if case .rows(let run)? = commands.last { run } else { nil }
    try check(libpq.send("COMMIT"))
    commands.append(.commit)
    // In a transaction of its own: the lock that a notification takes until its end is the same for all databases of the
    // server. It needn't wait for the disk.
    if isAnnounced, let channel {
      try check(libpq.sendSync())
      commands.append(.sync)
      try send("SET LOCAL synchronous_commit = off", as: .notification)
      try send("NOTIFY \(quoted(channel))", as: .notification)
      try check(libpq.sendSync())
      commands.append(.notificationSync)
      countRoundTrip()
    }
    isAnnounced = false
    // The server skips it behind a statement that it has refused.
    defer {
      isInTransaction = !isLost && libpq.isInTransaction
      report(run, of: "COMMIT")
    }
    do {
      try wait()
    } catch {
      throw unread?.error ?? error
    }
  }

  package func rollback() throws(StorageError) {
    isAnnounced = false
    expectation = nil
    defer { isInTransaction = false }
    // Dropped: the errors of statements that the rollback takes back. If the connection has ended, `send` throws that.
    try? wait()
    failure = nil
    if isInsideOuterTransaction {
      try send("ROLLBACK TO SAVEPOINT \(Self.part)")
      try send("RELEASE SAVEPOINT \(Self.part)")
    } else {
      try send("ROLLBACK")
    }
    try wait()
  }

  // MARK: Statements

  package func prepare(
    _ sql: SQL, _ kind: StatementKind
  ) throws(StorageError) -> any RemoteStatement {
    var text = serverText(sql)
    if case .checkedInsertion = kind { text += Self.ifNew }
    statementCount += 1
    let name = "s\(statementCount)"
    let description = StatementDescription()
    let sent = namesStatements ? name : ""
    try sendReleases()
    try sendSettingsOutsideTransaction()
    try check(libpq.sendPreparation(of: sent, marked(text)))
    commands.append(.preparation(text))
    try check(libpq.sendDescription(of: sent))
    commands.append(.description(text, description))
    try wait()
    return ServerStatement(
      name, sql: text, kind: kind, description: description, on: self)
  }

  /// A statement's text, which says its schema where a pooler prepares equal texts of all its clients once. Tables of one
  /// name may have other columns in another schema.
  private func marked(_ sql: String) -> String {
    settings == nil ? sql : "/* \(schemaMark) */ \(sql)"
  }

  /// The schema's name in letters that can't end a comment: its bytes as hexadecimal numbers.
  private lazy var schemaMark = schema.utf8.map { String($0, radix: 16) }.joined(separator: " ")

  private static let ifNew = " ON CONFLICT DO NOTHING"

  /// Runs a body that waits for one statement, whose refusal doesn't end the transaction.
  func guarded(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    guard isInTransaction else { return try body() }
    try send("SAVEPOINT strata_refused")
    do {
      try body()
    } catch {
      // Dropped, both: an error here means that the connection has ended, which the next call throws. The caller gets
      // the refusal.
      try? send("ROLLBACK TO SAVEPOINT strata_refused")
      try? send("RELEASE SAVEPOINT strata_refused")
      throw error
    }
    try send("RELEASE SAVEPOINT strata_refused")
  }

  /// Throws the error for a row that a checked insertion has left out: which rule it breaks.
  ///
  /// The server says it when the row is inserted once more without the clause that leaves it out. The transaction goes on
  /// from the savepoint.
  func refusal(of values: PackedParameters, _ sql: String) throws(StorageError) {
    let plain = sql.hasSuffix(Self.ifNew) ? String(sql.dropLast(Self.ifNew.count)) : sql
    // Without an error the conflicting row was deleted meanwhile, so that this insertion has succeeded.
    try guarded { () throws(StorageError) in
      try check(libpq.send(plain, values, of: nil, format: .binary))
      commands.append(.statement(plain))
      try wait()
    }
  }

  package func execute(_ sql: String) throws(StorageError) {
    try wait()
    try check(libpq.exitPipeline())
    defer { _ = libpq.enterPipeline() }
    try run(sql)
  }

  /// Runs statements outside of the pipeline, and waits for them.
  @discardableResult
  private func run(_ sql: String) throws(StorageError) -> ServerResult {
    let run = beginRun()
    defer { report(run, of: sql) }
    countRoundTrip()
    // Several statements without a transaction are one for the server.
    let isPart = isInTransaction || isInsideOuterTransaction
    let text = isPart ? sql : (settings.map { "\($0); " } ?? "") + sql
    guard let result = libpq.execute(text), libpq.isOpen else { throw lost() }
    guard
      [ClientLibrary.ResultStatus.done, ClientLibrary.ResultStatus.rows].contains(result.status)
    else { throw error(result, sql) }
    return result
  }

  /// True while changes of one row are awaited together.
  var isGathering: Bool { gathering != nil }

  package func beginGathering() { gathering = GatheredChanges() }

  package func endGathering() throws(StorageError) -> Int? {
    guard let gathering else { return nil }
    self.gathering = nil
    guard gathering.count > 0 else { return nil }
    try wait()
    return gathering.firstUnchanged
  }

  package func changedRowCount() throws(StorageError) -> Int {
    try wait()
    return changedRows
  }

  package func dataVersion() throws(StorageError) -> Int64 {
    guard let version else { return 0 }
    return try integer(version)
  }

  /// The last row's number that a query of one column gives, or 0 without rows.
  private func integer(_ sql: String) throws(StorageError) -> Int64 {
    let run = ServerRun(sql)
    var observed = beginRun()
    defer { report(observed, of: sql) }
    try sendReleases()
    try sendSettingsOutsideTransaction()
    try check(libpq.send(sql))
    commands.append(.rows(run))
    var number: Int64 = 0
    try synchronize()
    while let result = try nextResult(of: run) {
      guard let found = result.firstNumber else { continue }
      number = found
      observed?.rows += 1
      observed?.bytesRead += 8
    }
    return number
  }

  package func expect(dataVersion: Int64) throws(StorageError) {
    expectation = nil
    guard let version else { return }
    let expectation = ExpectedVersion(dataVersion, version)
    try send(version, as: .version(expectation))
    self.expectation = expectation
  }

  package func isOutdated() throws(StorageError) -> Bool {
    guard let expectation else { return false }
    if !expectation.isAnswered { try wait() }
    return expectation.askIfOutdated()
  }

  package var hasInterruptedQuery: Bool { expectation?.isThrown ?? false }

  // MARK: Many rows

  /// The number of rows that are sent as statements before others follow without theirs.
  private static let singleRows = 32
  /// The number of bytes of rows that are sent at once.
  private static let copySize = 1 << 16
  /// The signature of COPY's binary format, without flags and extensions.
  private static let copyHeader: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0] + Array(repeating: 0, count: 8)

  /// Sends a row by COPY, if many of its table came before it.
  ///
  /// - Returns: False if the row has to be sent as a statement.
  func copy(
    _ values: PackedParameters, of types: [CUnsignedInt], into columns: InsertedColumns,
    statement name: String
  ) throws(StorageError) -> Bool {
    if insertion.name != name { insertion = (name, 0, nil) }
    insertion.count += 1
    guard insertion.count > Self.singleRows, insertion.usesCopy != false,
      let row = values.copyRow(types, columns.constants)
    else { return false }
    if copied == nil {
      if insertion.usesCopy == nil { insertion.usesCopy = try !hasPolicies(columns.table) }
      guard insertion.usesCopy == true else { return false }
      try beginCopy(columns)
    }
    copied?.append(contentsOf: row)
    if let rows = copied, rows.count >= Self.copySize { try sendCopy(rows) }
    return true
  }

  /// Returns true if policies of row-level security limit which rows the user inserts into a table. The server refuses
  /// COPY then.
  ///
  /// The answer comes with those that a COPY waits for in any case. It stays right until the end of the transaction, whose
  /// rows in the table keep others from changing it.
  private func hasPolicies(_ table: String) throws(StorageError) -> Bool {
    try integer("SELECT row_security_active(\(literal(quoted(table))))::integer::bigint") != 0
  }

  private func beginCopy(_ columns: InsertedColumns) throws(StorageError) {
    try wait()
    try check(libpq.exitPipeline())
    let names = columns.names.map { quoted($0) }.joined(separator: ", ")
    let sql = "COPY \(quoted(columns.table)) (\(names)) FROM STDIN (FORMAT binary)"
    countRoundTrip()
    guard let result = libpq.execute(sql) else { throw lost() }
    guard result.status == ClientLibrary.ResultStatus.copyIn else {
      try check(libpq.isOpen)
      _ = libpq.enterPipeline()
      throw error(result, sql)
    }
    copied = Self.copyHeader
  }

  private func sendCopy(_ bytes: [UInt8]) throws(StorageError) {
    try check(libpq.sendCopy(bytes))
    copied = []
  }

  /// Ends a COPY. Other commands can follow then.
  ///
  /// - Throws: The error of a row.
  private func endCopy() throws(StorageError) {
    guard let rest = copied else { return }
    copied = nil
    insertion = ("", 0, nil)
    // The number of columns of a row that isn't there.
    try sendCopy(rest + [0xff, 0xff])
    copied = nil
    try check(libpq.sendCopyEnd())
    countRoundTrip()
    var failure: StorageError?
    while true {
      while libpq.isBusy { try check(libpq.waitForInput()) }
      guard let result = libpq.nextResult() else { break }
      guard result.status == ClientLibrary.ResultStatus.fatalError else { continue }
      guard libpq.isOpen, !result.failure.endsConnection else {
        throw lost(result.failure.message)
      }
      failure = failure ?? error(result, "COPY")
    }
    try check(libpq.isOpen && libpq.enterPipeline())
    if let failure { throw failure }
  }

  /// Forgets a prepared statement. The next command carries this to the server. A pooler keeps the names of statements
  /// for itself, and doesn't understand this.
  func release(_ name: String) {
    if settings == nil { released.append(name) }
  }

  // MARK: Sending

  /// Sends a statement without parameters, whose rows nobody reads.
  ///
  /// - Parameter command: The command that receives the results. Nil for a statement whose results nobody reads.
  private func send(_ sql: String, as command: ServerCommand? = nil) throws(StorageError) {
    let run = beginRun()
    try sendReleases()
    try check(libpq.send(sql))
    commands.append(command ?? .statement(sql))
    report(run, of: sql)
  }

  /// Sends a prepared statement.
  ///
  /// - Parameters:
  ///   - sql: Its text.
  ///   - types: The types of its parameters.
  ///   - run: The run that gets the rows, or nil for a statement that gives none.
  ///   - format: The format of the rows.
  ///   - isGathered: True if it is a change of one row that is awaited with others.
  func send(
    _ name: String, sql: String, values: PackedParameters, of types: [CUnsignedInt],
    rowsFor run: ServerRun?, format: ResultFormat = .binary, isGathered: Bool = false
  ) throws(StorageError) {
    try sendReleases()
    try sendSettingsOutsideTransaction()
    try check(
      namesStatements
        ? libpq.sendRun(of: name, values, format: format)
        : libpq.send(sql, values, of: types, format: format))
    if isGathered, let gathering {
      commands.append(.rowChange(sql, gathering, gathering.add()))
    } else {
      commands.append(run.map { .rows($0) } ?? .statement(sql))
    }
    if run == nil, (commands.count - received).isMultiple(of: 64) { try check(libpq.flush()) }
  }

  // In a transaction that has failed the server would refuse it.
  private func sendReleases() throws(StorageError) {
    try endCopy()
    guard !released.isEmpty, !isInTransaction, !isInsideOuterTransaction else { return }
    for name in released {
      let sql = "DEALLOCATE \(name)"
      try check(libpq.send(sql))
      commands.append(.statement(sql))
    }
    released = []
  }

  /// - Parameter isOpen: False if the connection has ended.
  private func check(_ isOpen: Bool) throws(StorageError) {
    guard isOpen else { throw lost() }
  }

  // MARK: Receiving

  /// Waits for everything that was sent.
  ///
  /// - Throws: The first error of a statement that nobody waited for.
  func wait() throws(StorageError) {
    try endCopy()
    guard received < commands.count || failure != nil else { return }
    try synchronize()
    while received < commands.count { _ = try receive() }
    if let failure {
      self.failure = nil
      throw failure
    }
  }

  /// True if nothing was sent since the last synchronization.
  private var isSynchronized: Bool {
    switch commands.last {
    case .sync?, .notificationSync?: true
    default: false
    }
  }

  /// Asks the server to answer everything that was sent.
  func synchronize() throws(StorageError) {
    try endCopy()
    if !isSynchronized {
      try check(libpq.sendSync())
      commands.append(.sync)
      countRoundTrip()
    }
    try check(libpq.flush())
  }

  /// The next result with rows of a statement that was sent and synchronized, or nil at its end.
  ///
  /// - Throws: The first error of the statements before it, or its own.
  func nextResult(of run: ServerRun) throws(StorageError) -> ServerResult? {
    while !run.hasResults, !run.isComplete {
      guard !isLost else { throw lost() }
      if case .rows(let first)? = commands[received...].first, first === run, run.begin() {
        // Rows come one by one, so that the memory for them doesn't grow with their number.
        libpq.receiveSingleRows()
      }
      _ = try receive()
    }
    if failure == nil, run.error == nil { try expectation?.check(path) }
    if let result = run.takeResult() { return result }
    if let error = failure ?? run.error {
      failure = nil
      throw error
    }
    return nil
  }

  /// Receives one result of the first command that has some left.
  private func receive() throws(StorageError) {
    guard received < commands.count else { return }
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
      guard libpq.isOpen, !result.failure.endsConnection else {
        throw lost(result.failure.message)
      }
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
      case .statement, .lock: if let count = result.changedRowCount { changedRows = count }
      case .commit: if result.command != "COMMIT" { failure = failure ?? rolledBack }
      case .preparation, .sync, .notification, .notificationSync: break
      }
    }
  }

  package func isIdle() -> Bool {
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
    while received < commands.count, !libpq.isBusy {
      // Dropped, as above.
      guard (try? receive()) != nil else { return false }
    }
    return failure == nil
  }

  private func finishCommand() {
    received += 1
    guard received == commands.count || received > 1024 else { return }
    commands.removeFirst(received)
    received = 0
  }

  /// True if the server tells of a save's lock as soon as it has it, and not only at the end of the save.
  private var tellsOfLock: Bool {
    if observation?.isObserved ?? false { return true }
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
        wait = observation?.beginWait(.lockWait, since: start)
      }
    } catch {
      if let wait { observation?.endWait(wait, error) }
      throw error
    }
    if let wait { observation?.endWait(wait) }
  }

  package func announceCommit() { isAnnounced = true }

  /// Waits for notifications.
  ///
  /// - Parameter other: A file whose input ends the wait, too.
  /// - Returns: False if the other file has input.
  func waitForNotification(orInputOf other: CInt) throws(StorageError) -> Bool {
    while !libpq.removeNotifications() {
      guard let isOther = libpq.waitForInput(orThatOf: other) else { throw lost() }
      if isOther { return false }
    }
    return true
  }

  // MARK: Observing

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

  private func countRoundTrip() {
    roundTripCount += 1
    observation?.countRoundTrip()
  }

  // MARK: Errors

  private var rolledBack: StorageError {
    .server(
      state: "40000",
      message: "a statement before has failed, so that the server has rolled the transaction back",
      sql: nil)
  }

  private func error(_ result: ServerResult, _ sql: String?) -> StorageError {
    StorageError(
      result.failure, path: path, seconds: lockTimeout, sql: sql,
      user: libpq.user, schema: schema)
  }

  /// The error of a connection that has ended. Nothing can be sent or received any more.
  private func lost(_ message: String = "") -> StorageError {
    let reason = message.isEmpty ? libpq.failure : message
    isLost = true
    isInTransaction = false
    isInsideOuterTransaction = false
    copied = nil
    commands = []
    received = 0
    return .disconnected(path: path, reason: reason)
  }
}
