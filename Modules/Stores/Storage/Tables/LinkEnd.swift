import StrataSQLite

/// A table of links, seen from one of its ends: the near one, whose objects are known, and the far
/// one, to which the links lead. Their columns are SQL.
struct LinkEnd {
  let table: LinkTable
  /// The column with the keys of this end.
  let near: String
  /// The column with the keys of the other end.
  let far: String

  init(_ table: LinkTable, isOwner: Bool) {
    let (owner, member) = (quoted(table.ownerColumn), quoted(table.memberColumn))
    self.table = table
    (near, far) = isOwner ? (owner, member) : (member, owner)
  }

  init(_ link: (table: LinkTable, isOwner: Bool)) {
    self.init(link.table, isOwner: link.isOwner)
  }

  /// The links, as what a query is from.
  func links(as alias: String) -> String { "\(quoted(table.name)) AS \(alias)" }

  /// The join of links with the rows that they lead to.
  func join(_ rows: EntityTable, as alias: String, to links: String) -> String {
    "JOIN \(quoted(rows.name)) AS \(alias) ON \(alias).\(EntityTable.key) = \(links).\(far)"
  }
}
