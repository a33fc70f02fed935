import StrataSchema

/// Finds the destinations and inverses of a model's relationships.
struct RelationshipResolution {
  let model: ManagedObjectModel
  let entities: [String: EntityDescription]
  private let check: InverseCheck

  init(_ model: ManagedObjectModel) {
    self.model = model
    entities = model.entitiesByName
    check = InverseCheck(model)
  }

  func superentities(of entity: EntityDescription) -> [EntityDescription] {
    model.superentities(of: entity, in: entities)
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
    let inverse = try inverse(of: relationship, entity)
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
    of relationship: RelationshipDescription, _ entity: EntityDescription
  ) throws(ModelConversionError) -> (
    owner: EntityDescription, relationship: RelationshipDescription
  )? {
    let end = InverseCheck.End(relationship)
    do throws(InverseCheck.Fault) {
      guard let found = try check.inverse(of: end, declaredBy: entity.name),
        let owner = entities[found.entity],
        case .relationship(let inverse)? = owner.property(named: found.end.name)
      else { return nil }
      return (owner, inverse)
    } catch {
      throw .invalidInverse(
        entity: entity.name, relationship: relationship.name,
        reason: error.reason(of: end, declaredBy: entity.name))
    }
  }
}

extension InverseCheck {
  /// Creates the check of the entities of a model.
  init(_ model: ManagedObjectModel, maximumDepth: Int = .max) {
    self.init(
      model.entities.lazy.map { entity in
        (entity.name, entity.superentityName, entity.relationships.map { End($0) })
      }, maximumDepth: maximumDepth)
  }
}

extension InverseCheck.End {
  init(_ relationship: RelationshipDescription) {
    self.init(
      name: relationship.name, destination: relationship.destinationEntityName,
      inverse: relationship.inverseName)
  }
}
