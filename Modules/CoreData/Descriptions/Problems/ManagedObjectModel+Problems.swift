import StrataSchema

extension ManagedObjectModel {
  /// Returns the model's inconsistencies, in the model's order.
  ///
  /// A store can be opened with a model if all its problems are warnings.
  ///
  /// - Complexity: O(number of properties × depth of inheritance)
  public func problems() -> [ModelProblem] {
    var finder = ProblemFinder(model: self)
    finder.find()
    return finder.problems
  }
}

/// Finds inconsistencies in a model.
struct ProblemFinder {
  let model: ManagedObjectModel
  let entities: [String: EntityDescription]
  /// The properties that entities themselves declare, by name. If two have the same name, the first
  /// is included.
  let properties: [String: [String: PropertyDescription]]
  let composites: Set<String>
  /// The names of each entity's superentities, nearest first. At most one more than the maximum
  /// depth.
  let ancestors: [String: [String]]
  let inverseCheck: InverseCheck
  var problems: [ModelProblem] = []

  /// The greatest number of superentities. Known models have five at most. Without a limit,
  /// checking a malicious model could take hours.
  static let maximumDepth = 64

  init(model: ManagedObjectModel) {
    self.model = model
    let entities = model.entitiesByName
    self.entities = entities
    properties = entities.mapValues { entity in
      Dictionary(entity.properties.map { ($0.name, $0) }) { first, _ in first }
    }
    inverseCheck = InverseCheck(model, maximumDepth: Self.maximumDepth)
    composites = Set(model.composites.map(\.name))
    ancestors = entities.mapValues { entity in
      var names: [String] = []
      var seen: Set<String> = [entity.name]
      var next = entity.superentityName
      while let name = next, let superentity = entities[name], seen.insert(name).inserted,
        names.count <= Self.maximumDepth
      {
        names.append(name)
        next = superentity.superentityName
      }
      return names
    }
  }

  mutating func find() {
    checkNames()
    for entity in model.entities { check(entity) }
    checkParts()
  }

  mutating func add(
    _ kind: ModelProblem.Kind, _ entity: EntityDescription? = nil, _ property: String? = nil
  ) {
    problems.append(ModelProblem(kind, entity: entity?.name, property: property))
  }

  /// Finds a property that an entity declares or inherits, and the entity that declares it.
  func property(_ name: String, of entity: String) -> (
    owner: String, property: PropertyDescription
  )? {
    for owner in [entity] + (ancestors[entity] ?? []) {
      if let property = properties[owner]?[name] { return (owner, property) }
    }
    return nil
  }

  private mutating func checkNames() {
    var names: [String: String] = [:]
    for entity in model.entities {
      if entity.name.isEmpty { add(.emptyName, entity) }
      if let other = names.updateValue(entity.name, forKey: entity.name.lowercased()) {
        add(other == entity.name ? .duplicateEntity : .similarEntity(other), entity)
      }
    }
  }

  /// Checks the parts of the model that don't belong to an entity.
  private mutating func checkParts() {
    var names: Set<String> = []
    for request in model.fetchRequestTemplates {
      if !names.insert(request.name).inserted { add(.duplicateFetchRequest(request.name)) }
      check(request)
    }
    names = []
    for composite in model.composites where !names.insert(composite.name).inserted {
      add(.duplicateComposite(composite.name))
    }
    names = []
    for configuration in model.configurations {
      if !names.insert(configuration.name).inserted {
        add(.duplicateConfiguration(configuration.name))
      }
      for name in configuration.entityNames where entities[name] == nil {
        add(.unknownMember(name, configuration: configuration.name))
      }
    }
  }

  mutating func check(
    _ request: FetchRequestDescription, _ entity: EntityDescription? = nil,
    _ property: String? = nil
  ) {
    if request.entityName.flatMap({ entities[$0] }) == nil {
      add(.unknownFetchedEntity(request.entityName, request: request.name), entity, property)
    }
  }
}
