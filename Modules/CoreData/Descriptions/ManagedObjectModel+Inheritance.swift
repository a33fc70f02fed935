extension ManagedObjectModel {
  /// The entities that an entity inherits from, the nearest first. Ends where an entity is missing, or
  /// comes again. O(depth × number of entities).
  public func superentities(of entity: EntityDescription) -> [EntityDescription] {
    let origin = Origin(self)
    return ownSuperentities(of: entity).map { $0.taken(from: origin) }
  }

  /// The same, which know nothing of the model.
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

  /// The entities that inherit from an entity directly, in the model's order.
  public func subentities(of entity: EntityDescription) -> [EntityDescription] {
    let origin = Origin(self)
    return ownEntities.filter { $0.superentityName == entity.name }.map { $0.taken(from: origin) }
  }

  /// All properties of an entity's objects: those of the topmost entity first, then the ones that are
  /// added on the way down.
  public func allProperties(of entity: EntityDescription) -> [PropertyDescription] {
    ownSuperentities(of: entity).reversed().flatMap(\.properties) + entity.properties
  }

  /// Finds a property of an entity's objects, inherited or not; nil where there is none.
  public func property(named name: String, of entity: EntityDescription) -> PropertyDescription? {
    entity.property(named: name)
      ?? ownSuperentities(of: entity).lazy.compactMap { $0.property(named: name) }.first
  }

  /// Whether an entity is another, or inherits from it.
  public func isKind(_ entity: EntityDescription, of other: String) -> Bool {
    entity.name == other || ownSuperentities(of: entity).contains { $0.name == other }
  }
}
