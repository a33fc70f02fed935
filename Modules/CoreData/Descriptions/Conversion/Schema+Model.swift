public import StrataSchema

extension Schema {
  /// Creates the schema of a model.
  ///
  /// A schema has no fetched properties, indexes over expressions, fetch request templates and
  /// configurations, so they are left out. Transient properties become ephemeral. If a
  /// relationship's destination inherits the inverse, the schema's relationship leads to the entity
  /// that declares it.
  ///
  /// - Throws: ``ModelConversionError``.
  public convenience init(
    _ model: ManagedObjectModel, version: Version = Version(1, 0, 0)
  ) throws(ModelConversionError) {
    var making = SchemaMaking(model)
    let entities = try making.allEntities()
    do throws(SchemaError) {
      try self.init(entities: entities, version: version)
    } catch {
      throw .schema(error)
    }
  }
}

/// Creates the entities of a schema, superentities first.
private struct SchemaMaking {
  let model: ManagedObjectModel
  let resolution: RelationshipResolution
  private var made: [String: Schema.Entity] = [:]

  init(_ model: ManagedObjectModel) {
    self.model = model
    resolution = RelationshipResolution(model)
  }

  mutating func allEntities() throws(ModelConversionError) -> [Schema.Entity] {
    var all: [Schema.Entity] = []
    for entity in model.entities {
      var lineage = [entity]
      for superentity in resolution.superentities(of: entity) { lineage.append(superentity) }
      try check(lineage, of: entity)
      var superentity: Schema.Entity?
      for one in lineage.reversed() { superentity = try self.entity(one, below: superentity) }
      if let superentity { all.append(superentity) }
    }
    return all
  }

  private func check(
    _ lineage: [EntityDescription], of entity: EntityDescription
  ) throws(ModelConversionError) {
    guard let top = lineage.last, let missing = top.superentityName else { return }
    throw resolution.entities[missing] == nil
      ? .unknownSuperentity(entity: top.name, superentity: missing)
      : .circularInheritance(entity: entity.name)
  }

  private mutating func entity(
    _ entity: EntityDescription, below superentity: Schema.Entity?
  ) throws(ModelConversionError) -> Schema.Entity {
    // Two entities with the same name are an error, which the schema reports.
    if let known = made[entity.name], resolution.entities[entity.name] == entity { return known }
    var properties: [Schema.Property] = []
    for property in entity.properties {
      if let one = try self.property(property, of: entity) { properties.append(one) }
    }
    let columns = Set(
      properties.flatMap { $0.columnNames.isEmpty ? [] : [$0.name] }
        + (superentity?.properties ?? []).flatMap { $0.columnNames.isEmpty ? [] : [$0.name] })
    let isKept = { (group: [String]) in
      !group.isEmpty
        && group.allSatisfy { columns.contains(String($0.prefix { $0 != "." })) }
    }
    do throws(SchemaError) {
      let one = try Schema.Entity(
        name: entity.name, originalName: entity.formerName, superentity: superentity,
        properties: properties,
        uniquenessConstraints: entity.uniquenessConstraints.filter(isKept),
        indices: entity.indexGroups.filter(isKept))
      made[entity.name] = one
      return one
    } catch {
      throw .schema(error)
    }
  }

  private func property(
    _ property: PropertyDescription, of entity: EntityDescription
  ) throws(ModelConversionError) -> Schema.Property? {
    switch property {
    case .attribute(let attribute):
      .attribute(try Schema.Attribute(attribute, of: entity))
    case .relationship(let relationship):
      // A transient relationship isn't part of the schema.
      relationship.isTransient
        ? nil : .relationship(try resolution.relationship(relationship, of: entity))
    case .fetchedProperty: nil
    }
  }
}

extension EntityDescription {
  /// The groups of properties that have an index, each once. Indexes over expressions are left out.
  fileprivate var indexGroups: [[String]] {
    var groups = indexes.compactMap { index -> [String]? in
      let names = index.elements.compactMap(\.propertyName)
      return names.count == index.elements.count ? names : nil
    }
    groups += compoundIndexes
    groups += properties.filter(\.underlying.isIndexed).map { [$0.name] }
    // A to-one relationship always has an index.
    let links = Set(relationships.map(\.name))
    var seen: Set<[String]> = []
    return groups.filter { group in
      !(group.count == 1 && links.contains(group[0])) && seen.insert(group).inserted
    }
  }
}
