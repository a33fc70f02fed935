extension ProblemFinder {
  mutating func check(_ entity: EntityDescription) {
    checkInheritance(of: entity)
    var names: [String: String] = [:]
    for property in entity.properties {
      if property.name.isEmpty { add(.emptyName, entity, property.name) }
      if let other = names.updateValue(property.name, forKey: property.name.lowercased()) {
        let kind: ModelProblem.Kind =
          other == property.name ? .duplicateProperty : .similarProperty(other)
        add(kind, entity, property.name)
      }
      checkOverriding(property, of: entity)
      switch property {
      case .attribute(let attribute): check(attribute, of: entity)
      case .relationship(let relationship): check(relationship, of: entity)
      case .fetchedProperty(let fetched):
        if let request = fetched.fetchRequest {
          check(request, entity, fetched.name)
        } else {
          add(.noFetchRequest, entity, fetched.name)
        }
      }
    }
    for constraint in entity.uniquenessConstraints { check(constraint: constraint, of: entity) }
    checkIndexes(of: entity)
  }

  private mutating func checkInheritance(of entity: EntityDescription) {
    guard let name = entity.superentityName else { return }
    if entities[name] == nil {
      add(.unknownSuperentity(name), entity)
      return
    }
    let chain = ancestors[entity.name] ?? []
    if entities[chain.last ?? entity.name]?.superentityName == entity.name {
      add(.circularInheritance([entity.name] + chain), entity)
    } else if chain.count > Self.maximumDepth {
      add(.deepInheritance(maximum: Self.maximumDepth), entity)
    }
  }

  /// Checks whether a property is inherited as well. The same declaration is harmless, but a
  /// different one would need two columns with the same name.
  private mutating func checkOverriding(
    _ property: PropertyDescription, of entity: EntityDescription
  ) {
    for owner in ancestors[entity.name] ?? [] {
      guard let inherited = properties[owner]?[property.name] else { continue }
      let isSame =
        switch (property, inherited) {
        case (.attribute(let one), .attribute(let other)): one.type == other.type
        case (.relationship(let one), .relationship(let other)):
          one.isToMany == other.isToMany && one.destinationEntityName == other.destinationEntityName
        case (.fetchedProperty, .fetchedProperty): true
        default: false
        }
      add(
        isSame ? .overridesInherited(from: owner) : .contradictsInherited(from: owner), entity,
        property.name)
      return
    }
  }

  private mutating func check(constraint: [String], of entity: EntityDescription) {
    if constraint.isEmpty { add(.emptyConstraint, entity) }
    for name in constraint {
      // An attribute in a composite is named by its path.
      let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let found = property(parts[0], of: entity.name)?.property else {
        add(.unknownUniqueProperty(name), entity)
        continue
      }
      switch found {
      case .attribute(let attribute) where attribute.type == .composite && parts.count > 1: break
      case .attribute(let attribute) where !attribute.isTransient && parts.count == 1: break
      case .relationship(let relationship)
      where !relationship.isToMany && !relationship.isTransient && parts.count == 1: break
      default: add(.unsuitableUniqueProperty(name), entity)
      }
    }
  }

  private mutating func checkIndexes(of entity: EntityDescription) {
    var names: Set<String> = []
    for index in entity.indexes {
      if !names.insert(index.name).inserted { add(.duplicateIndex(index.name), entity) }
      if index.elements.isEmpty { add(.emptyIndex(index.name), entity) }
      check(index: index.name, over: index.elements.compactMap(\.propertyName), of: entity)
    }
    for group in entity.compoundIndexes {
      let name = group.joined(separator: ", ")
      if group.isEmpty { add(.emptyIndex(name), entity) }
      check(index: name, over: group, of: entity)
    }
  }

  private mutating func check(index: String, over names: [String], of entity: EntityDescription) {
    for name in names {
      let first = name.prefix { $0 != "." }
      if property(String(first), of: entity.name) == nil, !Self.knownColumns.contains(name) {
        add(.unknownIndexedProperty(name, index: index), entity)
      }
    }
  }

  /// The names that an index may use besides properties: an object's identifier and its entity.
  private static let knownColumns: Set<String> = ["self", "entity"]
}
