public import StrataSchema

extension SQLQuery {
  /// The members of a to-many relationship of one object, in the order in which they came.
  public init(
    membersOf owner: Int64, _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?
  ) {
    let selection = table.selection()
    if let link {
      let near = link.isOwner ? link.table.ownerColumn : link.table.memberColumn
      let far = link.isOwner ? link.table.memberColumn : link.table.ownerColumn
      self.init(
        "SELECT \(selection) FROM \(quoted(link.table.name)) AS l "
          + "JOIN \(quoted(table.name)) AS t ON t.\(EntityTable.key) = l.\(quoted(far)) "
          + "WHERE l.\(quoted(near)) = ?\(table.furtherFilter("t")) ORDER BY l.rowid",
        arguments: [.integer(owner)])
    } else {
      var inverse = ""
      if case .relationship(let relationship) = property {
        inverse = relationship.inverseName ?? ""
      }
      let position = quoted(table.positionColumn(of: inverse))
      let link = quoted(table.linkColumn(of: inverse))
      self.init(
        "SELECT \(selection) FROM \(quoted(table.name)) AS t WHERE t.\(link) = ?"
          + "\(table.furtherFilter("t")) ORDER BY coalesce(t.\(position), t.\(EntityTable.key))",
        arguments: [.integer(owner)])
    }
  }
}

extension SQLQuery {
  /// The members of a to-many relationship of several objects, each owner's together and in the order
  /// in which they came. The owner's key stands behind the member's columns.
  public init(
    membersOf owners: [Int64], _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?
  ) {
    let from: String
    let owner: String
    let order: String
    if let link {
      let near = link.isOwner ? link.table.ownerColumn : link.table.memberColumn
      let far = link.isOwner ? link.table.memberColumn : link.table.ownerColumn
      from =
        "\(quoted(link.table.name)) AS l JOIN \(quoted(table.name)) AS t "
        + "ON t.\(EntityTable.key) = l.\(quoted(far))"
      owner = "l.\(quoted(near))"
      order = "l.rowid"
    } else {
      var inverse = ""
      if case .relationship(let relationship) = property {
        inverse = relationship.inverseName ?? ""
      }
      from = "\(quoted(table.name)) AS t"
      owner = "t.\(quoted(table.linkColumn(of: inverse)))"
      order = "coalesce(t.\(quoted(table.positionColumn(of: inverse))), t.\(EntityTable.key))"
    }
    self.init(
      "SELECT \(table.selection()), \(owner) FROM \(from) "
        + "WHERE \(owner) IN (SELECT value FROM json_each(?))\(table.furtherFilter("t")) "
        + "ORDER BY \(owner), \(order)",
      arguments: [.text("[\(owners.map(String.init).joined(separator: ","))]")])
  }

  /// The last place that some rows have among the members of what a to-one relationship leads to.
  ///
  /// Places are keys. What another program has written beyond all of them stays the last; nothing could
  /// come behind it.
  public init(lastPlaceOf keys: [Int64], _ relationship: String, in table: EntityTable) {
    let place = "coalesce(\(quoted(table.positionColumn(of: relationship))), \(EntityTable.key))"
    self.init(
      "SELECT coalesce(max(\(place)), 0) FROM \(quoted(table.name)) "
        + "WHERE \(EntityTable.key) IN (SELECT value FROM json_each(?)) "
        + "AND typeof(\(place)) = 'integer' AND \(place) <= \(KeySequence.all.upperBound)",
      arguments: [.text("[\(keys.map(String.init).joined(separator: ","))]")])
  }
}
