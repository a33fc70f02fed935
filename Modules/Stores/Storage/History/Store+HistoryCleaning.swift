internal import Foundation
internal import StrataSQLite
internal import StrataSchema

// An entry may go at any time: whoever follows the history notices that numbers are missing, and reads
// everything anew. What was cleaned away last is recorded, so that numbers go on behind it and whoever asks
// for what is gone gets to know.
extension Store {
  /// Removes entries from the history. One statement; O(number of entries).
  ///
  /// - Throws: `StorageError.readOnly`, `StorageError` when the store can't be written.
  package func cleanHistory(
    _ cleaning: HistoryCleaning, isDryRun: Bool = false
  ) throws -> HistoryCleaningResult {
    try changeHistory { connection in
      // Counted by entries, not by numbers, of which some may be gone.
      var end = ColumnValue.null
      if let count = cleaning.keepingLast, count > 0 {
        end = try connection.value(
          "SELECT number FROM strata_history ORDER BY number DESC LIMIT 1 OFFSET ?",
          .integer(Int64(count - 1)))
        guard !end.isNull else { return HistoryCleaningResult(count: 0, keptCount: 0) }
      }
      return try connection.removeEntries(
        where: """
          (?1 IS NULL OR time < ?1) AND (?2 IS NULL OR author = ?2) AND (?3 IS NULL OR number < ?3)
          """, ignoresConsumers: cleaning.ignoresConsumers,
        [
          cleaning.before.map { .real($0.timeIntervalSinceReferenceDate) } ?? .null,
          cleaning.author.map { .text($0) } ?? .null, end,
        ], isDryRun: isDryRun)
    }
  }

  /// Removes entries from the history by their numbers.
  ///
  /// - Throws: as ``cleanHistory(_:)``.
  package func removeHistory(
    _ numbers: [Int64], ignoresConsumers: Bool
  ) throws -> HistoryCleaningResult {
    guard !numbers.isEmpty else { return HistoryCleaningResult(count: 0, keptCount: 0) }
    return try changeHistory { connection in
      try connection.removeEntries(
        where: "number IN (SELECT value FROM json_each(?1))", ignoresConsumers: ignoresConsumers,
        [.text("[\(numbers.map(String.init).joined(separator: ","))]")])
    }
  }

  func changeHistory<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard !isReadOnly else { throw StorageError.readOnly(path: path) }
    return try withRoom { connection in
      guard !connection.isInsideTransaction else { throw StorageError.saveInsideSave(path: path) }
      let result = try connection.transaction {
        try files.check()
        return try body(connection)
      }
      checkpointIfDue(connection)
      return result
    }
  }
}

extension Connection {
  fileprivate func removeEntries(
    where condition: String, ignoresConsumers: Bool, _ arguments: [ColumnValue],
    isDryRun: Bool = false
  ) throws -> HistoryCleaningResult {
    func number(_ sql: String) throws -> Int64 {
      try integers(SQLQuery(sql, arguments: arguments)).first ?? 0
    }
    let total = Int(try number("SELECT count(*) FROM strata_history WHERE \(condition)"))
    let limit = ignoresConsumers ? nil : try firstCursor()
    let found = "WHERE \(condition) AND number <= \(limit ?? .max)"
    let count = Int(try number("SELECT count(*) FROM strata_history \(found)"))
    let result = HistoryCleaningResult(count: count, keptCount: total - count)
    guard count > 0, !isDryRun else { return result }
    let last = try number("SELECT max(number) FROM strata_history \(found)")
    let cleaned = max(try historyState().lastCleaned(), last)
    try statement("DELETE FROM strata_history \(found)").run(arguments)
    try run(
      "INSERT OR REPLACE INTO strata_metadata (name, value) VALUES ('cleaned', ?)",
      .text(String(cleaned)))
    return result
  }
}
