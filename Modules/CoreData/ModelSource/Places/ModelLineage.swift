import StrataDescriptions

/// The superentities and subentities of a model's entities. They are looked up once, since a model
/// may have hundreds.
struct ModelLineage {
  /// The superentities of each entity, nearest first.
  private let above: [String: [EntityDescription]]
  /// Each entity with its subentities at any depth, in the model's order.
  private let below: [String: [EntityDescription]]

  init(_ model: ManagedObjectModel) {
    let entities = model.entitiesByName
    var above: [String: [EntityDescription]] = [:]
    var below: [String: [EntityDescription]] = [:]
    for entity in model.entities where above[entity.name] == nil {
      var found: [EntityDescription] = []
      var seen: Set<String> = [entity.name]
      var name = entity.superentityName
      while let next = name, seen.insert(next).inserted, let parent = entities[next] {
        found.append(parent)
        name = parent.superentityName
      }
      above[entity.name] = found
      for ancestor in [entity] + found { below[ancestor.name, default: []].append(entity) }
    }
    self.above = above
    self.below = below
  }

  /// The superentities of an entity, nearest first.
  func superentities(of entity: EntityDescription) -> [EntityDescription] {
    above[entity.name] ?? []
  }

  /// The root of an entity's hierarchy, which may be the entity itself.
  func root(of entity: EntityDescription) -> String {
    above[entity.name]?.last?.name ?? entity.name
  }

  /// The entity and its subentities at any depth.
  func kinds(of name: String) -> [EntityDescription] { below[name] ?? [] }

  /// True if an entity is another or inherits from it.
  func isKind(_ entity: EntityDescription, of other: String) -> Bool {
    entity.name == other || superentities(of: entity).contains { $0.name == other }
  }

  /// All properties of an entity's objects, inherited ones first.
  func allProperties(of entity: EntityDescription) -> [PropertyDescription] {
    superentities(of: entity).reversed().flatMap(\.properties) + entity.properties
  }

  /// Finds a property that an entity declares or inherits.
  func property(named name: String, of entity: EntityDescription) -> PropertyDescription? {
    entity.property(named: name)
      ?? superentities(of: entity).lazy.compactMap { $0.property(named: name) }.first
  }
}
