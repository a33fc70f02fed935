extension ManagedObjectModel {
  /// Returns the superentities of an entity, nearest first. The list ends at a missing entity, or
  /// before one that repeats. O(depth × number of entities).
  public func superentities(of entity: EntityDescription) -> [EntityDescription] {
    let origin = Origin(self)
    return ownSuperentities(of: entity).map { $0.taken(from: origin) }
  }

  /// Returns the superentities without a reference to the model.
  private func ownSuperentities(of entity: EntityDescription) -> [EntityDescription] {
    guard entity.superentityName != nil else { return [] }
    let entities = Dictionary(
      ownEntities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return superentities(of: entity, in: entities)
  }

  func superentities(
    of entity: EntityDescription, in entities: [String: EntityDescription]
  ) -> [EntityDescription] {
    var found: [EntityDescription] = []
    var seen: Set<String> = [entity.name]
    var name = entity.superentityName
    while let next = name, seen.insert(next).inserted, let superentity = entities[next] {
      found.append(superentity)
      name = superentity.superentityName
    }
    return found
  }

  /// Returns the direct subentities of an entity, in the model's order.
  public func subentities(of entity: EntityDescription) -> [EntityDescription] {
    let origin = Origin(self)
    return ownEntities.filter { $0.superentityName == entity.name }.map { $0.taken(from: origin) }
  }

  /// Returns all properties of an entity's objects, those of the root entity first.
  public func allProperties(of entity: EntityDescription) -> [PropertyDescription] {
    ownSuperentities(of: entity).reversed().flatMap(\.properties) + entity.properties
  }

  /// Finds a property that an entity declares or inherits. Returns nil if there is none.
  public func property(named name: String, of entity: EntityDescription) -> PropertyDescription? {
    entity.property(named: name)
      ?? ownSuperentities(of: entity).lazy.compactMap { $0.property(named: name) }.first
  }

  /// True if an entity is another or inherits from it.
  public func isKind(_ entity: EntityDescription, of other: String) -> Bool {
    entity.name == other || ownSuperentities(of: entity).contains { $0.name == other }
  }
}
