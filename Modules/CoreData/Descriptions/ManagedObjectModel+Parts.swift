extension ManagedObjectModel {
  /// Returns the fetch request template with a name, or nil if there is none.
  public func fetchRequestTemplate(forName name: String) -> FetchRequestDescription? {
    fetchRequestTemplates.first { $0.name == name }
  }

  /// The fetch request templates, by name.
  public var fetchRequestTemplatesByName: [String: FetchRequestDescription] {
    Dictionary(
      fetchRequestTemplates.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sets the fetch request template with a name, or removes it with nil.
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

  /// Returns the entities of a configuration, or all entities without a name. Returns nil if there
  /// is no such configuration.
  public func entities(forConfigurationName name: String?) -> [EntityDescription]? {
    guard let name else { return entities }
    guard let found = configurations.first(where: { $0.name == name }) else { return nil }
    return found.entityNames.compactMap { entity(named: $0) }
  }

  /// Sets the entities of a configuration, and creates the configuration if necessary.
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
