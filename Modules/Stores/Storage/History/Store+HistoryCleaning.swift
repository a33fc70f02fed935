internal import Foundation
internal import StrataSQLite
internal import StrataSchema
import StrataMigration

// An entry may go at any time: whoever follows the history notices that numbers are missing, and reads
// everything anew. What was cleaned away last is recorded, so that numbers go on behind it and whoever asks
// for what is gone gets to know.
extension Store {
  /// Removes entries from the history. One statement; O(number of entries).
  ///
  /// - Parameter last: The number of the last entry that may be removed, or nil for no limit.
  /// - Throws: `StorageError.readOnly`, `StorageError` when the store can't be written.
  package func cleanHistory(
    _ cleaning: HistoryCleaning, through last: Int64? = nil, isDryRun: Bool = false
  ) throws -> HistoryCleaningResult {
    try changeHistory { connection in
      var conditions: [SQL] = []
      if let last { conditions.append("number <= \(bind: last)") }
      if let date = cleaning.before?.timeIntervalSinceReferenceDate {
        conditions.append("time < \(bind: date)")
      }
      if let author = cleaning.author { conditions.append("author = \(bind: author)") }
      if let count = cleaning.keepingLast, count > 0 {
        // Entries are counted, not numbers, some of which may be missing.
        let end = try connection.integer(
          """
          SELECT number FROM strata_history ORDER BY number DESC \
          LIMIT 1 OFFSET \(bind: Int64(count - 1))
          """)
        guard let end else { return HistoryCleaningResult(count: 0, keptCount: 0) }
        conditions.append("number < \(bind: end)")
      }
      return try connection.removeEntries(
        where: conditions.isEmpty ? "true" : conditions.joined(" AND "),
        ignoresConsumers: cleaning.ignoresConsumers, isDryRun: isDryRun)
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
        where: KeyList(numbers, tables.dialect).contains("number"),
        ignoresConsumers: ignoresConsumers)
    }
  }

  func changeHistory<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard !isReadOnly else { throw StorageError.readOnly(path: path) }
    return try withRoom { connection in
      guard !connection.isInsideTransaction else { throw StorageError.saveInsideSave(path: path) }
      let result = try connection.transaction {
        try engine.check()
        return try body(connection)
      }
      checkpointIfDue(connection)
      return result
    }
  }
}

extension Connection {
  fileprivate func removeEntries(
    where condition: SQL, ignoresConsumers: Bool, isDryRun: Bool = false
  ) throws -> HistoryCleaningResult {
    func number(_ value: SQL, _ rows: SQL) throws -> Int64 {
      try integer("SELECT \(value) FROM strata_history \(rows)") ?? 0
    }
    let total = Int(try number("count(*)", "WHERE \(condition)"))
    let limit = ignoresConsumers ? nil : try firstCursor()
    let found: SQL = "WHERE \(condition) AND number <= \(bind: limit ?? .max)"
    let count = Int(try number("count(*)", found))
    let result = HistoryCleaningResult(count: count, keptCount: total - count)
    guard count > 0, !isDryRun else { return result }
    let last = try number("max(number)", found)
    let cleaned = max(try historyState().lastCleaned(), last)
    try run("DELETE FROM strata_history \(found)")
    try setMetadata("cleaned", to: String(cleaned))
    return result
  }
}
