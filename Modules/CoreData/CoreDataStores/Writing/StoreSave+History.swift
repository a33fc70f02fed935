internal import Foundation
import StrataDescriptions
import StrataSQLite
import StrataSchema

extension StoreSave {
  /// Appends the save to the store's history: a transaction, and a change for each object.
  func writeHistory() throws {
    let changes = try connection.integer("SELECT count(*) FROM temp.strata_touched") ?? 0
    guard changes > 0, plan.names.tables.columns["ACHANGE"] != nil else { return }
    let transaction = try claimKeys(1, of: "TRANSACTION", in: "ATRANSACTION")
    try writeTransaction(transaction.key, entity: transaction.entity)
    var (key, entity) = try claimKeys(changes, of: "CHANGE", in: "ACHANGE")
    let query = SQLQuery(
      "SELECT name, key, kind, entity FROM temp.strata_touched ORDER BY kind, name, key")
    try connection.forEachRow(query) { row in
      try writeChange(
        key, entity: entity, of: transaction.key, table: row.text(at: 0) ?? "",
        object: row.integer(at: 1), kind: row.integer(at: 2), number: row.value(at: 3))
      key += 1
    }
  }

  private func writeTransaction(_ key: Int64, entity: Int64) throws {
    let process = ProcessInfo.processInfo.processName
    var columns = ["Z_PK", "Z_ENT", "ZTIMESTAMP"]
    var values: [ColumnValue] = [
      .integer(key), .integer(entity), .real(Date().timeIntervalSinceReferenceDate),
    ]
    for (name, text) in [
      ("AUTHOR", author), ("CONTEXTNAME", contextName),
      ("BUNDLEID", Bundle.main.bundleIdentifier ?? process), ("PROCESSID", process),
    ] {
      guard let text else { continue }
      if let column = plan.names.tables.column("Z\(name)TS", of: "ATRANSACTION") {
        columns.append(column)
        values.append(.integer(try textKey(text)))
      } else if let column = plan.names.tables.column("Z\(name)", of: "ATRANSACTION") {
        columns.append(column)
        values.append(.text(text))
      }
    }
    try insert(columns, values, into: "ATRANSACTION")
  }

  /// Returns the key of a text in the table of texts that transactions share, and inserts it if
  /// it's new.
  private func textKey(_ text: String) throws -> Int64 {
    if let known = try connection.integer(
      "SELECT Z_PK FROM main.ATRANSACTIONSTRING WHERE ZNAME = ?", .text(text))
    {
      return known
    }
    let (key, entity) = try claimKeys(1, of: "TRANSACTIONSTRING", in: "ATRANSACTIONSTRING")
    try insert(
      ["Z_PK", "Z_ENT", "ZNAME"], [.integer(key), .integer(entity), .text(text)],
      into: "ATRANSACTIONSTRING")
    return key
  }

  private func writeChange(
    _ key: Int64, entity: Int64, of transaction: Int64, table: String, object: Int64, kind: Int64,
    number: ColumnValue
  ) throws {
    var number = number
    if number == .null {
      number = try connection.value(
        "SELECT Z_ENT FROM main.\(quoted(table)) WHERE Z_PK = ?", .integer(object))
    }
    var columns = ["Z_PK", "Z_ENT", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID"]
    var values: [ColumnValue] = [
      .integer(key), .integer(entity), .integer(kind), number, .integer(object),
      .integer(transaction),
    ]
    if kind == Kind.update.rawValue {
      let properties = try connection.rows(
        SQLQuery(
          "SELECT property FROM temp.strata_properties WHERE name = ? AND key = ?", .text(table),
          .integer(object))
      ) { $0.text(at: 0) }
      guard case .integer(let number) = number,
        let described = plan.names.model.entities.first(where: {
          (try? plan.names.number(of: $0)) == number  // One without a number has no objects.
        }),
        let bits = ChangedProperties(of: described, in: plan.names.model).bits(of: Set(properties))
      else { throw refused("\(table)/p\(object) is of an entity whose history isn't known") }
      columns.append("ZCOLUMNS")
      values.append(.blob(bits))
    }
    try insert(columns, values, into: "ACHANGE")
  }

  private func insert(_ columns: [String], _ values: [ColumnValue], into table: String) throws {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try connection.statement(
      "INSERT INTO main.\(table) (\(columns.map(quoted).joined(separator: ", "))) VALUES (\(marks))"
    ).run(values)
  }

  /// Assigns keys in one of the history's tables.
  ///
  /// - Returns: The first key, and the entity number of the table's rows.
  private func claimKeys(
    _ count: Int64, of entity: String, in table: String
  ) throws -> (key: Int64, entity: Int64) {
    let query = SQLQuery(
      "SELECT Z_ENT, Z_MAX FROM main.Z_PRIMARYKEY WHERE Z_NAME = ?", .text(entity))
    let found = try connection.first(query) { ($0.integer(at: 0), $0.integer(at: 1)) }
    guard let (number, last) = found else {
      throw refused("its history can't be added to: Z_PRIMARYKEY has no \(entity)")
    }
    let greatest = try connection.integer("SELECT max(Z_PK) FROM main.\(name: table)") ?? 0
    guard max(last, greatest) < .max - count else {
      throw refused("its history can't be added to: there is no key left in \(table)")
    }
    let first = max(last, greatest) + 1
    try connection.run(
      "UPDATE main.Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", .integer(first + count - 1),
      .integer(number))
    return (first, number)
  }
}
