import StrataDescriptions
import StrataSQLite
import StrataSchema

/// A relationship that a schema leaves out.
struct OmittedLink {
  let name: String
  /// Counts what an object with a key has of it.
  let countSQL: String

  /// What leads to an object by a column.
  init(_ name: String, counting column: String, of table: String) {
    self.name = name
    countSQL = "SELECT count(*) FROM main.\(quoted(table)) WHERE \(quoted(column)) = ?"
  }

  /// What an object leads to by a column of its own.
  init(_ name: String, ownColumn column: String, of table: String) {
    self.name = name
    countSQL = "SELECT count(\(quoted(column))) FROM main.\(quoted(table)) WHERE Z_PK = ?"
  }
}

extension StoreNames {
  /// What tells whether an object has anything of a relationship that a schema leaves out; nil where that
  /// doesn't matter.
  func omittedLink(
    _ relationship: RelationshipDescription, _ entity: EntityDescription
  ) throws -> OmittedLink? {
    let name = "\(entity.name).\(relationship.name)"
    let inverse = inverse(of: relationship)
    if !relationship.isToMany {
      // Where many lead to one, and nothing else goes with it, nobody misses the one that is gone.
      if inverse?.isToMany ?? false, [.nullify, .noAction].contains(relationship.deleteRule) {
        return nil
      }
      guard let column = columnNames(of: relationship.name, entity)?.first,
        let table = tableNames[entity.name]
      else { return nil }
      return OmittedLink(name, ownColumn: column, of: table)
    }
    if let inverse, !inverse.isToMany {
      guard let name = relationship.destinationEntityName,
        let destination = model.entity(named: name),
        let column = columnNames(of: inverse.name, destination)?.first,
        let table = tableNames[name]
      else { return nil }
      return OmittedLink("\(entity.name).\(relationship.name)", counting: column, of: table)
    }
    let links = try links(of: relationship, entity)
    return OmittedLink(name, counting: links.owner, of: links.table)
  }
}
