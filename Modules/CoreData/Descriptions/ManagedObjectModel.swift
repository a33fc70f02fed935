/// A managed object model as a value: the entities of a store's objects, with their properties.
///
/// It has everything that Core Data's model has. Entities refer to each other by name, so you can
/// build, compare, send and encode a model like any other value. A model may be incomplete while
/// you build it. ``problems()`` lists what is wrong.
public struct ManagedObjectModel: Sendable, Hashable {
  /// The entities, in the order of their declarations. Each refers to a copy of this model.
  public var entities: [EntityDescription] {
    get {
      let origin = Origin(self)
      return ownEntities.map { $0.taken(from: origin) }
    }
    set { ownEntities = newValue }
    _modify { yield &ownEntities }
  }
  /// The stored entities, whose reference to a model may be outdated.
  package private(set) var ownEntities: [EntityDescription]
  /// Named groups of attributes that entities use.
  public var composites: [CompositeDescription]
  /// Named sets of entities that can have stores of their own.
  public var configurations: [ConfigurationDescription]
  /// The fetch request templates. Each has a unique name.
  public var fetchRequestTemplates: [FetchRequestDescription]
  /// Your identifiers of this version, such as `2.1`.
  public var versionIdentifiers: Set<String>

  /// Creates a model.
  public init(
    entities: [EntityDescription] = [], composites: [CompositeDescription] = [],
    configurations: [ConfigurationDescription] = [],
    fetchRequestTemplates: [FetchRequestDescription] = [], versionIdentifiers: Set<String> = []
  ) {
    ownEntities = entities
    self.composites = composites
    self.configurations = configurations
    self.fetchRequestTemplates = fetchRequestTemplates
    self.versionIdentifiers = versionIdentifiers
  }

  /// The entities by name. If two have the same name, the first is included. O(number of entities).
  public var entitiesByName: [String: EntityDescription] {
    Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The same model with entities that don't refer to a model.
  func forgettingOrigins() -> ManagedObjectModel {
    guard ownEntities.contains(where: \.origin.isKnown) else { return self }
    var copy = self
    copy.ownEntities = ownEntities.map { $0.taken(from: .none) }
    return copy
  }

  /// Finds an entity by name. O(number of entities).
  public func entity(named name: String) -> EntityDescription? {
    ownEntities.first { $0.name == name }?.taken(from: Origin(self))
  }
}

/// A named set of a model's entities that can have a store of its own.
public struct ConfigurationDescription: Sendable, Hashable {
  /// The configuration's name.
  public var name: String
  /// The names of its entities.
  public var entityNames: [String]

  /// Creates a description.
  public init(name: String, entityNames: [String]) {
    self.name = name
    self.entityNames = entityNames
  }
}
