import StrataDescriptions
import StrataSchema

extension FindingFinder {
  mutating func checkRelationships() {
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        check(relationship, of: entity)
      }
    }
  }

  private mutating func check(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) {
    // An unknown destination is a problem of the model and reported as such.
    if relationship.inverseName == nil {
      let destination = relationship.destinationEntityName ?? "the destination"
      add(
        .warning, .missingInverse, entity.name, relationship.name,
        "has no inverse, so that nothing clears it when a \(destination) is deleted; add a relationship "
          + "in \(destination) that leads back")
    }
    if relationship.deleteRule == .noAction {
      add(
        .warning, .danglingLinks, entity.name, relationship.name,
        "does nothing when its owner is deleted, so that links to it are left; use nullify, cascade or "
          + "deny")
    }
  }
}
