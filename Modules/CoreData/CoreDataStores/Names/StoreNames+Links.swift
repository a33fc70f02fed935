import StrataDescriptions

extension StoreNames {
  /// The table and columns of a to-many relationship's links.
  struct Links {
    let table: String
    /// The column with the key of the relationship's owner.
    let owner: String
    /// The column with the key of the member.
    let member: String
    /// True if the table contains only links, one in each row.
    let hasOwnTable: Bool
    /// The column that orders the links, or nil if they are unordered. If both ends are ordered, it
    /// orders this relationship's members.
    let order: String?
    /// The column that orders a member's owners, if both ends are ordered.
    var backOrder: String?
  }

  /// Finds the links of a many-to-many relationship, or of a to-many one without an inverse.
  ///
  /// - Throws: ``CoreDataStoreError/mismatch(path:reason:)``.
  func links(
    of relationship: RelationshipDescription, _ entity: EntityDescription
  ) throws -> Links {
    guard let name = relationship.destinationEntityName, let destination = model.entity(named: name)
    else { throw mismatch("\(entity.name).\(relationship.name) has no destination") }
    guard let inverse = relationship.inverseName else {
      return try oneWayLinks(of: relationship, entity, destination)
    }
    let numbers = try (number(of: entity), number(of: destination))
    // Either end may have given the table its name.
    let candidates = [
      "Z_\(numbers.0)\(relationship.name)", "Z_\(numbers.1)\(inverse)",
    ].map { $0.uppercased() }
    for table in candidates {
      guard let columns = tables.columns[table] else { continue }
      let keys = columns.filter { !$0.uppercased().hasPrefix("Z_FOK_") }
      guard keys.count == 2 else { continue }
      guard
        let member = Self.column(
          in: keys, number: numbers.1, name: relationship.name, besides: nil),
        let owner = Self.column(in: keys, number: numbers.0, name: inverse, besides: member)
          ?? keys.first(where: { $0 != member })
      else { continue }
      try tables.checkOrder(of: table)
      let orders = [member, owner].compactMap {
        tables.column("Z_FOK_" + $0.uppercased().dropFirst(2), of: table)
      }
      return Links(
        table: table, owner: owner, member: member, hasOwnTable: true, order: orders.first,
        backOrder: orders.count > 1 ? orders.last : nil)
    }
    throw mismatch(
      "it has no table of links for \(entity.name).\(relationship.name); "
        + "\(candidates.joined(separator: " and ")) were looked for")
  }

  /// Finds a column by its name: the entity's number and the relationship's name, with a number
  /// appended if several are equal.
  private static func column(
    in columns: [String], number: Int64, name: String, besides other: String?
  ) -> String? {
    let exact = "Z_\(number)\(name)".uppercased()
    let rest = columns.filter { $0 != other }
    func isNumbered(_ column: String, _ name: String) -> Bool {
      column.hasPrefix(name) && column.dropFirst(name.count).allSatisfy(\.isNumber)
    }
    return rest.first { $0.uppercased() == exact }
      ?? rest.first { isNumbered($0.uppercased(), exact) }
      // Tables that existed before the model changed still have old entity numbers in their names.
      ?? rest.first { column in
        let upper = column.uppercased().dropFirst(2).drop(while: \.isNumber)
        return isNumbered(String(upper), name.uppercased())
      }
  }

  private func oneWayLinks(
    of relationship: RelationshipDescription, _ entity: EntityDescription,
    _ destination: EntityDescription
  ) throws -> Links {
    guard let table = tableNames[destination.name] else {
      throw mismatch("it has no table for the entity \(destination.name)")
    }
    let name = "Z\(try number(of: entity))\(relationship.name.uppercased())"
    guard let column = tables.column(name, of: table) else {
      throw mismatch(
        "its table \(table) has no column \(name) for \(entity.name).\(relationship.name)")
    }
    return Links(
      table: table, owner: column, member: "Z_PK", hasOwnTable: false,
      order: tables.column("Z_FOK_" + name.dropFirst(), of: table))
  }

  /// The column with a member's position in its owner's to-many relationship, or nil if that is
  /// unordered.
  func orderColumn(of relationship: String, _ entity: EntityDescription) -> String? {
    guard let column = columnNames(of: relationship, entity)?.first,
      let table = tableNames[entity.name]
    else { return nil }
    return tables.column("Z_FOK_" + column.dropFirst(), of: table)
  }
}
