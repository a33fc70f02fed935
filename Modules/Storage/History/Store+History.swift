internal import Foundation
internal import StrataSchema

extension Connection {
  /// Notes a save under the next number. Numbers go on after the last one ever given, also when the
  /// history was cleaned.
  func appendHistory(
    author: String?, contextName: String?, log: HistoryLog, after last: Int64
  ) throws -> Int64 {
    let (number, overflows) = max(last, try cleanedHistory()).addingReportingOverflow(1)
    guard !overflows else {
      throw StorageError.corrupt(
        path: path,
        reason:
          "there is no number behind \(Int64.max), which an entry of its history has, so that "
          + "nothing can be saved; another program must have written it: remove it from strata_history"
      )
    }
    // Asked before, not with RETURNING: for that SQLite opens a temporary table each time, which
    // would cost more than the rest of a small save.
    try run(
      """
      INSERT INTO strata_history (number, author, context, time, process, changes)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      .integer(number), author.map(ColumnValue.text) ?? .null,
      contextName.map(ColumnValue.text) ?? .null, .real(Date().timeIntervalSinceReferenceDate),
      .text(Self.process), .blob(log.packed()))
    if let tombstones = log.tombstones.packed() {
      try run(
        "UPDATE strata_history SET tombstones = ? WHERE number = ?", .blob(tombstones),
        .integer(number))
    }
    return number
  }

  /// The number of the last entry that was cleaned away; 0 when there is none.
  private func cleanedHistory() throws -> Int64 {
    let value = try value("SELECT value FROM strata_metadata WHERE name = 'cleaned'")
    if value.isNull { return 0 }
    guard case .text(let text) = value, let number = Int64(text), (0..<Int64.max).contains(number)
    else {
      throw StorageError.invalidValue(
        value, "strata_metadata", "value", "the row 'cleaned'",
        expected: "the number of a transaction; remove it in SQL if the history was never cleaned")
    }
    return number
  }

  /// Whether the history has a place for what is kept of deleted objects: not so in a store that was
  /// made before there was one, until models ask for it.
  func keepsTombstones() throws -> Bool {
    try integer("SELECT 1 FROM pragma_table_info('strata_history') WHERE name = 'tombstones'")
      != nil
  }

  /// The number of the last transaction in the history; 0 when there is none.
  func lastTransaction() throws -> Int64 {
    // Numbers count from 1; what else another program may have written is no transaction.
    max(0, try integer("SELECT max(number) FROM strata_history") ?? 0)
  }

  private static let process =
    "\(ProcessInfo.processInfo.processName)[\(ProcessInfo.processInfo.processIdentifier)]"
}

extension StoreReader {
  /// The saves that the store remembers, oldest first.
  ///
  /// - Parameters:
  ///   - number: Only saves after this one.
  ///   - author: Only this author's.
  ///   - newestFirst: Turns the order round, so that a limit keeps the newest.
  /// - Throws: ``StorageError/corrupt(path:reason:)`` when an entry can't be read.
  public func history(
    after number: Int64 = 0, only one: Int64? = nil, author: String? = nil, limit: Int? = nil,
    newestFirst: Bool = false
  ) throws -> [HistoryTransaction] {
    try read { connection in
      let tombstones = try connection.keepsTombstones() ? "tombstones" : "NULL"
      let statement = try connection.statement(
        """
        SELECT number, author, context, time, process, changes, \(tombstones)
        FROM strata_history
        WHERE number > ?1 AND (?2 IS NULL OR author = ?2) AND (?3 IS NULL OR number = ?3)
        ORDER BY number \(newestFirst ? "DESC" : "ASC") LIMIT ?4
        """)
      try statement.bind([
        .integer(number), author.map(ColumnValue.text) ?? .null,
        one.map(ColumnValue.integer) ?? .null, .integer(Int64(limit ?? -1)),
      ])
      defer { statement.reset() }
      var result: [HistoryTransaction] = []
      while try statement.step() {
        let number = statement.integer(at: 0)
        var reader = HistoryReader(statement.blob(at: 5))
        var kept: [HistoryReader.Object: HistoryTombstone]? = [:]
        if case .blob(let data) = statement.value(at: 6) {
          var reader = HistoryReader(data)
          kept = try? reader.tombstones()
        }
        // Why not is of no use to anybody: the bytes contradict themselves.
        guard let runs = try? reader.runs(), let kept, case .real(let time) = statement.value(at: 3)
        else {
          throw StorageError.corrupt(
            path: connection.path, reason: "history entry \(number) can't be read")
        }
        result.append(
          HistoryTransaction(
            number: number, author: statement.text(at: 1), contextName: statement.text(at: 2),
            timestamp: Date(timeIntervalSinceReferenceDate: time),
            process: statement.text(at: 4) ?? "", changes: runs.flatMap { $0.changes(kept) }))
      }
      return result
    }
  }
}

extension StoreReader {
  /// Goes through the saves after one, oldest first, with the changes still in runs: a batch changes a
  /// million objects in one.
  ///
  /// - Throws: ``StorageError/corrupt(path:reason:)`` when an entry can't be read.
  package func forEachSave(
    after number: Int64,
    _ body: (_ number: Int64, _ runs: () throws -> [HistoryRun]) throws -> Void
  ) throws {
    try read { connection in
      let statement = try connection.statement(
        "SELECT number, changes FROM strata_history WHERE number > ? ORDER BY number")
      try statement.bind([.integer(number)])
      defer { statement.reset() }
      while try statement.step() {
        let number = statement.integer(at: 0)
        try body(number) {
          var reader = HistoryReader(statement.blob(at: 1))
          // As above.
          guard let runs = try? reader.runs() else {
            throw StorageError.corrupt(
              path: connection.path, reason: "history entry \(number) can't be read")
          }
          return runs
        }
      }
    }
  }
}
