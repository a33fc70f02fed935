import Foundation
import StrataDescriptions
import StrataSQLite
import StrataSchema

extension CoreDataStore {
  /// Whether the store keeps a history.
  public var hasHistory: Bool { tables.columns["ACHANGE"] != nil }

  /// The transactions that the store remembers, oldest first. What apps have deleted of their histories
  /// is missing.
  ///
  /// - Throws: `StorageError`, ``CoreDataStoreError/mismatch(path:reason:)`` for changes of an entity that
  ///   isn't there.
  public func transactions() throws -> [CoreDataTransaction] {
    var all: [CoreDataTransaction] = []
    try forEachTransaction { all.append($0) }
    return all
  }

  /// Goes through the transactions, oldest first, with one in memory at a time.
  func forEachTransaction(_ body: (CoreDataTransaction) throws -> Void) throws {
    guard hasHistory else { return }
    let connection = try connect()
    defer { connection.close() }
    let entities = try changedProperties()
    let query = SQLQuery(
      "SELECT t.Z_PK, t.ZTIMESTAMP, \(words) FROM ATRANSACTION AS t ORDER BY t.Z_PK")
    try connection.forEachRow(query) { row in
      let number = row.integer(at: 0)
      let seconds: Double =
        switch row.value(at: 1) {
        case .real(let seconds): seconds
        case .integer(let seconds): Double(seconds)
        default:
          throw CoreDataStoreError.mismatch(
            path: url.path, reason: "the transaction \(number) of its history has no time")
        }
      try body(
        CoreDataTransaction(
          number: number, timestamp: Date(timeIntervalSinceReferenceDate: seconds),
          author: row.text(at: 2), contextName: row.text(at: 3), bundleID: row.text(at: 4),
          processID: row.text(at: 5), changes: try changes(of: number, connection, entities)))
    }
  }

  /// The texts of a transaction, as SQL: in a table of their own, or in the row in older stores.
  private var words: String {
    ["AUTHOR", "CONTEXTNAME", "BUNDLEID", "PROCESSID"].map { name in
      var found: [String] = []
      if tables.column("Z\(name)TS", of: "ATRANSACTION") != nil,
        tables.columns["ATRANSACTIONSTRING"] != nil
      {
        found.append("(SELECT s.ZNAME FROM ATRANSACTIONSTRING AS s WHERE s.Z_PK = t.Z\(name)TS)")
      }
      if tables.column("Z\(name)", of: "ATRANSACTION") != nil { found.append("t.Z\(name)") }
      return found.count > 1 ? "coalesce(\(found.joined(separator: ", ")))" : found.first ?? "NULL"
    }.joined(separator: ", ")
  }

  private typealias Entities = [Int64: (name: String, properties: ChangedProperties)]

  private func changedProperties() throws -> Entities {
    let names = try StoreNames(model, in: tables)
    var entities: Entities = [:]
    for entity in model.entities {
      entities[try names.number(of: entity)] = (
        entity.name, ChangedProperties(of: entity, in: model)
      )
    }
    return entities
  }

  private func changes(
    of number: Int64, _ connection: Connection, _ entities: Entities
  ) throws -> [CoreDataTransaction.Change] {
    let query = SQLQuery(
      """
      SELECT ZENTITY, ZENTITYPK, ZCHANGETYPE, ZCOLUMNS FROM ACHANGE WHERE ZTRANSACTIONID = ?
      ORDER BY Z_PK
      """, .integer(number))
    return try connection.rows(query) { row in
      guard let entity = entities[row.integer(at: 0)],
        let kind = CoreDataTransaction.Kind(rawValue: row.integer(at: 2))
      else {
        throw CoreDataStoreError.mismatch(
          path: url.path,
          reason:
            "the transaction \(number) of its history is about an entity or of a kind that the "
            + "model doesn't know")
      }
      var updated: [String]?
      if kind == .update, case .blob(let bits) = row.value(at: 3) {
        updated = entity.properties.names(in: bits)
      }
      return CoreDataTransaction.Change(
        entity: entity.name, key: row.integer(at: 1), kind: kind, updatedProperties: updated)
    }
  }
}
