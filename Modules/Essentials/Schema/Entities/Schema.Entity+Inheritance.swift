extension Schema.Entity {
  /// The name of the entity that this one inherits from.
  public var superentityName: String? { superentity?.name }

  /// The properties that the entity inherits.
  public var inheritedProperties: [Schema.Property] { superentity?.properties ?? [] }

  /// The inherited properties by name.
  public var inheritedPropertiesByName: [String: Schema.Property] {
    .init(inheritedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The properties that the entity declares itself.
  package var ownProperties: [Schema.Property] {
    Array(properties.dropFirst(inheritedProperties.count))
  }

  /// The groups that the entity itself says are unique.
  package var ownUniquenessConstraints: [[String]] {
    Array(uniquenessConstraints.dropFirst(superentity?.uniquenessConstraints.count ?? 0))
  }

  /// The groups that the entity itself wants an index for.
  package var ownIndices: [[String]] {
    Array(indices.dropFirst(superentity?.indices.count ?? 0))
  }

  /// The entity at the top of the hierarchy, whose table has the rows of all of it.
  public var root: Schema.Entity { superentity?.root ?? self }

  /// The entities from the root down to this one.
  public var lineage: [Schema.Entity] { (superentity?.lineage ?? []) + [self] }

  /// Whether the entity is another or inherits from it. O(depth of the hierarchy).
  public func isKind(of other: Schema.Entity) -> Bool {
    self === other || superentity?.isKind(of: other) ?? false
  }
}

extension Schema.Property {
  /// The property as one that an entity declares, whoever inherits it.
  func declared(by entity: String) -> Schema.Property {
    guard case .relationship(var relationship) = self else { return self }
    relationship.declaringEntity = relationship.declaringEntity ?? entity
    return .relationship(relationship)
  }
}

extension Schema {
  /// The entities that inherit from one directly, in order of their names.
  public func subentities(of entity: Entity) -> [Entity] {
    entities.filter { $0.superentity === entity }
  }

  /// An entity and all that inherit from it, each before those below it. O(number of entities) for
  /// each of them.
  public func hierarchy(from entity: Entity) -> [Entity] {
    [entity] + subentities(of: entity).flatMap { hierarchy(from: $0) }
  }

  /// Lets entities know of those below them, and checks that they fit into one table.
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
