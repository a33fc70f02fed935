import StrataDescriptions
import StrataSQLite
import StrataSchema

/// A relationship of the store's model that the schema leaves out.
struct OmittedLink {
  let name: String
  /// SQL that counts the relationship's links at an object, given its key.
  let countSQL: String

  /// Creates a relationship whose links are in a column of other rows.
  init(_ name: String, counting column: String, of table: String) {
    self.name = name
    countSQL = "SELECT count(*) FROM main.\(quoted(table)) WHERE \(quoted(column)) = ?"
  }

  /// Creates a relationship whose link is in a column of the object's own row.
  init(_ name: String, ownColumn column: String, of table: String) {
    self.name = name
    countSQL = "SELECT count(\(quoted(column))) FROM main.\(quoted(table)) WHERE Z_PK = ?"
  }
}

extension StoreNames {
  /// Describes a relationship that the schema leaves out, so that deleting an object that has links
  /// of it can be refused.
  ///
  /// Returns nil if deleting the object doesn't affect others.
  func omittedLink(
    _ relationship: RelationshipDescription, _ entity: EntityDescription
  ) throws -> OmittedLink? {
    let name = "\(entity.name).\(relationship.name)"
    let inverse = inverse(of: relationship)
    if !relationship.isToMany {
      // Deleting one of many objects that refer to the same one affects no other object, unless the
      // delete rule cascades or denies.
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
