import StrataDescriptions

/// Which entities of two versions are the same, and which properties.
struct EntityPairs {
  private var formers: [String: EntityDescription] = [:]
  private var successors: [String: EntityDescription] = [:]

  init(_ old: ManagedObjectModel, _ new: ManagedObjectModel) {
    let oldEntities = old.entitiesByName
    let byIdentifier = Dictionary(
      old.entities.map { ($0.formerName ?? $0.name, $0) }, uniquingKeysWith: { first, _ in first })
    // A renaming identifier is stronger than a name, and stays from version to version.
    for entity in new.entities {
      guard let name = entity.formerName, let former = oldEntities[name] ?? byIdentifier[name],
        successors[former.name] == nil, formers[entity.name] == nil
      else { continue }
      formers[entity.name] = former
      successors[former.name] = entity
    }
    for entity in new.entities where formers[entity.name] == nil {
      guard let former = oldEntities[entity.name], successors[former.name] == nil else { continue }
      formers[entity.name] = former
      successors[former.name] = entity
    }
  }

  /// What an entity of the new version was.
  func former(of name: String) -> EntityDescription? { formers[name] }

  /// What an entity of the old version is now.
  func successor(of name: String) -> EntityDescription? { successors[name] }

  /// What a property of an entity was, inherited ones included.
  func formerProperty(
    _ name: String, of entity: EntityDescription, in new: ModelLineage,
    old former: EntityDescription, _ old: ModelLineage
  ) -> PropertyDescription? {
    guard let property = new.property(named: name, of: entity) else { return nil }
    return formerProperty(property, in: old.allProperties(of: former))
  }

  /// What a property was, among those of the old version.
  func formerProperty(
    _ property: PropertyDescription, in candidates: [PropertyDescription]
  ) -> PropertyDescription? {
    if let name = property.underlying.formerName {
      let found =
        candidates.first { $0.name == name }
        ?? candidates.first { $0.underlying.formerName == name }
      if let found { return found }
    }
    return candidates.first { $0.name == property.name }
  }
}
