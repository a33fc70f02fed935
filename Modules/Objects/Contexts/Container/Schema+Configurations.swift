import StrataModel
import StrataSchema

extension Schema {
  /// Divides the schema among the stores of configurations.
  ///
  /// A store contains the classes of its configuration's schema. A configuration without a schema
  /// gets all remaining classes.
  ///
  /// - Throws: ``ConfigurationError`` if several parts or none contain a class, or if classes of
  ///   different parts are related. `SchemaError` of a configuration's schema.
  func divided(
    among configurations: [ModelConfiguration], _ models: [any PersistentModel.Type]
  ) throws -> [Schema] {
    let owners = try owners(among: configurations)
    try checkConnections(owners)
    // A single store keeps the schema itself, which may have been read from a file.
    guard configurations.count > 1 else { return [self] }
    return try configurations.map { configuration in
      let part = models.filter { owners[$0._$entity.name]?.name == configuration.name }
      guard !part.isEmpty else { throw ConfigurationError.nothingLeft(configuration.name) }
      return Schema(part, version: version)
    }
  }

  /// The configuration of each entity.
  private func owners(
    among configurations: [ModelConfiguration]
  ) throws -> [String: ModelConfiguration] {
    var owners: [String: ModelConfiguration] = [:]
    for configuration in configurations {
      guard let schema = configuration.schema else { continue }
      if let problem = schema.problem { throw problem }
      for entity in schema.entities {
        guard entitiesByName[entity.name] != nil else {
          throw ConfigurationError.schemaNotFoundInContainerSchema(
            entity: entity.name, configuration: configuration.name)
        }
        if let other = owners.updateValue(configuration, forKey: entity.name) {
          throw overlap(of: entity.name, other, configuration)
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
      owners[entity.name] = rest
    }
    return owners
  }

  private func checkConnections(
    _ owners: [String: ModelConfiguration]
  ) throws(ConfigurationError) {
    for entity in entities {
      guard let owner = owners[entity.name]?.name else { continue }
      for (connection, destination) in entity.connections {
        guard let other = owners[destination]?.name, other != owner else { continue }
        throw connection.error([owner, other])
      }
    }
  }

  /// The error for an entity in two configurations.
  ///
  /// A schema includes the related classes and superclasses of its classes. So the cause is usually
  /// a connection between classes, and rarely a class that both configurations name.
  private func overlap(
    of entity: String, _ lhs: ModelConfiguration, _ rhs: ModelConfiguration
  ) -> ConfigurationError {
    let (left, right) = (lhs.entityNames, rhs.entityNames)
    let both = left.intersection(right)
    // Look first for a class of one configuration that leads to shared ones, then among shared
    // ones.
    for sources in [left.symmetricDifference(right), both] {
      for other in entities where sources.contains(other.name) {
        for (connection, destination) in other.connections
        where both.contains(destination) && destination != other.name {
          return connection.error([lhs.name, rhs.name])
        }
      }
    }
    return .entityInSeveral(entity: entity, configurations: [lhs.name, rhs.name])
  }
}

extension ModelConfiguration {
  fileprivate var entityNames: Set<String> { Set(schema?.entities.map(\.name) ?? []) }
}

/// A connection that requires two classes to be in the same store.
private enum StoreTie {
  case inheritance(entity: String, superentity: String)
  case relationship(entity: String, Schema.Relationship)

  func error(_ configurations: [String]) -> ConfigurationError {
    switch self {
    case .inheritance(let entity, let superentity):
      .inheritanceAcross(entity: entity, superentity: superentity, configurations: configurations)
    case .relationship(let entity, let relationship):
      .relationshipAcross(
        entity: entity, relationship: relationship.name, destination: relationship.destination,
        configurations: configurations)
    }
  }
}

extension Schema.Entity {
  /// The entities that must be in the same store, each with the reason.
  fileprivate var connections: [(connection: StoreTie, destination: String)] {
    let above = superentityName.map { superentity in
      (StoreTie.inheritance(entity: name, superentity: superentity), superentity)
    }
    return (above.map { [$0] } ?? [])
      + relationships.map { (.relationship(entity: name, $0), $0.destination) }
  }
}
