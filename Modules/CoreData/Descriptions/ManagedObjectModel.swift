/// What the objects of a store are: entities with their properties, as a value.
///
/// It has what Core Data's model has, and refers to entities by name, so that a model can be built,
/// compared, sent and written down like any other value. A model may be incomplete while it is built;
/// ``problems()`` says what is missing.
public struct ManagedObjectModel: Sendable, Hashable {
  /// The entities, in the order in which they were written. Each that is taken out knows the others.
  public var entities: [EntityDescription] {
    get {
      let origin = Origin(self)
      return ownEntities.map { $0.taken(from: origin) }
    }
    set { ownEntities = newValue }
    _modify { yield &ownEntities }
  }
  /// The same as they are kept: what they know of other entities may be another model's.
  package private(set) var ownEntities: [EntityDescription]
  /// Groups of attributes that entities use by name.
  public var composites: [CompositeDescription]
  /// Parts of the model that have a store of their own.
  public var configurations: [ConfigurationDescription]
  /// Fetch requests that are kept with the model, each with a name of its own.
  public var fetchRequestTemplates: [FetchRequestDescription]
  /// What the developer calls this version, such as `2.1`; empty where nothing was said.
  public var versionIdentifiers: Set<String>

  /// Makes a model of its parts.
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

  /// The entities by name; of two with one name, the first. O(number of entities).
  public var entitiesByName: [String: EntityDescription] {
    Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The same model, whose entities know of no other one.
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
