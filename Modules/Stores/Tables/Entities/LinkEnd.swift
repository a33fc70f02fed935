package import StrataSQLite

/// A table of links seen from one of its ends, the near one, whose objects are known.
package struct LinkEnd {
  package let table: LinkTable
  /// The column with the keys of this end.
  package let near: SQL
  /// The column with the keys of the other end.
  package let far: SQL

  package init(_ table: LinkTable, isOwner: Bool) {
    let owner: SQL = "\(name: table.ownerColumn)"
    let member: SQL = "\(name: table.memberColumn)"
    self.table = table
    (near, far) = isOwner ? (owner, member) : (member, owner)
  }

  package init(_ link: (table: LinkTable, isOwner: Bool)) {
    self.init(link.table, isOwner: link.isOwner)
  }

  /// The links, for a FROM clause.
  package func links(as alias: SQL) -> SQL { "\(table) AS \(alias)" }

  /// The join of links with the rows that they lead to.
  package func join(_ rows: EntityTable, as alias: SQL, to links: SQL) -> SQL {
    "JOIN \(target(rows, as: alias, of: links))"
  }

  /// The same, from the links to the rows and never the other way round.
  package func orderedJoin(_ rows: EntityTable, as alias: SQL, to links: SQL) -> SQL {
    "\(rows.dialect.orderedJoin) \(target(rows, as: alias, of: links))"
  }

  private func target(_ rows: EntityTable, as alias: SQL, of links: SQL) -> SQL {
    "\(rows) AS \(alias) ON \(alias).\(.key) = \(links).\(far)"
  }
}
