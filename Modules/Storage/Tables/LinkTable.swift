public import StrataSchema

/// The table of links of a many-to-many relationship, or of a to-many without another end.
///
/// Its rows stand in the order in which the links were made.
public struct LinkTable: Sendable, Hashable {
  /// The table's name, such as `Item_tags`.
  public let name: String
  /// The column with the keys of the end that the table is named after.
  public let ownerColumn: String
  /// The entity that the table is named after.
  public let ownerEntity: String
  /// The column with the keys of the other end.
  public let memberColumn: String
  /// The entity at the other end.
  public let memberEntity: String

  /// The table of a relationship, and whether the relationship is the end it is named after.
  public static func make(
    for relationship: Schema.Relationship, of entity: String
  ) -> (table: LinkTable, isOwner: Bool) {
    let isOwner: Bool
    let owner: (entity: String, property: String)
    let member: (entity: String, property: String?)
    if let inverse = relationship.inverseName,
      (relationship.destination, inverse) < (entity, relationship.name)
    {
      owner = (relationship.destination, inverse)
      member = (entity, relationship.name)
      isOwner = false
    } else {
      owner = (entity, relationship.name)
      member = (relationship.destination, relationship.inverseName)
      isOwner = true
    }
    let isReflexive = owner.entity == member.entity
    let table = LinkTable(
      name: "\(owner.entity)_\(owner.property)",
      ownerColumn: owner.entity, ownerEntity: owner.entity,
      memberColumn: isReflexive ? owner.property : member.entity, memberEntity: member.entity)
    return (table, isOwner)
  }
}

extension LinkTable {
  /// The SQL that makes the table and its index.
  public var definition: [String] {
    let owner = quoted(ownerColumn)
    let member = quoted(memberColumn)
    return [
      """
      CREATE TABLE IF NOT EXISTS \(quoted(name)) (
        \(owner) INTEGER NOT NULL REFERENCES \(quoted(ownerEntity))(\(EntityTable.key)),
        \(member) INTEGER NOT NULL REFERENCES \(quoted(memberEntity))(\(EntityTable.key)),
        UNIQUE (\(owner), \(member))
      ) STRICT
      """,
      "CREATE INDEX IF NOT EXISTS \(quoted("strata_\(name)_\(memberColumn)")) "
        + "ON \(quoted(name)) (\(member))",
    ]
  }
}
