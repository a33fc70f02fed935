import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

extension StoreSave {
  /// Calls a body with each changed row of exactly one entity, and the values of its stored
  /// columns.
  func forEachTouchedRow(
    of entity: WrittenEntity, _ body: (_ key: Int64, _ row: [ColumnValue]) throws -> Void
  ) throws {
    let table = entity.table
    let names = [EntityTable.key] + table.storedColumns.map(\.name)
    let query = SQLQuery(
      "SELECT \(names.map { "t.\(quoted($0))" }.joined(separator: ", ")) "
        + "FROM json_each(?) AS m JOIN main.\(quoted(table.name)) AS t "
        + "ON t.\(EntityTable.key) = m.value"
        + (table.isShared
          ? " WHERE t.\(EntityTable.entityColumn) = \(literal(entity.entity.name))" : ""),
      changes.rows(of: table.name).list)
    try working.forEachRow(query) { row in
      try body(row.integer(at: 0), (1..<names.count).map { row.value(at: $0) })
    }
  }

  /// Reads a row of the store in the working copy's form, or returns nil if there is none.
  func storedRow(of entity: WrittenEntity, _ key: Int64) throws -> [ColumnValue]? {
    // The extra column makes the list valid for a table that has only a key.
    let names = entity.table.storedColumns.map { quoted($0.name) } + ["1"]
    return try connection.first(
      SQLQuery(
        "SELECT \(names.joined(separator: ", ")) FROM temp.\(quoted(entity.table.name)) "
          + "WHERE \(EntityTable.key) = ?", .integer(key))
    ) { row in (0..<names.count - 1).map { row.value(at: $0) } }
  }

  func assignments(
    of attribute: WrittenAttribute, _ entity: WrittenEntity, _ key: Int64, _ row: [ColumnValue]
  ) throws -> [Assignment] {
    do throws(UnwritableValue) {
      return try attribute.assignments(of: row)
    } catch {
      throw refused("\(entity.described.name)/p\(key).\(attribute.name): \(error)")
    }
  }

  func check(
    _ link: WrittenLink, _ entity: WrittenEntity, _ key: Int64, _ value: ColumnValue
  ) throws {
    guard link.mustBeThere, value == .null else { return }
    throw refused("\(entity.described.name)/p\(key).\(link.name): it must lead to an object")
  }

  func update(_ table: String, _ key: Int64, _ assignments: [Assignment]) throws {
    let list = assignments.map { "\(quoted($0.column)) = ?" }.joined(separator: ", ")
    try describingConstraint {
      try connection.statement("UPDATE main.\(quoted(table)) SET \(list) WHERE Z_PK = ?")
        .run(assignments.map(\.value) + [.integer(key)])
    }
  }

  /// Describes a violated constraint of the store as an error of this save.
  func describingConstraint(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch StorageError.constraint(let constraint) {
      throw refused("\(constraint)")
    }
  }

  /// Reads the changed rows again, and throws if they aren't as saved.
  func checkRows() throws {
    for entity in plan.entities {
      try forEachTouchedRow(of: entity) { key, row in
        guard let stored = try storedRow(of: entity, key) else {
          throw refused("\(entity.described.name)/p\(key) isn't there when it is read again")
        }
        for attribute in entity.attributes
        where !attribute.isDerived && !attribute.isSame(stored, row) {
          throw refused(
            "\(entity.described.name)/p\(key).\(attribute.name) has a value that the store can't keep: "
              + "it is another one when it is read again")
        }
        for link in entity.links where stored[link.place] != row[link.place] {
          throw refused(
            "\(entity.described.name)/p\(key).\(link.name) leads elsewhere when it is read again")
        }
      }
    }
  }
}
