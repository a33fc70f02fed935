import StrataSQLite
import StrataSchema
import StrataTables

/// The links that a store has for a relationship, wherever they are kept.
struct StoredPairs {
  /// A query of keys: `a` of the relationship's owner, `b` of what it leads to, in order of `o`.
  var query: SQL
  let source: StoreMigration.LinkSource

  init(_ query: SQL, source: StoreMigration.LinkSource) {
    self.query = query
    self.source = source
  }

  /// The links of a table, in the order in which they were made.
  init(table: String, from owner: SQL, to member: SQL, _ dialect: SQLDialect) {
    self.init(
      "SELECT \(owner) AS a, \(member) AS b, \(dialect.linkPosition) AS o FROM \(name: table)",
      source: .table(table))
  }

  /// The links of a table of the models, in the order in which they were made.
  init(links end: LinkEnd, _ dialect: SQLDialect) {
    self.init(table: end.table.name, from: end.near, to: end.far, dialect)
  }

  /// The links seen from the other end.
  var flipped: StoredPairs {
    StoredPairs("SELECT b AS a, a AS b, o FROM (\(query)) AS p", source: source)
  }
}

extension StoreMigration {
  /// The links from which those of a relationship are to be made: its own, or else those of its
  /// inverse, or nil where there were none.
  func storedPairs(
    for relationship: Schema.Relationship, of entity: Schema.Entity
  ) -> StoredPairs? {
    let name = storedName(of: .relationship(relationship), in: entity, former: entity.name)
    if let pairs = storedPairs(in: entity.name, named: name, as: relationship) { return pairs }
    guard let inverse = relationship.inverseName,
      let other = new.entitiesByName[relationship.destination],
      case .relationship(let back)? = other.property(named: inverse)
    else { return nil }
    let backName = storedName(of: .relationship(back), in: other, former: other.name)
    return storedPairs(in: other.name, named: backName, as: back)?.flipped
  }

  private func storedPairs(
    in entity: String, named name: String, as relationship: Schema.Relationship
  ) -> StoredPairs? {
    guard let old else { return pairsOfTables(in: entity, named: name, as: relationship) }
    guard let owner = old.entitiesByName[entity],
      case .relationship(let former)? = owner.property(named: name)
    else { return nil }
    if former.usesLinkTable {
      let end = LinkEnd(LinkTable.make(for: former, of: entity, in: old))
      return stored[end.table.name] == nil ? nil : StoredPairs(links: end, dialect)
    }
    if former.isToOne {
      return column(
        former.columnName, of: owner.root.name, isOrdered: former.isOrderedByMember)
    }
    guard let other = old.entitiesByName[former.destination], let inverse = former.inverseName,
      case .relationship(let back)? = other.property(named: inverse)
    else { return nil }
    return column(back.columnName, of: other.root.name, isOrdered: true)?.flipped
  }

  // Where nothing was written down, names tell.
  private func pairsOfTables(
    in entity: String, named name: String, as relationship: Schema.Relationship
  ) -> StoredPairs? {
    if let table = stored["\(entity)_\(name)"], table.isLink, table.columns.count == 2,
      let other = table.columns.first(where: { $0.name != entity })
    {
      return StoredPairs(
        table: table.name, from: "\(name: entity)", to: "\(name: other.name)", dialect)
    }
    let root = new.entitiesByName[entity]?.root.name ?? entity
    let columnName = relationship.column(named: name)
    guard let table = stored[root], table[columnName]?.references != nil else { return nil }
    return column(
      columnName, of: root, isOrdered: table["strata_\(columnName)_position"] != nil)
  }

  private func column(_ column: String, of table: String, isOrdered: Bool) -> StoredPairs? {
    guard stored[table]?[column] != nil else { return nil }
    let order: SQL = isOrdered ? "coalesce(\(name: "strata_\(column)_position"), \(.key))" : .key
    return StoredPairs(
      """
      SELECT \(.key) AS a, \(name: column) AS b, \(order) AS o FROM \(name: table) \
      WHERE \(name: column) IS NOT NULL
      """, source: .column(table: table, column: column))
  }
}
