import StrataSQLite
import StrataSchema
import StrataStorage

extension StoreSave {
  /// Writes the changed links.
  mutating func writeLinks() throws {
    for one in plan.linkTables {
      var members = changes.members(of: one.table)
      let owners = try owners(of: one)
      linkOwners[one.table.name] = owners
      for owner in owners.sorted() {
        if one.links.hasOwnTable {
          members.formUnion(try writeMembers(of: owner, one))
        } else {
          try writeOneWay(of: owner, one)
        }
      }
      guard let order = one.ownerOrder, one.memberOrder == nil else { continue }
      for member in members.sorted() {
        try reorder(
          one.links.table, near: one.links.member, far: one.links.owner, order, member,
          try workingOwners(of: member, one), touching: one.member)
      }
    }
  }

  private func workingMembers(of owner: Int64, _ one: WrittenLinks) throws -> [Int64] {
    try working.integers(
      SQLQuery(
        "SELECT \(quoted(one.table.memberColumn)) FROM main.\(quoted(one.table.name)) "
          + "WHERE \(quoted(one.table.ownerColumn)) = ? ORDER BY rowid", .integer(owner)))
  }

  private func workingOwners(of member: Int64, _ one: WrittenLinks) throws -> [Int64] {
    try working.integers(
      SQLQuery(
        "SELECT \(quoted(one.table.ownerColumn)) FROM main.\(quoted(one.table.name)) "
          + "WHERE \(quoted(one.table.memberColumn)) = ? ORDER BY rowid", .integer(member)))
  }

  private func storedMembers(of owner: Int64, _ one: WrittenLinks) throws -> [Int64] {
    try connection.integers(
      SQLQuery(
        "SELECT \(quoted(one.links.member)) FROM main.\(quoted(one.links.table)) "
          + "WHERE \(quoted(one.links.owner)) = ? ORDER BY \(one.memberOrder.map(quoted) ?? "rowid")",
        .integer(owner)))
  }

  /// The owners whose links may have changed, and that have links here or there.
  ///
  /// The log doesn't name an owner because its member is gone, and needn't name both ends of a link.
  private func owners(of one: WrittenLinks) throws -> Set<Int64> {
    func owners(
      _ connection: Connection, _ table: String, _ owner: String, _ member: String
    ) throws -> [Int64] {
      let (table, owner, member) = (quoted(table), quoted(owner), quoted(member))
      return try connection.integers(
        SQLQuery(
          """
          SELECT \(owner) FROM main.\(table) WHERE \(owner) IN (SELECT value FROM json_each(?))
          UNION SELECT \(owner) FROM main.\(table)
          WHERE \(member) IN (SELECT value FROM json_each(?)) AND \(owner) IS NOT NULL
          """, changes.owners(of: one.table).list, changes.members(of: one.table).list))
    }
    let here = try owners(
      working, one.table.name, one.table.ownerColumn, one.table.memberColumn)
    return try Set(here).union(
      owners(connection, one.links.table, one.links.owner, one.links.member))
  }

  /// - Returns: The members that have come or gone.
  private func writeMembers(of owner: Int64, _ one: WrittenLinks) throws -> Set<Int64> {
    let (wanted, there) = (
      try workingMembers(of: owner, one), try storedMembers(of: owner, one)
    )
    guard wanted != there else { return [] }
    let (wantedSet, thereSet) = (Set(wanted), Set(there))
    let table = quoted(one.links.table)
    let (near, far) = (quoted(one.links.owner), quoted(one.links.member))
    func touchEnds(_ member: Int64) throws {
      if let name = one.owner.relationship { try touch(one.owner.table, owner, property: name) }
      if let name = one.member.relationship { try touch(one.member.table, member, property: name) }
    }
    for member in there where !wantedSet.contains(member) {
      try connection.run(
        "DELETE FROM main.\(table) WHERE \(near) = ? AND \(far) = ?", .integer(owner),
        .integer(member))
      try touchEnds(member)
    }
    for member in wanted where !thereSet.contains(member) {
      var columns = [near, far]
      var values = ["?1", "?2"]
      for (order, column, end) in [(one.memberOrder, near, "?1"), (one.ownerOrder, far, "?2")] {
        guard let order = order.map(quoted) else { continue }
        columns.append(order)
        values.append(
          "min(coalesce((SELECT max(\(order)) FROM main.\(table) WHERE \(column) = \(end)), 1024), \(Int64.max / 2)) + 1024"
        )
      }
      try connection.run(
        "INSERT INTO main.\(table) (\(columns.joined(separator: ", "))) "
          + "VALUES (\(values.joined(separator: ", ")))", .integer(owner), .integer(member))
      try touchEnds(member)
    }
    if let order = one.memberOrder {
      try reorder(
        one.links.table, near: one.links.owner, far: one.links.member, order, owner, wanted,
        touching: one.owner)
    }
    return wantedSet.symmetricDifference(thereSet)
  }

