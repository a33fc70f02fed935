import StrataDescriptions

/// Pairs of corresponding entities and properties in two versions of a model.
struct EntityPairs {
  private var formers: [String: EntityDescription] = [:]
  private var successors: [String: EntityDescription] = [:]

  /// - Parameter byNamesAlone: True to ignore the entities' renaming identifiers, which a store's migration doesn't follow.
  init(_ old: ManagedObjectModel, _ new: ManagedObjectModel, byNamesAlone: Bool) {
    let oldEntities = old.entitiesByName
    let byIdentifier = Dictionary(
      old.entities.map { ($0.formerName ?? $0.name, $0) }, uniquingKeysWith: { first, _ in first })
    // A renaming identifier takes precedence over a name, and may be the same in several versions.
    for entity in new.entities where !byNamesAlone {
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

  /// The old version of a new entity, or nil if it has none.
  func former(of name: String) -> EntityDescription? { formers[name] }

  /// The new version of an old entity, or nil if it was removed.
  func successor(of name: String) -> EntityDescription? { successors[name] }

  /// The old version of an entity's property, declared or inherited.
  func formerProperty(
    _ name: String, of entity: EntityDescription, in new: ModelLineage,
    old former: EntityDescription, _ old: ModelLineage
  ) -> PropertyDescription? {
    guard let property = new.property(named: name, of: entity) else { return nil }
    return formerProperty(property, in: old.allProperties(of: former))
  }

  /// The old version of a property among candidates.
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
