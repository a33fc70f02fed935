import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// An owner whose members are ordered in the store.
struct OrderedMembers: Hashable {
  let entity: String
  let relationship: String
  let owner: Int64
}

extension StoreSave {
  /// Records that an owner's members may need a new order.
  mutating func noteMembers(of owner: Int64, _ link: WrittenLink, _ entity: WrittenEntity) {
    guard link.orderColumn != nil else { return }
    touchedMembers.insert(
      OrderedMembers(entity: entity.entity.name, relationship: link.name, owner: owner))
  }

  /// Writes the order of members that may have changed.
  func orderMembers() throws {
    for one in touchedMembers {
      guard let entity = plan.entities.first(where: { $0.entity.name == one.entity }),
        let link = entity.links.first(where: { $0.name == one.relationship }),
        let order = link.orderColumn
      else { continue }
      try writeOrder(of: one.owner, link, entity, by: order)
    }
  }

  /// Writes the order of an owner's members. Like Core Data it leaves gaps between positions, and
  /// appends new members after the last.
  private func writeOrder(
    of owner: Int64, _ link: WrittenLink, _ entity: WrittenEntity, by order: String
  ) throws {
    let (table, near) = (quoted(entity.storeTable), quoted(link.column))
    let order = quoted(order)
    let placed = try connection.pairs(
      SQLQuery(
        "SELECT Z_PK, \(order) FROM main.\(table) WHERE \(near) = ? AND \(order) IS NOT NULL "
          + "ORDER BY \(order), Z_PK", .integer(owner)))
    let new = try connection.integers(
      SQLQuery(
        "SELECT Z_PK FROM main.\(table) WHERE \(near) = ? AND \(order) IS NULL ORDER BY Z_PK",
        .integer(owner)))
    let there = placed.map(\.0)
    let wanted =
      link.positionPlace == nil ? there + new : try workingMembers(of: owner, link, entity)
    let place = "UPDATE main.\(table) SET \(order) = ? WHERE Z_PK = ?"
    var last = placed.last?.1 ?? 1024
    if wanted.starts(with: there), last < .max / 2 {
      for member in wanted.dropFirst(there.count) {
        last += 1024
        try connection.run(place, .integer(last), .integer(member))
      }
    } else {
      for (index, member) in wanted.enumerated() {
        try connection.run(place, .integer(Int64(2048 + 1024 * index)), .integer(member))
      }
      if let inverse = link.inverse {
        try touch(link.destinationTable, owner, property: inverse)
      }
    }
  }

  private func workingMembers(
    of owner: Int64, _ link: WrittenLink, _ entity: WrittenEntity
  ) throws -> [Int64] {
    let columns = entity.table.storedColumns
    let position = link.positionPlace.map { quoted(columns[$0].name) } ?? "NULL"
    return try working.integers(
      SQLQuery(
        "SELECT \(EntityTable.key) FROM main.\(quoted(entity.table.name)) "
          + "WHERE \(quoted(columns[link.place].name)) = ? "
          + "ORDER BY coalesce(\(position), \(EntityTable.key))", .integer(owner)))
  }
}
