import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

extension StoreSave {
  /// Inserts new objects.
  mutating func insertRows(_ new: [(entity: WrittenEntity, keys: [Int64])]) throws {
    for (entity, keys) in new {
      guard !entity.described.isAbstract else {
        throw refused("\(entity.described.name) is abstract; make an object of an entity below it")
      }
      if let property = entity.missing.first {
        throw refused(
          "a new \(entity.described.name) must have a value of \(property), which the class "
            + "\(entity.entity.name) leaves out; add the property to it")
      }
      let table = entity.table
      let names = table.storedColumns.map { quoted($0.name) } + ["1"]
      let query =
        "SELECT \(names.joined(separator: ", ")) FROM main.\(quoted(table.name)) WHERE "
        + "\(EntityTable.key) = ?"
      for key in keys {
        let row = try working.first(SQLQuery(query, .integer(key))) { row in
          (0..<names.count - 1).map { row.value(at: $0) }
        }
        if let row { try insert(entity, key, row) }
      }
    }
  }

  private mutating func insert(
    _ entity: WrittenEntity, _ key: Int64, _ row: [ColumnValue]
  ) throws {
    var assignments: [Assignment] = [
      ("Z_PK", .integer(key)), ("Z_ENT", .integer(entity.number)), ("Z_OPT", .integer(1)),
    ]
    assignments += entity.initialAssignments
    for attribute in entity.attributes where !attribute.isDerived {
      assignments += try self.assignments(of: attribute, entity, key, row)
    }
    for link in entity.links {
      try check(link, entity, key, row[link.place])
      assignments.append((link.column, row[link.place]))
      if case .integer(let owner) = row[link.place] {
        noteMembers(of: owner, link, entity)
        if let inverse = link.inverse {
          try touch(link.destinationTable, owner, property: inverse)
        }
      }
    }
    let present = assignments.filter { $0.value != .null }
    let columns = present.map { quoted($0.column) }.joined(separator: ", ")
    let marks = present.map { _ in "?" }.joined(separator: ", ")
    try describingConstraint {
      try connection.statement(
        "INSERT INTO main.\(quoted(entity.storeTable)) (\(columns)) VALUES (\(marks))"
      ).run(present.map(\.value))
    }
    try touch(entity.storeTable, key, .insert, of: entity.number)
    noteNew(key, in: entity.storeTable)
  }

  /// Updates the columns with the entity of to-one relationships' destinations.
  func completeLinks() throws {
    for entity in plan.entities {
      let table = quoted(entity.storeTable)
      let touched = "Z_PK IN (SELECT key FROM temp.strata_touched WHERE name = ?1) AND Z_ENT = ?2"
      for link in entity.links {
        let column = quoted(link.column)
        if let kind = link.entityColumn.map(quoted) {
          let entities =
            "SELECT d.Z_ENT FROM main.\(quoted(link.destinationTable)) AS d WHERE d.Z_PK = m.\(column)"
          let wrong = try connection.integers(
            SQLQuery(
              "SELECT Z_PK FROM main.\(table) AS m WHERE \(touched) AND \(kind) IS NOT (\(entities))",
              .text(entity.storeTable), .integer(entity.number)))
          for key in wrong {
            try connection.run(
              "UPDATE main.\(table) AS m SET \(kind) = (\(entities)) WHERE Z_PK = ?", .integer(key))
            try touch(
              entity.storeTable, key, property: link.name + ChangedProperties.entityMark)
          }
        }
      }
    }
  }
}
