import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataStorage

/// A table of links of a schema with its table and columns in a Core Data store.
struct WrittenLinks {
  /// The table of links in the working copy.
  let table: LinkTable
  let links: StoreNames.Links
  /// The owner's relationship and table.
  let owner: End
  /// The inverse relationship and the members' table.
  let member: End
  /// The column that orders an owner's members, or nil.
  let memberOrder: String?
  /// The column that orders a member's owners, or nil.
  let ownerOrder: String?

  struct End {
    /// The relationship, or nil if there is no inverse.
    let relationship: String?
    /// The store's table of the relationship's objects.
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
