// The entity's relations to others in its model. A description that you create yourself, and don't
// take from a model, has only its own values.
extension EntityDescription {
  /// A copy of the model that the entity was taken from, or nil for a description that you created.
  public var managedObjectModel: ManagedObjectModel? { origin.model }

  /// The superentity, or nil if there is none.
  public var superentity: EntityDescription? {
    superentityName.flatMap { origin.model?.entity(named: $0) }
  }

  /// The direct subentities, in the model's order.
  public var subentities: [EntityDescription] { origin.model?.subentities(of: self) ?? [] }

  /// The direct subentities, by name.
  public var subentitiesByName: [String: EntityDescription] {
    Dictionary(subentities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// True if the entity is another or inherits from it. O(depth of the hierarchy × number of
  /// entities).
  public func isKindOf(entity: EntityDescription) -> Bool {
    origin.model?.isKind(self, of: entity.name) ?? (name == entity.name)
  }

  /// The entity's properties by name, including inherited ones.
  public var propertiesByName: [String: PropertyDescription] {
    let all = origin.model?.allProperties(of: self) ?? properties
    return Dictionary(
      all.map { ($0.name, $0.taken(from: origin)) }, uniquingKeysWith: { _, last in last })
  }

  /// The entity's attributes by name, including inherited ones.
  public var attributesByName: [String: AttributeDescription] {
    propertiesByName.compactMapValues {
      if case .attribute(let attribute) = $0 { attribute } else { nil }
    }
  }

  /// The entity's relationships by name, including inherited ones.
  public var relationshipsByName: [String: RelationshipDescription] {
    propertiesByName.compactMapValues {
      if case .relationship(let relationship) = $0 { relationship } else { nil }
    }
  }

  /// Returns the entity's relationships to another entity, including inherited ones, sorted by
  /// name.
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
  /// The destination. Nil if only its name is known.
  ///
  /// It is known after you set it here, or if you took the relationship from a model's entity, for
  /// example with ``EntityDescription/relationshipsByName``. It is a copy from that time.
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

  /// The inverse. Nil if there is none, or if ``destinationEntity`` is nil or has no such
  /// relationship.
  public var inverseRelationship: RelationshipDescription? {
    get { inverseName.flatMap { destinationEntity?.relationshipsByName[$0] } }
    set { inverseName = newValue?.name }
  }
}
