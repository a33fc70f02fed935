import StrataSQLite
import StrataSchema
import StrataTables

extension StoreMigration {
  /// Makes the tables of links that the store lacks, out of the links that it has.
  mutating func planLinkTables() throws {
    var seen: Set<String> = []
    for entity in new.entities {
      for relationship in entity.relationships where relationship.usesLinkTable {
        let owner = new.entitiesByName[relationship.declaringEntity ?? entity.name] ?? entity
        let (table, isOwner) = LinkTable.make(for: relationship, of: owner.name, in: new)
        guard isOwner, seen.insert(table.name).inserted else { continue }
        try plan(table, for: relationship, of: owner)
      }
    }
  }

  private mutating func plan(
    _ table: LinkTable, for relationship: Schema.Relationship, of owner: Schema.Entity
  ) throws {
    let target = [
      table.ownerColumn: table.ownerTable, table.memberColumn: table.memberTable,
    ]
    var pairs = storedPairs(for: relationship, of: owner)
    var name = table.name
    if let found = stored[name] {
      guard found.isLink else {
        return refuse(
          "\(owner.name).\(relationship.name)",
          because: "needs a table \(name), which is something else's",
          remedy: "rename the property")
      }
      let references = Dictionary(
        found.columns.map { ($0.name, $0.references ?? "") }, uniquingKeysWith: { one, _ in one })
      let isUnknown = dialect == .postgreSQL && references.values.contains("")
      if references == target || (isUnknown && references.keys.allSatisfy { target[$0] != nil }) {
        consumed.insert(.table(name))
        for index in table.indexes(in: dialect) where stored.indexes[index.name] == nil {
          work.linkIndexes.append(index.sql)
        }
        return
      }
      name = MigrationWork.new(name)
      pairs = pairs ?? pairsOfSameColumns(in: found, of: table)
      work.replace(table.name)
    }
    work.makes.append(table.creation(as: name, in: dialect))
    work.linkIndexes += table.indexes(in: dialect).map(\.sql)
    guard let pairs else { return }
    consumed.insert(pairs.source)
    dropLinks(in: pairs.source)
    work.copies.append(
      dialect.insertion(
        ofLinksInto: "\(name: name)", table.columnList, from: pairs.query))
  }

  /// Drops a table whose links are kept elsewhere now, unless it still is one of the models' tables:
  /// two relationships that were each other's inverse, and are none of each other's any more, begin
  /// with the same links.
  mutating func dropLinks(in source: LinkSource) {
    guard case .table(let name) = source, !new.linkTables.contains(where: { $0.name == name })
    else {
      return
    }
    work.drop(name)
  }

  // The table has its columns, and only the tables have changed that they lead to.
  private func pairsOfSameColumns(in found: StoredTable, of table: LinkTable) -> StoredPairs? {
    guard found[table.ownerColumn] != nil, found[table.memberColumn] != nil else { return nil }
    return StoredPairs(links: LinkEnd(table, isOwner: true), dialect)
  }

  /// Links that a relationship had and that went nowhere are not to be lost.
  mutating func checkLosses() {
    guard let old else { return }
    for entity in new.entities {
      for relationship in entity.relationships where relationship.declaringEntity == entity.name {
        guard
          case .relationship(let former)? = formerProperty(
            of: .relationship(relationship), in: entity), former.usesLinkTable,
          // A program that lacks a class leaves its links alone.
          let other = new.entitiesByName[relationship.destination],
          other.relationships.contains(where: { $0.name == relationship.inverseName })
        else { continue }
        let table = LinkTable.make(for: former, of: entity.name, in: old).table
        guard stored[table.name] != nil, !consumed.contains(.table(table.name)) else { continue }
        refuse(
          "\(entity.name).\(relationship.name)",
          because: "had links of its own, and is now the other end of "
            + "\(relationship.destination).\(relationship.inverseName ?? "a relationship")",
          remedy: "give the new property another name, and fill it in a custom stage")
      }
    }
  }
}
