internal import Foundation
internal import StrataSQLite
internal import StrataSchema

extension Connection {
  /// Records a save under the next number. Numbers go on after the last one ever given, also when the
  /// history was cleaned.
  ///
  /// - Parameter token: A random identifier of the save, on a server. `number(ofSave:after:)` looks for it.
  func appendHistory(
    author: String?, contextName: String?, log: HistoryLog, after state: HistoryState,
    in dialect: SQLDialect, timestamp: Date = Date(), process: String = process,
    token: UUID? = nil
  ) throws -> Int64 {
    let end = try state.end()
    let (number, overflows) = end.addingReportingOverflow(1)
    guard !overflows else { throw StorageError.noNumberLeft(in: path, after: end) }
    // Asked before, not with RETURNING: for that SQLite opens a temporary table each time, which
    // would cost more than the rest of a small save.
    // With a token the statement counts the save, too.
    let entry = try statement(token == nil ? .historyEntry : .serverHistoryEntry)
    entry.bindAnew()
    entry.bind(.integer(token == nil ? number : end), at: 1)
    entry.bind(author.map(ColumnValue.text) ?? .null, at: 2)
    entry.bind(contextName.map(ColumnValue.text) ?? .null, at: 3)
    entry.bind(.real(timestamp.timeIntervalSinceReferenceDate), at: 4)
    entry.bind(.text(process), at: 5)
    entry.bind(bytes: log.packedBytes(), at: 6)
    if let token { entry.bind(.blob(token.bytes), at: 7) }
    try entry.run()
    if token == nil, let count = dialect.count(ofSaves: number) { try run(count) }
    if let tombstones = log.tombstones.packed() {
      try run(
        """
        UPDATE strata_history SET tombstones = \(bind: .blob(tombstones)) \
        WHERE number = \(bind: number)
        """)
    }
    return number
  }

  /// Records a save beside others under the next number, as the last statement of its transaction.
  ///
  /// Sends the entry. The returned statement gives the number after the commit. From here to the commit no other save
  /// gets a number, so that numbers have no gaps and are in the order of the commits. All that could wait for another save
  /// comes before.
  func sendHistory(
    author: String?, contextName: String?, log: HistoryLog, token: UUID
  ) throws(StorageError) -> Statement {
    // Otherwise the commit would check links and wait for their rows while all others wait for its number.
    try run("SET CONSTRAINTS ALL IMMEDIATE")
    let statement = try statement(.concurrentHistoryEntry)
    try statement.bind([
      author.map(ColumnValue.text) ?? .null, contextName.map(ColumnValue.text) ?? .null,
      .real(Date().timeIntervalSinceReferenceDate), .text(Self.process), .blob(log.packed()),
      log.tombstones.packed().map(ColumnValue.blob) ?? .null, .blob(token.bytes),
    ])
    try statement.sendAhead()
    return statement
  }

  /// How the history is, read at once.
  func historyState() throws(StorageError) -> HistoryState {
    let state = try statement(.historyState).first { row in
      HistoryState(last: max(0, row.integer(at: 0)), cleaned: row.value(at: 1))
    }
    return state ?? HistoryState(last: 0, cleaned: .null)
  }

  /// How the history of a server is, and the first saves behind a number, asked in one round trip.
  ///
  /// - Returns: A query at the first of the saves, or nil if there is none. It gives 32 at most.
  func historyState(
    following number: Int64
  ) throws(StorageError) -> (state: HistoryState, later: Statement?) {
    let (end, later) = (try statement(.serverEnd), try statement(.followedHistory))
    later.reset()
    try later.bind([.integer(number)])
    try end.sendAhead()
    try later.sendAhead()
    do throws(StorageError) {
      guard let last = try end.first({ $0.integer(at: 0) }) else {
        throw .corrupt(path: path, reason: "strata_store has no row")
      }
      let state = HistoryState(last: last, cleaned: .null)
      return (state, try later.step() ? later : nil)
    } catch {
      later.forgetAhead()
      throw error
    }
  }

  /// The number of the last transaction, also of one that was cleaned away since, or 0 when there was none.
  func lastTransaction() throws -> Int64 { try historyState().end() }

  /// Goes through the saves after one, oldest first: their number and their changes.
  func forEachSave(after number: Int64, _ body: (Statement) throws -> Void) throws {
    let later: SQL = """
      SELECT number, changes FROM strata_history WHERE number > \(bind: number) ORDER BY number
      """
    try forEachRow(later, body)
  }