  /// Assigns new positions to links whose order differs from the wanted one.
  private func reorder(
    _ table: String, near: String, far: String, _ order: String, _ key: Int64, _ wanted: [Int64],
    touching end: WrittenLinks.End
  ) throws {
    let there = try connection.integers(
      SQLQuery(
        "SELECT \(quoted(far)) FROM main.\(quoted(table)) WHERE \(quoted(near)) = ? "
          + "ORDER BY \(quoted(order)), rowid", .integer(key)))
    guard there != wanted else { return }
    for (index, member) in wanted.enumerated() {
      try connection.run(
        "UPDATE main.\(quoted(table)) SET \(quoted(order)) = ? "
          + "WHERE \(quoted(near)) = ? AND \(quoted(far)) = ?",
        .integer(Int64(2048 + 1024 * index)),
        .integer(key), .integer(member))
    }
    if let name = end.relationship { try touch(end.table, key, property: name) }
  }

  /// Writes the members of a relationship without an inverse. Each member's row names its only
  /// owner.
  private func writeOneWay(of owner: Int64, _ one: WrittenLinks) throws {
    let (wanted, there) = (
      try workingMembers(of: owner, one), try storedMembers(of: owner, one)
    )
    guard wanted != there else { return }
    let (wantedSet, thereSet) = (Set(wanted), Set(there))
    guard wantedSet != thereSet || one.memberOrder != nil else { return }
    let table = quoted(one.links.table)
    let column = quoted(one.links.owner)
    let order = one.memberOrder.map(quoted)
    for member in there where !wantedSet.contains(member) {
      try connection.run(
        "UPDATE main.\(table) SET \(column) = NULL\(order.map { ", \($0) = NULL" } ?? "") "
          + "WHERE Z_PK = ? AND \(column) = ?", .integer(member), .integer(owner))
    }
    for member in wanted where !thereSet.contains(member) {
      if let other = try connection.integer(
        "SELECT \(column) FROM main.\(table) WHERE Z_PK = ?", .integer(member)),
        try workingMembers(of: other, one).contains(member)
      {
        let name = "\(one.table.ownerEntity).\(one.owner.relationship ?? "")"
        throw refused(
          "\(name) leads to \(one.table.memberEntity)/p\(member) from p\(other) and p\(owner), and the "
            + "store keeps one of them, since nothing leads back; take it from the other first")
      }
      let place =
        order.map {
          ", \($0) = min(coalesce((SELECT max(\($0)) FROM main.\(table) WHERE \(column) = ?1), 1024), \(Int64.max / 2)) + 1024"
        } ?? ""
      try connection.run(
        "UPDATE main.\(table) SET \(column) = ?1\(place) WHERE Z_PK = ?2", .integer(owner),
        .integer(member))
    }
    if let order = one.memberOrder {
      try reorder(
        one.links.table, near: one.links.owner, far: one.links.member, order, owner, wanted,
        touching: one.owner)
    }
    if let name = one.owner.relationship { try touch(one.owner.table, owner, property: name) }
  }

  /// Reads the changed links again, and throws if they aren't as saved.
  func checkLinks() throws {
    for one in plan.linkTables {
      for owner in linkOwners[one.table.name] ?? [] {
        let (wanted, there) = (
          try workingMembers(of: owner, one), try storedMembers(of: owner, one)
        )
        let isRight = one.memberOrder == nil ? Set(wanted) == Set(there) : wanted == there
        guard isRight, wanted.count == there.count else {
          throw refused(
            "the links of \(one.table.ownerEntity)/p\(owner).\(one.owner.relationship ?? "") are others "
              + "when they are read again")
        }
      }
    }
  }
}
