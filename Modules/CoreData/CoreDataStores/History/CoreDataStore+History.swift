import Foundation
import StrataDescriptions
import StrataSQLite
import StrataSchema

extension CoreDataStore {
  /// True if the store has a history.
  public var hasHistory: Bool {
    // Either table counts: if the other is missing, reading the history throws an error.
    tables.columns["ACHANGE"] != nil || tables.columns["ATRANSACTION"] != nil
  }

  /// Returns the transactions in the store's history, oldest first. Transactions that apps have
  /// deleted from it are missing.
  ///
  /// - Throws: `StorageError`, or ``CoreDataStoreError/mismatch(path:reason:)`` for an invalid
  ///   change, such as one of an entity that the model lacks.
  public func transactions() throws -> [CoreDataTransaction] {
    var all: [CoreDataTransaction] = []
    var first: CoreDataImport.Problem?
    try forEachTransaction {
      all.append($0)
    } problem: {
      first = first ?? $0
    }
    if let first {
      throw CoreDataStoreError.mismatch(path: url.path, reason: "its history, \(first)")
    }
    return all
  }

  /// Calls a body for each transaction, oldest first, with one in memory at a time. O(size of the
  /// history).
  ///
  /// - Parameter problem: Called for each invalid change, which is skipped.
  /// - Throws: `StorageError`, errors of the body, or ``CoreDataStoreError/mismatch(path:reason:)``
  ///   if the history's tables aren't as expected.
  package func forEachTransaction(
    _ body: (CoreDataTransaction) throws -> Void, problem: (CoreDataImport.Problem) -> Void
  ) throws {
    guard hasHistory else { return }
    try checkHistoryTables()
    let connection = try connect()
    defer { connection.close() }
    var changes = try StoredChanges(connection, try changedProperties())
    let query = SQLQuery(
      "SELECT t.Z_PK, t.ZTIMESTAMP, \(SQL(words)) FROM ATRANSACTION AS t ORDER BY t.Z_PK")
    try connection.forEachRow(query) { row in
      let number = row.integer(at: 0)
      let changes = try changes.next(of: number, problem: problem)
      let seconds: Double
      switch row.value(at: 1) {
      case .real(let value) where value.isFinite: seconds = value
      case .integer(let value): seconds = Double(value)
      default:
        return problem(
          .init(
            entity: "ATRANSACTION", key: number, property: nil,
            reason: "it has no time; it and its \(changes.count) changes are left out"))
      }
      try body(
        CoreDataTransaction(
          number: number, timestamp: Date(timeIntervalSinceReferenceDate: seconds),
          author: row.text(at: 2), contextName: row.text(at: 3), bundleID: row.text(at: 4),
          processID: row.text(at: 5), changes: changes))
    }
    try changes.end(problem: problem)
    try connection.checkImage()
  }

  func checkHistoryTables() throws {
    for (table, needed) in [
      ("ACHANGE", ["Z_PK", "ZENTITY", "ZENTITYPK", "ZCHANGETYPE", "ZTRANSACTIONID", "ZCOLUMNS"]),
      ("ATRANSACTION", ["Z_PK", "ZTIMESTAMP"]),
    ] {
      func refused(_ what: String) -> CoreDataStoreError {
        .mismatch(path: url.path, reason: "\(what), so that its history can't be read")
      }
      guard tables.columns[table] != nil else { throw refused("it has no table \(table)") }
      for column in needed where tables.column(column, of: table) == nil {
        throw refused("its table \(table) has no column \(column)")
      }
      guard tables.isKeyed(table) else {
        throw refused("the column Z_PK of its table \(table) isn't INTEGER PRIMARY KEY")
      }
    }
  }

  /// The SQL columns of a transaction's texts, which are in a separate table, or in the row itself
  /// in older stores.
  private var words: String {
    let hasTexts = ["Z_PK", "ZNAME"].allSatisfy {
      tables.column($0, of: "ATRANSACTIONSTRING") != nil
    }
    return ["AUTHOR", "CONTEXTNAME", "BUNDLEID", "PROCESSID"].map { name in
      var found: [String] = []
      if hasTexts, tables.column("Z\(name)TS", of: "ATRANSACTION") != nil {
        found.append("(SELECT s.ZNAME FROM ATRANSACTIONSTRING AS s WHERE s.Z_PK = t.Z\(name)TS)")
      }
      if tables.column("Z\(name)", of: "ATRANSACTION") != nil { found.append("t.Z\(name)") }
      return found.count > 1 ? "coalesce(\(found.joined(separator: ", ")))" : found.first ?? "NULL"
    }.joined(separator: ", ")
  }

  /// Describes what can't be read of the history: missing names, and values of deleted objects.
  package func historyOmissions() throws -> [String] {
    guard hasHistory, tables.columns["ACHANGE"] != nil, tables.columns["ATRANSACTION"] != nil else {
      return []
    }
    let connection = try connect()
    defer { connection.close() }
    var found: [String] = []
    let kept = (tables.columns["ACHANGE"] ?? []).filter { $0.uppercased().hasPrefix("ZTOMBSTONE") }
    let isKept = kept.map { "\(quoted($0)) IS NOT NULL" }.joined(separator: " OR ")
    let changes = try count("ACHANGE", where: isKept, connection)
    if changes > 0 {
      found.append(
        "its history keeps values of deleted objects in \(Self.rows(changes)) of ACHANGE, which are left out"
      )
    }
    let texts = ["AUTHOR", "CONTEXTNAME", "BUNDLEID", "PROCESSID"].compactMap {
      tables.column("Z\($0)TS", of: "ATRANSACTION")
    }
    let hasTexts = ["Z_PK", "ZNAME"].allSatisfy {
      tables.column($0, of: "ATRANSACTIONSTRING") != nil
    }
    let isMissing = texts.map { column in
      "t.\(quoted(column)) IS NOT NULL"
        + (hasTexts
          ? " AND NOT EXISTS (SELECT 1 FROM ATRANSACTIONSTRING AS s WHERE s.Z_PK = t.\(quoted(column)) "
            + "AND typeof(s.ZNAME) = 'text')" : "")
    }.joined(separator: " OR ")
    let transactions = try count("ATRANSACTION AS t", where: isMissing, connection)
    if transactions > 0 {
      found.append(
        "its history lacks names of authors, contexts or programs for \(Self.rows(transactions)) of "
          + "ATRANSACTION")
    }
    try connection.checkImage()
    return found
  }

  private func count(
    _ table: String, where condition: String, _ connection: Connection
  ) throws -> Int64 {
    guard !condition.isEmpty else { return 0 }
    return try connection.integer(
      "SELECT count(*) FROM \(SQL(table)) WHERE \(SQL(condition))") ?? 0
  }

  private static func rows(_ count: Int64) -> String { count == 1 ? "1 row" : "\(count) rows" }

  private func changedProperties() throws -> StoredChanges.Entities {
    let names = try names()
    var entities: StoredChanges.Entities = [:]
    for entity in model.entities {
      entities[try names.number(of: entity)] = (
        entity.name, ChangedProperties(of: entity, in: model)
      )
    }
    return entities
  }
}
