public import StrataSQLite
public import StrataSchema

extension SQL {
  /// The members of a to-many relationship of one object, in the order in which they were added.
  public init(
    membersOf owner: Int64, _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?, reading: RowSelection? = nil
  ) {
    let members = MemberSource(property, of: table, link: link)
    self = """
      SELECT \(table.selection(reading: reading)) FROM \(members.from) \
      WHERE \(members.owner) = \(bind: owner)\(table.furtherFilter("t")) ORDER BY \(members.order)
      """
  }

  /// The members of a to-many relationship of several objects: those of an owner together, in the order in which they
  /// were added. The owner's key is the last column.
  public init(
    membersOf owners: [Int64], _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?, reading: RowSelection? = nil
  ) {
    let members = MemberSource(property, of: table, link: link)
    self = """
      SELECT \(table.selection(reading: reading)), \(members.owner) FROM \(members.from) \
      WHERE \(KeyList(owners, table.dialect).contains(members.owner))\(table.furtherFilter("t")) \
      ORDER BY \(members.owner), \(members.order)
      """
  }

  /// The first members of a to-many relationship of one object, in the order in which they were added or in that of their
  /// keys. The latter takes time that doesn't grow with the number of members.
  package init(
    first count: Int, membersOf owner: Int64, _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?, byKey: Bool
  ) {
    let members = MemberSource(property, of: table, link: link)
    self = """
      SELECT \(table.selection(reading: nil)) FROM \(members.from) \
      WHERE \(members.owner) = \(bind: owner)\(table.furtherFilter("t")) \
      ORDER BY \(byKey ? members.key : members.order) LIMIT \(count)
      """
  }

  /// The number of members of a to-many relationship of one object.
  package init(
    numberOfMembersOf owner: Int64, _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?
  ) {
    let members = MemberSource(property, of: table, link: link)
    self = """
      SELECT count(*) FROM \(members.from) WHERE \(members.owner) = \(bind: owner)\(table.furtherFilter("t"))
      """
  }

  /// The keys of the members of a to-many relationship of one object, each with its position.
  package init(
    placesOfMembersOf owner: Int64, _ property: Schema.Property, of table: EntityTable,
    link: (table: LinkTable, isOwner: Bool)?
  ) {
    let members = MemberSource(property, of: table, link: link)
    self = """
      SELECT t.\(.key), \(members.order) FROM \(members.from) \
      WHERE \(members.owner) = \(bind: owner)\(table.furtherFilter("t"))
      """
  }

  /// The last position that some rows have among the members of a to-many relationship's owner.
  ///
  /// Positions are keys. A position that another program has written beyond all keys isn't counted: no member could come
  /// behind it.
  public init(lastPositionOf keys: [Int64], _ relationship: String, in table: EntityTable) {
    let position: SQL = "coalesce(\(name: table.positionColumn(of: relationship)), \(.key))"
    self = """
      SELECT coalesce(max(\(position)), 0) FROM \(table) WHERE \(KeyList(keys, table.dialect).contains(.key)) \
      AND \(table.dialect.isInteger(position)) AND \(position) <= \(EntityTable.keys.upperBound)
      """
  }
}

/// The tables of a to-many relationship's members: rows `t`.
private struct MemberSource {
  /// The tables.
  let from: SQL
  /// The owner's key.
  let owner: SQL
  /// The position of a member.
  let order: SQL
  /// The member's key, where an index has it behind the owner's.
  let key: SQL

  init(
    _ property: Schema.Property, of table: EntityTable, link: (table: LinkTable, isOwner: Bool)?
  ) {
    if let link {
      let end = LinkEnd(link)
      from = "\(end.links(as: "l")) \(end.join(table, as: "t", to: "l"))"
      owner = "l.\(end.near)"
      order = "l.\(table.dialect.linkPosition)"
      key = "l.\(end.far)"
    } else {
      var inverse = ""
      if case .relationship(let relationship) = property {
        inverse = relationship.inverseName ?? ""
      }
      from = "\(table) AS t"
      owner = "t.\(name: table.linkColumn(of: inverse))"
      order = "coalesce(t.\(name: table.positionColumn(of: inverse)), t.\(.key))"
      key = "t.\(.key)"
    }
  }
}
