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
  let pipeline: ServerPipeline
  private let copying: RowCopy
  private let settings: SessionSettings
  private var statements: PreparedStatements
  private var transaction = ServerTransaction()
  /// The server's timeline: another one after a standby has become the primary, or another server has replaced it.
  /// Nil for a standby, and for a server that doesn't report its timeline.
  package private(set) var timeline: String?
  package let isSQLite = false

  /// The statement that keeps others from saving, which begins each save. Nil until the store has its tables.
  package var lock: String?
  /// The channel that is notified of saves, or nil for none.
  package var channel: String?
  /// The statement that begins each save beside others. It waits for those that keep others from saving.
  package var sharedLock: String?
  /// The query for the number that each save increments. Nil until the store has its tables.
  package var version: String?

  /// The changes of one row that are sent and awaited together, or nil while each is awaited by itself.
  private var gathering: GatheredChanges?

  /// Connects to a server.
  ///
  /// Blocks its thread until the server answers, for up to ten seconds unless the address says otherwise.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``.
  package init(_ address: ServerAddress, lockTimeout: Double = 10) throws(StorageError) {
    pipeline = ServerPipeline(
      try LibpqConnection(address), address, lockTimeout: lockTimeout)
    copying = RowCopy(pipeline)
    settings = SessionSettings(address, lockTimeout: lockTimeout)
    statements = PreparedStatements(
      schema: address.schema, isPooled: settings.isPerTransaction)
    try configure(address)
    timeline = try readTimeline()
    let libpq = pipeline.libpq
    guard libpq.setNonblocking(), libpq.enterPipeline() else {
      throw .cannotOpen(path: address.description, reason: libpq.failure)
    }
    if settings.isPerTransaction, try !poolerKnowsStatements() { statements.sendTexts() }
  }

  var library: ClientLibrary { pipeline.libpq.library }
  var namesStatements: Bool { statements.areNamed }
  var trace: ServerTrace { pipeline.trace }
  package var isLost: Bool { pipeline.isLost }
  package var isInTransaction: Bool { transaction.isOpen && !isLost }
  private var isInsideOuterTransaction: Bool { transaction.hasOuter && !isLost }
  private var isOutsideTransaction: Bool { !isInTransaction && !isInsideOuterTransaction }
  package var roundTripCount: Int { trace.roundTripCount }
  package var observation: StoreObservation? {
    get { trace.observation }
    set { trace.observation = newValue }
  }

  /// Sends the settings ahead of the next statement, because a pooler may have switched the connection.
  private func sendSettings(as command: ServerCommand = .statement("SET")) throws(StorageError) {
    if settings.isPerTransaction { try pipeline.send(settings.query, as: command) }
  }

  /// Sends the settings if what follows begins a transaction of its own.
  private func sendSettingsOutsideTransaction() throws(StorageError) {
    guard settings.isPerTransaction, isOutsideTransaction, pipeline.isBetweenTransactions
    else { return }
    try sendSettings()
  }

  /// Returns true if a pooler prepares a statement on each of its connections that runs it, as pgbouncer does from version
  /// 1.21 on if `max_prepared_statements` isn't 0. It gives the statement a name of its own there.
  private func poolerKnowsStatements() throws(StorageError) -> Bool {
    // Should the connection end in the middle, the name is nobody else's.
    let name = "strata_\(UInt64.random(in: .min ... .max))"
    try begin(.snapshot)
    try pipeline.sendPreparation(of: name, "SELECT 1")
    let count = try integer(
      "SELECT count(*) FROM pg_prepared_statements WHERE name = \(literal(name))")
    if count > 0 { try send("DEALLOCATE \(quoted(name))") }
    try rollback()
    return count == 0
  }

  private func configure(_ address: ServerAddress) throws(StorageError) {
    guard !settings.isPerTransaction else { return }
    try run(settings.query)
    guard address.pooler == nil else { return }
    // A pooler has given the connection a number of its own.
    let process = try run("SELECT pg_backend_pid()::text")
    let number = process.firstText.flatMap { CInt($0) }
    guard number == pipeline.libpq.processNumber else {
      throw .cannotOpen(
        path: address.description,
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

  package func close() { pipeline.close() }

  // MARK: Transactions

  /// Begins a transaction of which all transactions are parts, until it is committed or rolled back.
  package func beginOuterTransaction() throws(StorageError) {
    try endImplicitTransaction()
    try send("BEGIN")
    transaction.beginOuter()
    try sendSettings()
    try wait()
  }

  /// Commits the outer transaction.
  package func commitOuterTransaction() throws(StorageError) {
    transaction.endOuter()
    try commit()
  }

  /// Rolls the outer transaction back.
  package func rollbackOuterTransaction() throws(StorageError) {
    transaction.endOuter()
    try rollback()
  }

  package func begin(_ kind: TransactionKind) throws(StorageError) {
    if isInsideOuterTransaction {
      try send("SAVEPOINT \(Self.part)")
      transaction.beginPart()
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
        if observation?.isObserved ?? false {
          try pipeline.check(pipeline.libpq.sendFlushRequest())
        }
      }
    }
    transaction.begin(isSnapshot: kind == .snapshot)
    copying.forgetInsertion()
  }

  /// Ends what statements before have begun. Without this a transaction would be part of it, and couldn't have an
  /// isolation of its own.
  private func endImplicitTransaction() throws(StorageError) {
    try sendReleases()
    if !pipeline.isBetweenTransactions { try pipeline.sendSync() }
  }

  // A part of the outer transaction.
  private static let part = "strata_part"

  package func commit() throws(StorageError) {
    if isInsideOuterTransaction {
      // A part that has failed is rolled back by the caller.
      try send("RELEASE SAVEPOINT \(Self.part)")
      try wait()
      transaction.end()
      return
    }
    // The end of a snapshot can lose nothing, so that nobody waits for it. A pooler gives the connection to others once
    // it is synchronized.
    if transaction.isSnapshot {
      transaction.expect(nil)
      try send("COMMIT")
      transaction.end()
      try endImplicitTransaction()
      return try pipeline.flush()
    }
    try copying.end()
    let run = trace.beginRun()
    // A query that was sent ahead, and that nobody can have read yet.
    let unread = pipeline.lastRun
    try pipeline.send("COMMIT", as: .commit)
    // In a transaction of its own: the lock that a notification takes until its end is the same for all databases of the
    // server. It needn't wait for the disk.
    if transaction.removeAnnouncement(), let channel {
      try pipeline.sendSync()
      try send("SET LOCAL synchronous_commit = off", as: .notification)
      try send("NOTIFY \(quoted(channel))", as: .notification)
      try pipeline.sendSync(as: .notificationSync)
      trace.countRoundTrip()
    }
    // The server skips it behind a statement that it has refused.
    defer {
      transaction.end(isOpen: pipeline.libpq.isInTransaction)
      trace.report(run, of: "COMMIT")
    }
    do {
      try wait()
    } catch {
      throw unread?.error ?? error
    }
  }

  package func rollback() throws(StorageError) {
    _ = transaction.removeAnnouncement()
    transaction.expect(nil)
    defer { transaction.end() }
    // Dropped: the errors of statements that the rollback takes back. If the connection has ended, `send` throws that.
    try? wait()
    pipeline.forgetFailure()
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
    let name = statements.makeName()
    let description = StatementDescription()
    let sent = namesStatements ? name : ""
    try sendReleases()
    try sendSettingsOutsideTransaction()
    try pipeline.sendPreparation(of: sent, statements.marked(text), reported: text)
    try pipeline.sendDescription(of: sent, text, for: description)
    try wait()
    return ServerStatement(
      name, sql: text, kind: kind, description: description, on: self)
  }

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
      try pipeline.send(plain, values, of: nil, as: .statement(plain))
      try wait()
    }
  }

  package func execute(_ sql: String) throws(StorageError) {
    try wait()
    try pipeline.check(pipeline.libpq.exitPipeline())
    defer { _ = pipeline.libpq.enterPipeline() }
    try run(sql)
  }

  /// Runs statements outside of the pipeline, and waits for them.
  @discardableResult
  private func run(_ sql: String) throws(StorageError) -> ServerResult {
    let run = trace.beginRun()
    defer { trace.report(run, of: sql) }
    // Several statements without a transaction are one for the server.
    let isAlone = settings.isPerTransaction && isOutsideTransaction
    let text = isAlone ? "\(settings.query); \(sql)" : sql
    let result = try pipeline.execute(text)
    guard
      [ClientLibrary.ResultStatus.done, ClientLibrary.ResultStatus.rows].contains(result.status)
    else { throw pipeline.error(result, sql) }
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
    return pipeline.changedRowCount
  }

  package func dataVersion() throws(StorageError) -> Int64 {
    guard let version else { return 0 }
    return try integer(version)
  }

  /// The last row's number that a query of one column gives, or 0 without rows.
  private func integer(_ sql: String) throws(StorageError) -> Int64 {
    let run = ServerRun(sql)
    var observed = trace.beginRun()
    defer { trace.report(observed, of: sql) }
    try sendReleases()
    try sendSettingsOutsideTransaction()
    try pipeline.send(sql, as: .rows(run))
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
    transaction.expect(nil)
    guard let version else { return }
    let expected = ExpectedVersion(dataVersion, version)
    try send(version, as: .version(expected))
    transaction.expect(expected)
  }

  package func isOutdated() throws(StorageError) -> Bool {
    guard let expected = transaction.expectedVersion else { return false }
    if !expected.isAnswered { try wait() }
    return expected.askIfOutdated()
  }

  package var hasInterruptedQuery: Bool { transaction.expectedVersion?.isThrown ?? false }

  // MARK: Many rows

  /// Sends a row by COPY, if many of its table came before it.
  ///
  /// - Returns: False if the row has to be sent as a statement.
  func copy(
    _ values: PackedParameters, of types: [CUnsignedInt], into columns: InsertedColumns,
    statement name: String
  ) throws(StorageError) -> Bool {
    guard copying.count(rowOf: name), let row = values.copyRow(types, columns.constants)
    else { return false }
    if !copying.isRunning {
      if copying.isAllowed == nil { copying.isAllowed = try !hasPolicies(columns.table) }
      guard copying.isAllowed == true else { return false }
      try copying.begin(columns)
    }
    try copying.append(row)
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

  /// Forgets a prepared statement. The next command outside of a transaction carries this to the server.
  func release(_ name: String) { statements.release(name) }

  // MARK: Sending

  /// Sends a statement without parameters, whose rows nobody reads.
  ///
  /// - Parameter command: The command that receives the results. Nil for a statement whose results nobody reads.
  private func send(_ sql: String, as command: ServerCommand? = nil) throws(StorageError) {
    let run = trace.beginRun()
    try sendReleases()
    try pipeline.send(sql, as: command ?? .statement(sql))
    trace.report(run, of: sql)
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
    let command: ServerCommand =
      if isGathered, let gathering {
        .rowChange(sql, gathering, gathering.add())
      } else {
        run.map { .rows($0) } ?? .statement(sql)
      }
    if namesStatements {
      try pipeline.sendRun(of: name, values, format: format, as: command)
    } else {
      try pipeline.send(sql, values, of: types, format: format, as: command)
    }
    if run == nil { try pipeline.flushSometimes() }
  }

  // In a transaction that has failed the server would refuse it.
  private func sendReleases() throws(StorageError) {
    try copying.end()
    guard statements.hasReleased, isOutsideTransaction else { return }
    for name in statements.removeReleased() {
      let sql = "DEALLOCATE \(name)"
      try pipeline.send(sql, as: .statement(sql))
    }
  }

  // MARK: Receiving

  /// Waits for everything that was sent.
  ///
  /// - Throws: The first error of a statement that nobody waited for.
  func wait() throws(StorageError) {
    try copying.end()
    try pipeline.wait()
  }

  /// Asks the server to answer everything that was sent.
  func synchronize() throws(StorageError) {
    try copying.end()
    try pipeline.synchronize()
  }

  /// The next result with rows of a statement that was sent and synchronized, or nil at its end.
  ///
  /// - Throws: The first error of the statements before it, or its own.
  func nextResult(of run: ServerRun) throws(StorageError) -> ServerResult? {
    try pipeline.nextResult(of: run, at: transaction.expectedVersion)
  }

  package func isIdle() -> Bool { pipeline.isIdle() }

  package func announceCommit() { transaction.announce() }
}