  /// The changes of an entry of the history.
  func runs(of number: Int64, _ changes: Data) throws(StorageError) -> [HistoryRun] {
    var reader = HistoryReader(changes)
    do {
      return try reader.runs()
    } catch {
      // Why not is of no use to anybody: the bytes contradict themselves.
      throw unreadableEntry(number)
    }
  }

  func unreadableEntry(_ number: Int64) -> StorageError {
    .corrupt(path: path, reason: "history entry \(number) can't be read")
  }

  static let process =
    "\(ProcessInfo.processInfo.processName)[\(ProcessInfo.processInfo.processIdentifier)]"
}

extension UUID {
  fileprivate var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}

extension Connection {
  /// The number of a save that ended when the connection was lost, or nil if it isn't in the history.
  ///
  /// Call it inside a transaction. It waits until the lost save has ended on the server, too.
  ///
  /// - Parameter last: The number of a transaction before it.
  func number(ofSave token: UUID, after last: Int64) throws(StorageError) -> Int64? {
    let query: SQL = """
      SELECT number FROM strata_history
      WHERE number > \(bind: last) AND token = \(bind: .blob(token.bytes))::uuid
      """
    return try integer(query)
  }
}

/// How the history is before a save adds to it.
struct HistoryState {
  /// The number of the last transaction, or 0 when there is none. What else than numbers from 1 on another
  /// program may have written is no transaction.
  let last: Int64
  /// The recorded number of the last entry that was cleaned away.
  let cleaned: ColumnValue

  /// The number of the last transaction, whether or not its entry is still there.
  func end() throws(StorageError) -> Int64 { max(last, try lastCleaned()) }

  /// The number of the last entry that was cleaned away, or 0 when there is none.
  func lastCleaned() throws(StorageError) -> Int64 {
    if case .null = cleaned { return 0 }
    guard case .text(let text) = cleaned, let number = Int64(text),
      (0..<Int64.max).contains(number)
    else {
      throw StorageError.invalidValue(
        cleaned, table: "strata_metadata", column: "value", row: "the row 'cleaned'",
        expected: "the number of a transaction; remove it in SQL if the history was never cleaned")
    }
    return number
  }
}

// What each save runs of the history.
extension StandingStatement {
  fileprivate static let historyState = StandingStatement.owned(
    0,
    """
    SELECT (SELECT max(number) FROM strata_history),
      (SELECT value FROM strata_metadata WHERE name = 'cleaned')
    """)

  fileprivate static let historyEntry = StandingStatement.owned(
    1,
    """
    INSERT INTO strata_history (number, author, context, time, process, changes)
    VALUES (\(types.map(SQL.parameter).joined()))
    """)

  // Without a number, which the table refuses, if the last save is another one.
  fileprivate static let serverHistoryEntry = StandingStatement.owned(
    2,
    """
    WITH last AS (
      UPDATE strata_store SET number = number + 1 WHERE number = \(SQL.parameter(.integer)) RETURNING number
    )
    INSERT INTO strata_history (number, author, context, time, process, changes, token)
    SELECT max(number), \(types.dropFirst().map(SQL.parameter).joined()), \(SQL.parameter(.blob))::uuid FROM last
    """)

  fileprivate static let concurrentHistoryEntry = StandingStatement.owned(
    3,
    """
    WITH last AS (UPDATE strata_store SET number = number + 1 RETURNING number)
    INSERT INTO strata_history (number, author, context, time, process, changes, tombstones, token)
    SELECT number, \(types.dropFirst().map(SQL.parameter).joined()), \(SQL.parameter(.blob)),
      \(SQL.parameter(.blob))::uuid FROM last RETURNING number
    """)

  // A server counts its saves, also those whose entries were cleaned away.
  fileprivate static let serverEnd = StandingStatement.owned(4, "SELECT number FROM strata_store")

  // The limit makes the server take the index, whatever it knows of the table: it doesn't know the number when it plans.
  fileprivate static let followedHistory = StandingStatement.owned(
    5,
    """
    SELECT number, changes FROM strata_history WHERE number > \(SQL.parameter(.integer)) ORDER BY number
    LIMIT 32
    """)

  private static let types: [StorageClass] = [.integer, .text, .text, .real, .text, .blob]
}
