extension ManagedObjectModel {
  /// Merges several models.
  ///
  /// Equal entities, composites and fetch request templates are included once. Configurations with
  /// the same name are combined.
  ///
  /// - Throws: ``ModelMergeError`` if two models differ in something with the same name.
  /// - Complexity: O(size of the models)
  public init(merging models: [ManagedObjectModel]) throws(ModelMergeError) {
    self.init()
    var entities: [String: EntityDescription] = [:]
    var composites: [String: CompositeDescription] = [:]
    var templates: [String: FetchRequestDescription] = [:]
    for model in models {
      for entity in model.ownEntities {
        switch entities.updateValue(entity, forKey: entity.name) {
        case nil: self.entities.append(entity)
        case entity: break
        case .some: throw .conflictingEntities(entity.name)
        }
      }
      for composite in model.composites {
        switch composites.updateValue(composite, forKey: composite.name) {
        case nil: self.composites.append(composite)
        case composite: break
        case .some: throw .conflictingComposites(composite.name)
        }
      }
      for template in model.fetchRequestTemplates {
        switch templates.updateValue(template, forKey: template.name) {
        case nil: fetchRequestTemplates.append(template)
        case template: break
        case .some: throw .conflictingFetchRequests(template.name)
        }
      }
      for configuration in model.configurations { merge(configuration) }
      versionIdentifiers.formUnion(model.versionIdentifiers)
    }
  }

  private mutating func merge(_ configuration: ConfigurationDescription) {
    guard let index = configurations.firstIndex(where: { $0.name == configuration.name }) else {
      return configurations.append(configuration)
    }
    let known = Set(configurations[index].entityNames)
    configurations[index].entityNames += configuration.entityNames.filter { !known.contains($0) }
  }
}

/// An error of merging models.
public enum ModelMergeError: Error, Sendable, Hashable {
  /// Two models have different entities with the same name.
  case conflictingEntities(String)
  /// Two models have different composites with the same name.
  case conflictingComposites(String)
  /// Two models have different fetch request templates with the same name.
  case conflictingFetchRequests(String)
}

extension ModelMergeError: CustomStringConvertible {
  /// The difference, and a remedy.
  public var description: String {
    switch self {
    case .conflictingEntities(let name):
      "two models have different entities “\(name)”; make them the same, or rename one"
    case .conflictingComposites(let name):
      "two models have different composites “\(name)”; make them the same, or rename one"
    case .conflictingFetchRequests(let name):
      "two models have different fetch requests “\(name)”; make them the same, or rename one"
    }
  }
}
