import StrataSchema

extension Schema {
  /// The part of the schema that each configuration's store keeps: the classes of the configuration's
  /// own schema; of one that has none, what the others leave.
  ///
  /// - Throws: ``ConfigurationError`` for a class in several parts or in none, and for classes of
  ///   different parts that are related; `SchemaError` of a configuration's schema.
  func divided(
    among configurations: [ModelConfiguration], _ models: [any PersistentModel.Type]
  ) throws -> [Schema] {
    let owners = try owners(among: configurations)
    try checkConnections(owners)
    // The whole stays what it is, such as one that was read from where it was written down.
    guard configurations.count > 1 else { return [self] }
    return configurations.map { configuration in
      Schema(models.filter { owners[$0._$entity.name] == configuration.name }, version: version)
    }
  }

  /// The configuration of each entity.
  private func owners(among configurations: [ModelConfiguration]) throws -> [String: String] {
    var owners: [String: String] = [:]
    for configuration in configurations {
      guard let schema = configuration.schema else { continue }
      if let problem = schema.problem { throw problem }
      for entity in schema.entities {
        guard entitiesByName[entity.name] != nil else {
          throw ConfigurationError.schemaNotFoundInContainerSchema(
            entity: entity.name, configuration: configuration.name)
        }
        if let other = owners.updateValue(configuration.name, forKey: entity.name) {
          throw overlap(of: entity, configurations: [other, configuration.name])
        }
      }
    }
    let open = configurations.filter { $0.schema == nil }
    guard open.count < 2 else {
      throw ConfigurationError.severalWithoutSchema(open.map(\.name))
    }
    for entity in entities where owners[entity.name] == nil {
      guard let rest = open.first else {
        throw ConfigurationError.entityInNone(entity: entity.name)
      }
      owners[entity.name] = rest.name
    }
    return owners
  }

  private func checkConnections(_ owners: [String: String]) throws(ConfigurationError) {
    for entity in entities {
      guard let owner = owners[entity.name] else { continue }
      if let superentity = entity.superentityName, let other = owners[superentity], other != owner {
        throw .inheritanceAcross(
          entity: entity.name, superentity: superentity, configurations: [owner, other])
      }
      for relationship in entity.relationships {
        if let other = owners[relationship.destination], other != owner {
          throw .relationshipAcross(
            entity: entity.name, relationship: relationship.name,
            destination: relationship.destination, configurations: [owner, other])
        }
      }
    }
  }

  /// Why an entity is in two configurations: a schema takes in by itself what its classes lead to and
  /// inherit from, so that the reason is mostly a connection and seldom that somebody named it twice.
  private func overlap(of entity: Entity, configurations: [String]) -> ConfigurationError {
    for other in entities where other.name != entity.name {
      if other.superentityName == entity.name {
        return .inheritanceAcross(
          entity: other.name, superentity: entity.name, configurations: configurations)
      }
      if let relationship = other.relationships.first(where: { $0.destination == entity.name }) {
        return .relationshipAcross(
          entity: other.name, relationship: relationship.name, destination: entity.name,
          configurations: configurations)
      }
    }
    return .entityInSeveral(entity: entity.name, configurations: configurations)
  }
}
