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
  let copying: RowCopy
  let settings: SessionSettings
  /// True if a store needs its own value of a setting.
  package static func isReservedSetting(_ name: String) -> Bool {
    SessionSettings.reserved.contains(name.lowercased())
  }
  package var serverSettings: [String: String] = [:] {
    didSet {
      guard serverSettings != oldValue else { return }
      beginning = settings.beginning(with: serverSettings)
      hasNewSettings = true
    }
  }
  /// The query that each transaction begins with, or nil if none does.
  private var beginning: String?
  /// True until a transaction has begun with the present settings.
  private var hasNewSettings = false
  var statements: PreparedStatements
  var transaction = ServerTransaction()
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
  var gathering: GatheredChanges?

  /// Connects to a server.
  ///
  /// Blocks its thread until the server answers, for up to ten seconds unless the address says otherwise.
  ///
  /// - Throws: ``StorageError/cannotOpen(path:reason:)``.
  package init(_ address: ServerAddress, lockTimeout: Double = 10) throws(StorageError) {
    pipeline = ServerPipeline(try LibpqConnection(address), address, lockTimeout: lockTimeout)
    copying = RowCopy(pipeline)
    settings = SessionSettings(address, lockTimeout: lockTimeout)
    beginning = settings.beginning(with: [:])
    statements = PreparedStatements(schema: address.schema, isPooled: settings.isPerTransaction)
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
  /// True if transactions are parts of another one.
  var isInsideOuterTransaction: Bool { transaction.hasOuter && !isLost }
  /// True if no transaction is open, nor an outer one.
  var isOutsideTransaction: Bool { !isInTransaction && !isInsideOuterTransaction }
  package var roundTripCount: Int { trace.roundTripCount }
  package var observation: StoreObservation? {
    get { trace.observation }
    set { trace.observation = newValue }
  }

  /// Sends the settings that a transaction begins with: those of the context, and all behind a pooler, which may have
  /// switched the connection.
  func sendSettings(as command: ServerCommand = .statement("SET")) throws(StorageError) {
    hasNewSettings = false
    if let beginning { try pipeline.send(beginning, as: command) }
  }

  /// Sends the settings if what follows begins a transaction of its own.
  func sendSettingsOutsideTransaction() throws(StorageError) {
    guard isOutsideTransaction else { return }
    // Ends the implicit transaction of the statements that were sent with the former settings.
    if hasNewSettings, !pipeline.isBetweenTransactions { try pipeline.sendSync() }
    if pipeline.isBetweenTransactions { try sendSettings() }
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
    let text = isOutsideTransaction ? beginning.map { "\($0); \(sql)" } ?? sql : sql
    let result = try pipeline.execute(text)
    guard
      [ClientLibrary.ResultStatus.done, ClientLibrary.ResultStatus.rows].contains(result.status)
    else { throw pipeline.error(result, sql) }
    return result
  }

  /// The last row's number that a query of one column gives, or 0 without rows.
  func integer(_ sql: String) throws(StorageError) -> Int64 {
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

  // MARK: Sending

  /// Sends a statement without parameters, whose rows nobody reads.
  func send(_ sql: String, as command: ServerCommand? = nil) throws(StorageError) {
    let run = trace.beginRun()
    try sendReleases()
    try pipeline.send(sql, as: command ?? .statement(sql))
    trace.report(run, of: sql)
  }

  /// Lets the server forget statements, but not in a transaction: in one that has failed it would refuse that.
  ///
  /// - Throws: The error of a row that was copied.
  func sendReleases() throws(StorageError) {
    try copying.end()
    guard isOutsideTransaction else { return }
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

  package func isIdle() -> Bool { pipeline.isIdle() }
}
