import StrataSQLite
import StrataSchema

// What only other programs write, or a disk that forgets: the store's own tables would take it, and
// reading it is a typed error, one row at a time.
extension StoreReader {
  /// Looks for keys, links and positions that no object can have.
  func rowFaults(_ connection: Connection) throws -> [StoreFault] {
    var faults: [StoreFault] = []
    let dialect = store.tables.dialect
    for entity in store.schema.entities where entity.superentity == nil {
      let table = try store.tables.table(entity.name)
      var look = RowLook(table: table.name, connection: connection, tables: store.tables)
      try look.find(
        EntityTable.key, where: "\(.key) < 1", kind: .key,
        message:
          "isn't a number from 1 on, as all keys are; delete the row or give it another key, in SQL"
      )
      if table.isShared {
        try look.find(
          EntityTable.entityColumn, where: dialect.isNoText(.entity),
          kind: .value,
          message: "isn't the name of a class")
      }
      for (column, _) in table.allColumns where column.references != nil {
        try look.find(
          column.name, where: dialect.isNoKey("\(column)"), kind: .key, message: Self.noLink)
      }
      for column in table.members.flatMap(\.positions) {
        try look.find(
          column.name,
          where: """
            \(column) IS NOT NULL AND NOT (\(dialect.isInteger("\(column)")) \
            AND \(column) BETWEEN 1 AND \(EntityTable.keys.upperBound))
            """,
          kind: .value, message: "is no place among other members; set it to NULL, in SQL")
      }
      faults += look.faults
    }
    for link in store.schema.linkTables {
      var look = RowLook(table: link.name, connection: connection, tables: store.tables)
      for column in [link.ownerColumn, link.memberColumn] {
        try look.find(
          column, where: dialect.isNoKey("\(name: column)"), kind: .key, message: Self.noLink)
      }
      faults += look.faults
    }
    return faults + (try keyFaults(connection))
  }

  private static let noLink =
    "isn't the key of an object, a number from 1 on; set it to NULL or to one, in SQL"

  private func keyFaults(_ connection: Connection) throws -> [StoreFault] {
    try connection.rows("SELECT entity, next FROM strata_keys") { row in
      if case .integer(let next) = row.value(at: 1), EntityTable.keys.contains(next) { return nil }
      return StoreFault(
        kind: .key, place: "strata_keys/\(row.text(at: 0) ?? "")",
        message: "next holds \(row.value(at: 1)), which isn't the next key of an object; set it "
          + "to a number above all of them, in SQL")
    }
  }
}

/// Looks through one table for rows that something is wrong with.
private struct RowLook {
  let table: String
  let connection: Connection
  let tables: Tables
  var faults: [StoreFault] = []

  mutating func find(
    _ column: String, where condition: SQL, kind: StoreFault.Kind, message: String
  ) throws {
    let row = tables.byEntity[table] == nil ? tables.dialect.linkPosition : .key
    let query: SQL = "SELECT \(row), \(name: column) FROM \(name: table) WHERE \(condition)"
    faults += try connection.rows(query) { row in
      StoreFault(
        kind: kind, place: try connection.object(row.integer(at: 0), in: table, of: tables),
        message: "\(column) holds \(row.value(at: 1)), which \(message)")
    }
  }
}
