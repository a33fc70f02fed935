extension Schema.Entity {
  /// The attributes by name.
  public var attributesByName: [String: Schema.Attribute] {
    .init(attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The relationships by name.
  public var relationshipsByName: [String: Schema.Relationship] {
    .init(relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The attributes and relationships that the entity declares itself, each with its own type.
  public var storedProperties: [any SchemaProperty] { ownProperties.map(\.underlying) }

  /// The attributes and relationships that the entity declares itself, by name.
  public var storedPropertiesByName: [String: any SchemaProperty] {
    .init(storedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Schema.Entity: Hashable {
  /// Compares everything that the entities declare, with the name of the superentity.
  public static func == (lhs: Schema.Entity, rhs: Schema.Entity) -> Bool {
    lhs === rhs
      || (lhs.name == rhs.name && lhs.originalName == rhs.originalName
        && lhs.superentity?.name == rhs.superentity?.name && lhs.properties == rhs.properties
        && lhs.uniquenessConstraints == rhs.uniquenessConstraints && lhs.indices == rhs.indices
        && lhs.search == rhs.search)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
