extension Schema.Relationship {
  /// The end of a relationship that its link table is named after.
  ///
  /// Both ends of a many-to-many relationship name the same one.
  ///
  /// - Parameter entity: The entity that has the relationship, perhaps by inheritance.
  package func linkOwner(from entity: String) -> (entity: String, property: String) {
    let entity = declaringEntity ?? entity
    if let inverseName, (destination, inverseName) < (entity, name) {
      return (destination, inverseName)
    }
    return (entity, name)
  }
}

extension Schema {
  /// Returns the name of the table with the links of a relationship's owning end.
  package static func linkTableName(of owner: (entity: String, property: String)) -> String {
    "\(owner.entity)_\(owner.property)"
  }

  /// Checks that no table of links has the name of another table. Tables' names don't differ by case.
  ///
  /// - Throws: ``SchemaError/duplicateTable(_:entity:relationship:)``.
  func checkLinkTables() throws(SchemaError) {
    var owners: [String: (entity: String, property: String)?] = [:]
    // Objects of subentities are rows of their root's table.
    for entity in entities where entity.superentity == nil {
      owners.updateValue(nil, forKey: entity.name.lowercased())
    }
    for entity in entities {
      for relationship in entity.relationships
      where relationship.usesLinkTable && relationship.declaringEntity == entity.name {
        let owner = relationship.linkOwner(from: entity.name)
        let table = Self.linkTableName(of: owner)
        guard let other = owners.updateValue(owner, forKey: table.lowercased()) else { continue }
        if let other, other == owner { continue }
        throw .duplicateTable(table, entity: entity.name, relationship: relationship.name)
      }
    }
  }
}
