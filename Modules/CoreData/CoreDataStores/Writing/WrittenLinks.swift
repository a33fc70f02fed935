import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// A table of links of a schema and where a Core Data store keeps them.
struct WrittenLinks {
  /// Our links.
  let table: LinkTable
  let links: StoreNames.Links
  /// The owner's relationship and its table.
  let owner: End
  /// The relationship that leads back, and the members' table.
  let member: End
  /// What an owner's members are in order of.
  let memberOrder: String?
  /// What a member's owners are in order of.
  let ownerOrder: String?

  struct End {
    /// The relationship; nil where none leads back.
    let relationship: String?
    /// The store's table of the objects whose relationship it is.
    let table: String
  }

  init(
    _ table: LinkTable, _ relationship: RelationshipDescription, _ described: EntityDescription,
    _ names: StoreNames
  ) throws {
    self.table = table
    let links = try names.links(of: relationship, described)
    self.links = links
    guard let name = relationship.destinationEntityName,
      let ownerTable = names.tableNames[described.name],
      let memberTable = names.tableNames[name]
    else { throw names.mismatch("\(described.name).\(relationship.name) has no destination") }
    owner = End(relationship: relationship.name, table: ownerTable)
    member = End(relationship: relationship.inverseName, table: memberTable)
    func order(of column: String) -> String? {
      names.tables.column("Z_FOK_" + column.uppercased().dropFirst(2), of: links.table)
    }
    memberOrder = links.hasOwnTable ? order(of: links.member) : links.order
    ownerOrder = links.hasOwnTable ? order(of: links.owner) : nil
  }
}
