internal import Foundation
internal import StrataSQLite
internal import StrataSchema

extension StoreReader {
  /// The saves that the store remembers, oldest first.
  ///
  /// - Parameters:
  ///   - number: Only saves after this one.
  ///   - end: Only saves before this one.
  ///   - author: Only this author's.
  ///   - newestFirst: Turns the order round, so that a limit keeps the newest.
  /// - Throws: `StorageError.corrupt` when an entry can't be read.
  public func history(
    after number: Int64 = 0, before end: Int64? = nil, only one: Int64? = nil,
    author: String? = nil, limit: Int? = nil, newestFirst: Bool = false
  ) throws -> [HistoryEntry] {
    try read { connection in
      let tombstones: SQL = try connection.catalog.keepsTombstones() ? "tombstones" : "NULL"
      var condition: SQL = "number > \(bind: number)"
      if let author { condition += " AND author = \(bind: author)" }
      let page: SQL = limit.map { " LIMIT \(bind: Int64($0))" } ?? ""
      if let end { condition += " AND number < \(bind: end)" }
      if let one { condition += " AND number = \(bind: one)" }
      let query: SQL = """
        SELECT number, author, context, time, process, changes, \(tombstones)
        FROM strata_history WHERE \(condition)
        ORDER BY number \(newestFirst ? "DESC" : "ASC")\(page)
        """
      return try connection.rows(query) { row in
        let number = row.integer(at: 0)
        var reader = HistoryReader(row.blob(at: 5))
        var kept: [HistoryReader.Object: HistoryEntry.Tombstone]? = [:]
        if case .blob(let data) = row.value(at: 6) {
          var reader = HistoryReader(data)
          kept = try? reader.tombstones()
        }
        // Why not is of no use to anybody: the bytes contradict themselves.
        guard let runs = try? reader.runs(), let kept, case .real(let time) = row.value(at: 3)
        else { throw connection.unreadableEntry(number) }
        return HistoryEntry(
          number: number, author: row.text(at: 1), contextName: row.text(at: 2),
          timestamp: Date(timeIntervalSinceReferenceDate: time),
          process: row.text(at: 4) ?? "", changes: runs.flatMap { $0.changes(kept) })
      }
    }
  }

  /// Goes through the objects of some entities that the history knows to have been inserted, with who has
  /// done it, oldest first. One entry is in memory at a time.
  ///
  /// - Throws: `StorageError`, what the body throws.
  package func forEachInsertion(
    of entities: Set<String>, _ body: (_ author: String?, _ keys: [Int64]) throws -> Void
  ) throws {
    try read { connection in
      let all: SQL = "SELECT number, author, changes FROM strata_history ORDER BY number"
      try connection.forEachRow(all) { row in
        var author: String?
        if case .text(let text) = row.value(at: 1) { author = text }
        var reader = HistoryReader(row.blob(at: 2))
        let runs: [HistoryRun]
        do {
          runs = try reader.runs()
        } catch {
          throw connection.unreadableEntry(row.integer(at: 0))
        }
        for run in runs where run.kind == .insert && entities.contains(run.entity) {
          try body(author, run.keys)
        }
      }
    }
  }

  /// Goes through the saves after one, oldest first, with the changes still in runs: a batch changes a
  /// million objects in one.
  ///
  /// - Throws: `StorageError.corrupt` when an entry can't be read.
  package func forEachSave(
    after number: Int64,
    _ body: (_ number: Int64, _ runs: () throws -> [HistoryRun]) throws -> Void
  ) throws {
    try read { connection in
      try connection.forEachSave(after: number) { row in
        let number = row.integer(at: 0)
        try body(number) { try connection.runs(of: number, row.blob(at: 1)) }
      }
    }
  }

  /// The number of the last transaction in the history.
  public func lastTransaction() throws -> Int64 {
    try read { try $0.lastTransaction() }
  }
}
