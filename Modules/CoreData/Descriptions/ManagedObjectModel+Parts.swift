extension ManagedObjectModel {
  /// Finds a fetch request that is kept with the model; nil where there is none of the name.
  public func fetchRequestTemplate(forName name: String) -> FetchRequestDescription? {
    fetchRequestTemplates.first { $0.name == name }
  }

  /// The fetch requests that are kept with the model, by name.
  public var fetchRequestTemplatesByName: [String: FetchRequestDescription] {
    Dictionary(
      fetchRequestTemplates.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Keeps a fetch request with the model, in the place of one of the same name; nil to keep none.
  public mutating func setFetchRequestTemplate(
    _ template: FetchRequestDescription?, forName name: String
  ) {
    let index = fetchRequestTemplates.firstIndex { $0.name == name }
    guard var template else {
      if let index { fetchRequestTemplates.remove(at: index) }
      return
    }
    template.name = name
    if let index {
      fetchRequestTemplates[index] = template
    } else {
      fetchRequestTemplates.append(template)
    }
  }

  /// The entities of a configuration, or all without a name; nil where there is no such configuration.
  public func entities(forConfigurationName name: String?) -> [EntityDescription]? {
    guard let name else { return entities }
    guard let found = configurations.first(where: { $0.name == name }) else { return nil }
    return found.entityNames.compactMap { entity(named: $0) }
  }

  /// Makes some entities those of a configuration, which is made where there is none of the name.
  public mutating func setEntities(
    _ entities: [EntityDescription], forConfigurationName name: String
  ) {
    let configuration = ConfigurationDescription(name: name, entityNames: entities.map(\.name))
    if let index = configurations.firstIndex(where: { $0.name == name }) {
      configurations[index] = configuration
    } else {
      configurations.append(configuration)
    }
  }
}
