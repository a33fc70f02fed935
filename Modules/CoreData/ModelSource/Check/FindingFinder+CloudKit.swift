import StrataDescriptions
import StrataSchema

// The rules of “Setting Up Core Data with CloudKit” and “Creating a Core Data Model for CloudKit”
// of Apple's documentation.
extension FindingFinder {
  mutating func checkForCloudKit() {
    for entity in model.entities {
      for group in entity.uniquenessConstraints {
        cloudKit(
          entity, nil,
          "has a uniqueness constraint over \(group.joined(separator: ", ")), which CloudKit can't check; "
            + "remove it, and look for duplicates when objects come in")
      }
      for attribute in entity.attributes where !attribute.isTransient {
        if attribute.type == .undefined || attribute.type == .objectID {
          cloudKit(
            entity, attribute.name,
            "is of type \(attribute.type.name), which CloudKit doesn't have; choose another")
        }
        let place = ModelPlace(entity: entity.name, property: attribute.name)
        let hasDefault = attribute.defaultValue != nil || initialValues.contains(place)
        if !attribute.isOptional, !hasDefault, !attribute.isDerived {
          cloudKit(
            entity, attribute.name,
            "is required without a default, but records come in parts; make it optional, or give it a "
              + "default")
        }
      }
      for relationship in entity.relationships where !relationship.isTransient {
        check(relationship, of: entity)
      }
    }
    checkConfigurations()
  }

  private mutating func check(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) {
    let name = relationship.name
    if !relationship.isOptional {
      cloudKit(
        entity, name, "is required, but records come in any order; make it optional")
    }
    if relationship.inverseName == nil {
      cloudKit(entity, name, "has no inverse, which CloudKit needs; add one")
    }
    if relationship.deleteRule == .deny {
      cloudKit(
        entity, name,
        "denies deletes, which CloudKit can't; use nullify or cascade, and check before a delete")
    }
    if relationship.isToMany, relationship.isOrdered {
      cloudKit(
        entity, name,
        "is ordered, which CloudKit can't keep; make it unordered, and add an attribute to sort by")
    }
  }

  private mutating func checkConfigurations() {
    guard model.configurations.count > 1 else { return }
    for entity in model.entities {
      for relationship in entity.relationships {
        guard let destination = relationship.destinationEntityName else { continue }
        let own = model.configurations.filter { $0.entityNames.contains(entity.name) }
        guard !own.isEmpty, !own.contains(where: { $0.entityNames.contains(destination) }) else {
          continue
        }
        cloudKit(
          entity, relationship.name,
          "leads to \(destination), which is in another configuration; put both into one")
      }
    }
  }

  private mutating func cloudKit(_ entity: EntityDescription, _ property: String?, _ text: String) {
    add(.warning, .cloudKit, entity.name, property, text)
  }
}
