import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

extension StoreSave {
  /// Deletes the rows that the working copy no longer has.
  mutating func deleteRows() throws {
    for root in plan.schema.entities where root.superentity == nil {
      guard let table = plan.entities.first(where: { $0.entity.name == root.name })?.storeTable
      else { continue }
      let gone = try working.integers(
        SQLQuery(
          """
          SELECT m.value FROM json_each(?) AS m WHERE NOT EXISTS
          (SELECT 1 FROM main.\(quoted(root.name)) AS t WHERE t.\(EntityTable.key) = m.value)
          """, changes.rows(of: root.name).list))
      for key in gone { try delete(key, from: table) }
    }
  }

  private mutating func delete(_ key: Int64, from table: String) throws {
    let number = try connection.integer(
      "SELECT Z_ENT FROM main.\(quoted(table)) WHERE Z_PK = ?", .integer(key))
    // The object was inserted and deleted in the same save.
    guard let number else { return }
    guard let entity = plan.entity(number) else {
      throw refused("\(table)/p\(key) is of an entity that has no class")
    }
    for one in entity.omittedLinks {
      let count = try connection.integer(one.countSQL, .integer(key)) ?? 0
      guard count == 0 else {
        throw refused(
          "\(entity.described.name)/p\(key) can't be deleted, since nothing says what becomes of its "
            + "\(one.name), which leads to \(count == 1 ? "an object" : "\(count) objects"); give a class "
            + "that has this relationship")
      }
    }
    for link in entity.storedLinks {
      guard let inverse = link.inverse,
        let owner = try self.key(link.column, of: table, key)
      else { continue }
      try touch(link.destinationTable, owner, property: inverse)
    }
    try release(entity.externalColumns, of: table, key)
    try connection.run("DELETE FROM main.\(quoted(table)) WHERE Z_PK = ?", .integer(key))
    try touch(table, key, .delete, of: number)
    deleted[table, default: []].append(key)
  }

  /// Sets to-one links to deleted objects to null, if they have no to-many inverse.
  ///
  /// In a store of Core Data the two ends of a one-to-one relationship may disagree, so deleting
  /// the object needn't have changed the other end.
  mutating func cutLinks() throws {
    for entity in plan.entities {
      for link in entity.links where link.inverse == nil {
        guard let keys = deleted[link.destinationTable] else { continue }
        let column = entity.table.storedColumns[link.place]
        let own =
          entity.table.isShared
          ? " AND \(EntityTable.entityColumn) = \(literal(entity.entity.name))" : ""
        for key in keys {
          let cut = try working.integers(
            SQLQuery(
              "UPDATE main.\(quoted(entity.table.name)) SET \(quoted(column.name)) = NULL "
                + "WHERE \(quoted(column.name)) = ?\(own) RETURNING \(EntityTable.key)",
              .integer(key)))
          for one in cut {
            transaction.log.record(
              .update, entity.table, key: one, properties: PropertySet(column.property))
            changes.note(one, in: entity.table.name)
          }
        }
      }
    }
  }

  private func key(_ column: String, of table: String, _ key: Int64) throws -> Int64? {
    try connection.integer(
      "SELECT \(quoted(column)) FROM main.\(quoted(table)) WHERE Z_PK = ?", .integer(key))
  }

  /// Records the external files that a row's columns name, before these change.
  mutating func release(_ columns: [String], of table: String, _ key: Int64) throws {
    for column in columns {
      let value = try connection.value(
        "SELECT \(quoted(column)) FROM main.\(quoted(table)) WHERE Z_PK = ?", .integer(key))
      if case .blob(let data) = value, data.first == 2 { released.insert(data) }
    }
  }
}
