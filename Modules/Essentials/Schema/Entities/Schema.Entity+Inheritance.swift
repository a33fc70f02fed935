extension Schema.Entity {
  /// The name of the superentity.
  public var superentityName: String? { superentity?.name }

  /// The inherited properties.
  public var inheritedProperties: [Schema.Property] { superentity?.properties ?? [] }

  /// The inherited properties by name.
  public var inheritedPropertiesByName: [String: Schema.Property] {
    .init(inheritedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The properties that the entity declares itself.
  package var ownProperties: [Schema.Property] {
    Array(properties.dropFirst(inheritedProperties.count))
  }

  /// The uniqueness constraints that the entity declares itself.
  package var ownUniquenessConstraints: [[String]] {
    Array(uniquenessConstraints.dropFirst(superentity?.uniquenessConstraints.count ?? 0))
  }

  /// The indices that the entity declares itself.
  package var ownIndices: [[String]] {
    Array(indices.dropFirst(superentity?.indices.count ?? 0))
  }

  /// The top of the hierarchy, whose table has the rows of all its entities.
  public var root: Schema.Entity { superentity?.root ?? self }

  /// The entities from the root down to this one.
  public var lineage: [Schema.Entity] { (superentity?.lineage ?? []) + [self] }

  /// Returns true if the entity is the same as another or inherits from it.
  ///
  /// O(depth of the hierarchy).
  public func isKind(of other: Schema.Entity) -> Bool {
    self === other || superentity?.isKind(of: other) ?? false
  }
}

extension Schema.Property {
  /// Returns the property with the entity that declares it, unless that is set already.
  func declared(by entity: String) -> Schema.Property {
    guard case .relationship(var relationship) = self else { return self }
    relationship.declaringEntity = relationship.declaringEntity ?? entity
    return .relationship(relationship)
  }
}

extension Schema {
  /// Returns the entities that directly inherit from another, in order of their names.
  public func subentities(of entity: Entity) -> [Entity] {
    entities.filter { $0.superentity === entity }
  }

  /// Returns an entity and all that inherit from it, each before its own subentities.
  ///
  /// O(number of entities) for each of them.
  public func hierarchy(from entity: Entity) -> [Entity] {
    [entity] + subentities(of: entity).flatMap { hierarchy(from: $0) }
  }

  /// Sets the subentities of all entities, and checks that each hierarchy fits into one table.
  func linkHierarchies() throws(SchemaError) {
    for entity in entities {
      if let superentity = entity.superentity, entitiesByName[superentity.name] !== superentity {
        throw .unknownSuperentity(entity: entity.name, superentity: superentity.name)
      }
      entity.link(subentities(of: entity))
    }
    for root in entities where root.superentity == nil {
      let family = hierarchy(from: root)
      guard family.count > 1 else { continue }
      var columns: Set<String> = []
      for entity in family {
        for column in entity.ownProperties.flatMap(\.columnNames)
        where !columns.insert(column.lowercased()).inserted {
          throw .duplicateColumn(entity: entity.name, column: column)
        }
      }
    }
  }
}
