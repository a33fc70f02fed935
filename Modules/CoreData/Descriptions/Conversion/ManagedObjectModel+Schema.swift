public import StrataSchema

extension ManagedObjectModel {
  /// Creates the model of a schema, such as that of `@Model` classes.
  /// `Schema.init(_:version:)` converts it back to a schema with the same tables.
  ///
  /// An entity's class name is its own name. Attributes have the type of their columns, whatever
  /// their Swift type is. Values with several columns become composites.
  public init(_ schema: Schema) {
    self.init(
      entities: schema.entities.map { EntityDescription($0) },
      versionIdentifiers: ["\(schema.version)"])
  }
}

extension EntityDescription {
  fileprivate init(_ entity: Schema.Entity) {
    self.init(
      name: entity.name, managedObjectClassName: entity.name,
      superentityName: entity.superentityName,
      properties: entity.ownProperties.map { property in
        switch property {
        case .attribute(let attribute): .attribute(AttributeDescription(attribute))
        case .relationship(let one): .relationship(RelationshipDescription(one))
        }
      },
      uniquenessConstraints: entity.ownProperties.filter(\.isUnique).map { [$0.name] }
        + entity.ownUniquenessConstraints,
      indexes: entity.ownIndices.map { group in
        FetchIndexDescription(
          name: "by" + group.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(),
          elements: group.map { FetchIndexElementDescription(property: $0) })
      },
      renamingIdentifier: entity.originalName == entity.name ? nil : entity.originalName)
  }
}

extension RelationshipDescription {
  fileprivate init(_ relationship: Schema.Relationship) {
    self.init(
      name: relationship.name, destination: relationship.destination,
      inverse: relationship.inverseName, minCount: relationship.minimumModelCount ?? 0,
      maxCount: relationship.isToOne ? 1 : relationship.maximumModelCount ?? 0,
      isOrdered: !relationship.isToOne, deleteRule: relationship.deleteRule,
      isOptional: relationship.isOptional)
    if relationship.originalName != relationship.name {
      renamingIdentifier = relationship.originalName
    }
    versionHashModifier = relationship.hashModifier
  }
}
