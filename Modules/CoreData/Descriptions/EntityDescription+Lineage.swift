// What an entity is among the others of its model. One that was made by itself, and not taken from a model,
// knows what it says itself and no more.
extension EntityDescription {
  /// The model that the entity was taken from, as it was then; nil for one that was made by itself.
  public var managedObjectModel: ManagedObjectModel? { origin.model }

  /// The entity that this one inherits from; nil for none.
  public var superentity: EntityDescription? {
    superentityName.flatMap { origin.model?.entity(named: $0) }
  }

  /// The entities that inherit from this one directly, in the model's order.
  public var subentities: [EntityDescription] { origin.model?.subentities(of: self) ?? [] }

  /// The entities that inherit from this one directly, by name.
  public var subentitiesByName: [String: EntityDescription] {
    Dictionary(subentities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the entity is another, or inherits from it. O(depth of the hierarchy × number of entities).
  public func isKindOf(entity: EntityDescription) -> Bool {
    origin.model?.isKind(self, of: entity.name) ?? (name == entity.name)
  }

  /// The properties of the entity's objects by name, inherited ones included.
  public var propertiesByName: [String: PropertyDescription] {
    let all = origin.model?.allProperties(of: self) ?? properties
    return Dictionary(
      all.map { ($0.name, $0.taken(from: origin)) }, uniquingKeysWith: { _, last in last })
  }

  /// The attributes of the entity's objects by name, inherited ones included.
  public var attributesByName: [String: AttributeDescription] {
    propertiesByName.compactMapValues {
      if case .attribute(let attribute) = $0 { attribute } else { nil }
    }
  }

  /// The relationships of the entity's objects by name, inherited ones included.
  public var relationshipsByName: [String: RelationshipDescription] {
    propertiesByName.compactMapValues {
      if case .relationship(let relationship) = $0 { relationship } else { nil }
    }
  }

  /// The relationships of the entity's objects that lead to another entity, inherited ones included, by their
  /// names' order.
  public func relationships(
    forDestination entity: EntityDescription
  ) -> [RelationshipDescription] {
    relationshipsByName.values.filter { $0.destinationEntityName == entity.name }
      .sorted { $0.name < $1.name }
  }
}

extension PropertyDescription {
  fileprivate func taken(from origin: Origin) -> PropertyDescription {
    guard case .relationship(var relationship) = self else { return self }
    relationship.origin = origin
    return .relationship(relationship)
  }
}

extension RelationshipDescription {
  /// The entity that it leads to, as it was when it was set here, or when the relationship was taken from a
  /// model's entity by ``EntityDescription/relationshipsByName`` and its like; nil where only the name is known.
  public var destinationEntity: EntityDescription? {
    get { destinationEntityName.flatMap { origin.model?.entity(named: $0) } }
    set {
      destinationEntityName = newValue?.name
      origin =
        newValue.map { entity in
          entity.origin.isKnown ? entity.origin : Origin(ManagedObjectModel(entities: [entity]))
        } ?? .none
    }
  }

  /// The destination's relationship that leads back; nil for none, and where ``destinationEntity`` is or
  /// has none of the name.
  public var inverseRelationship: RelationshipDescription? {
    get { inverseName.flatMap { destinationEntity?.relationshipsByName[$0] } }
    set { inverseName = newValue?.name }
  }
}
