import StrataSchema

/// Finds the destinations and inverses of a model's relationships.
struct RelationshipResolution {
  let model: ManagedObjectModel
  let entities: [String: EntityDescription]

  init(_ model: ManagedObjectModel) {
    self.model = model
    entities = model.entitiesByName
  }

  func superentities(of entity: EntityDescription) -> [EntityDescription] {
    model.superentities(of: entity, in: entities)
  }

  /// Finds a relationship that an entity declares or inherits, and the entity that declares it.
  private func relationship(
    named name: String, of entity: EntityDescription
  ) -> (owner: EntityDescription, relationship: RelationshipDescription)? {
    for one in [entity] + superentities(of: entity) {
      if case .relationship(let found)? = one.property(named: name) { return (one, found) }
    }
    return nil
  }

  /// Converts a relationship.
  ///
  /// - Throws: ``ModelConversionError/unknownDestination(entity:relationship:destination:)``,
  ///   ``ModelConversionError/invalidInverse(entity:relationship:reason:)``.
  func relationship(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) throws(ModelConversionError) -> Schema.Relationship {
    guard let name = relationship.destinationEntityName, let destination = entities[name] else {
      throw .unknownDestination(
        entity: entity.name, relationship: relationship.name,
        destination: relationship.destinationEntityName)
    }
    let inverse = try inverse(of: relationship, entity, destination)
    return Schema.Relationship(
      name: relationship.name, originalName: relationship.formerName,
      destination: inverse?.owner.name ?? destination.name,
      inverseName: inverse?.relationship.name,
      inverseIsToOne: inverse.map { !$0.relationship.isToMany } ?? false,
      isToOne: !relationship.isToMany, isOptional: relationship.isOptional,
      deleteRule: relationship.deleteRule,
      columnName: entity.superentityName == nil ? nil : "\(entity.name)_\(relationship.name)",
      minimumModelCount: relationship.isToMany ? relationship.minCount : 0,
      maximumModelCount: relationship.isToMany ? max(relationship.maxCount, 0) : 0,
      hashModifier: relationship.versionHashModifier)
  }

  private func inverse(
    of relationship: RelationshipDescription, _ entity: EntityDescription,
    _ destination: EntityDescription
  ) throws(ModelConversionError) -> (
    owner: EntityDescription, relationship: RelationshipDescription
  )? {
    guard let name = relationship.inverseName else { return nil }
    func invalid(_ reason: String) -> ModelConversionError {
      .invalidInverse(entity: entity.name, relationship: relationship.name, reason: reason)
    }
    guard let found = self.relationship(named: name, of: destination) else {
      throw invalid(
        "is \(destination.name).\(name), which is no relationship of it; choose another")
    }
    guard found.relationship.inverseName == relationship.name else {
      throw invalid(
        "is \(destination.name).\(name), whose own is "
          + "\(found.relationship.inverseName ?? "none"); let each be the other's")
    }
    guard let back = found.relationship.destinationEntityName, let end = entities[back],
      areRelatives(end, entity)
    else {
      throw invalid(
        "is \(destination.name).\(name), which leads to "
          + "\(found.relationship.destinationEntityName ?? "nothing"); let it lead to \(entity.name)"
      )
    }
    return found
  }

  private func areRelatives(_ one: EntityDescription, _ other: EntityDescription) -> Bool {
    one.name == other.name || superentities(of: one).contains { $0.name == other.name }
      || superentities(of: other).contains { $0.name == one.name }
  }
}
