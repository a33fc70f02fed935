public import StrataSQLite
public import StrataSchema

extension SQLQuery {
  /// The members of a to-many relationship of one object, in the order in which they came.
  public init(
    membersOf owner: Int64, _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?
  ) {
    let members = MemberSource(property, of: table, link: link)
    self.init(
      "SELECT \(table.selection()) FROM \(members.from) "
        + "WHERE \(members.owner) = ?\(table.furtherFilter("t")) ORDER BY \(members.order)",
      .integer(owner))
  }

  /// The members of a to-many relationship of several objects, each owner's together and in the order
  /// in which they came. The owner's key stands behind the member's columns.
  public init(
    membersOf owners: [Int64], _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?
  ) {
    let members = MemberSource(property, of: table, link: link)
    self.init(
      "SELECT \(table.selection()), \(members.owner) FROM \(members.from) "
        + "WHERE \(members.owner) \(KeyList.contains)\(table.furtherFilter("t")) "
        + "ORDER BY \(members.owner), \(members.order)",
      KeyList.argument(owners))
  }

  /// The keys of the members of a to-many relationship of one object, with what they are in order of.
  package init(
    placesOfMembersOf owner: Int64, _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?
  ) {
    let members = MemberSource(property, of: table, link: link)
    self.init(
      "SELECT t.\(EntityTable.key), \(members.order) FROM \(members.from) "
        + "WHERE \(members.owner) = ?\(table.furtherFilter("t"))", .integer(owner))
  }

  /// The last position that some rows have among the members of what a to-one relationship leads to.
  ///
  /// Positions are keys. What another program has written beyond all of them stays the last; nothing could
  /// come behind it.
  public init(lastPositionOf keys: [Int64], _ relationship: String, in table: EntityTable) {
    let position = "coalesce(\(quoted(table.positionColumn(of: relationship))), \(EntityTable.key))"
    self.init(
      "SELECT coalesce(max(\(position)), 0) FROM \(quoted(table.name)) "
        + "WHERE \(EntityTable.key) \(KeyList.contains) "
        + "AND typeof(\(position)) = 'integer' AND \(position) <= \(KeySequence.all.upperBound)",
      KeyList.argument(keys))
  }
}

/// Where the members of a to-many relationship are, as SQL: rows `t`.
private struct MemberSource {
  /// The tables.
  let from: String
  /// The owner's key.
  let owner: String
  /// What the members are in order of.
  let order: String

  init(
    _ property: Schema.Property, of table: EntityTable, link: (table: LinkTable, isOwner: Bool)?
  ) {
    if let link {
      let end = LinkEnd(link)
      from = "\(end.links(as: "l")) \(end.join(table, as: "t", to: "l"))"
      owner = "l.\(end.near)"
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
  }
}
