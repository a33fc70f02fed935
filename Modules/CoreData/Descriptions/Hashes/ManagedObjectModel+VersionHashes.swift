import StrataSchema

extension ManagedObjectModel {
  /// A hash of each entity, by name. It changes if a store of the entity's objects must be
  /// migrated.
  ///
  /// The hash covers the same content as Core Data documents for its own hashes, but the values
  /// differ:
  ///
  /// - Of an entity its name, modifier, superentity's hash, uniqueness constraints and properties,
  ///   and whether it is abstract.
  /// - Of a property its kind, name and modifier, and whether it is optional or transient.
  /// - Of an attribute also the type, and a composite's attributes.
  /// - Of a relationship also the destination, inverse, counts, delete rule and whether it is
  ///   ordered.
  ///
  /// It doesn't cover classes, user info, defaults, limits, transformers, indexes and the order of
  /// declarations.
  ///
  /// - Complexity: O(size of the model)
  public var entityVersionHashes: [String: VersionHash] {
    var hashes: [String: VersionHash] = [:]
    let entities = entitiesByName
    for entity in self.entities {
      // Climbs to the first superentity with a known hash, and descends again. `seen` ends the loop
      // if an entity inherits from itself.
      var chain: [EntityDescription] = []
      var seen: Set<String> = []
      var next: EntityDescription? = entity
      while let entity = next, hashes[entity.name] == nil, seen.insert(entity.name).inserted {
        chain.append(entity)
        next = entity.superentityName.flatMap { entities[$0] }
      }
      for entity in chain.reversed() {
        hashes[entity.name] = entity.versionHash(
          parent: entity.superentityName.flatMap { hashes[$0] })
      }
    }
    return hashes
  }

  /// A hash of the whole model as 32 hexadecimal digits. It combines the entities' names, in
  /// Swift's order, with their hashes.
  ///
  /// - Complexity: O(size of the model)
  public var versionChecksum: String { Self.versionChecksum(of: entityVersionHashes) }

  /// The checksum of a model whose entities have some hashes, by name.
  package static func versionChecksum(of hashes: [String: VersionHash]) -> String {
    var hasher = VersionHasher()
    for (name, hash) in hashes.sorted(by: { $0.key < $1.key }) {
      hasher.add(name)
      hasher.add(hash)
    }
    return "\(hasher.hash)"
  }
}

extension EntityDescription {
  /// Computes the entity's hash, given its superentity's.
  fileprivate func versionHash(parent: VersionHash?) -> VersionHash {
    var hasher = VersionHasher()
    hasher.add(name)
    hasher.add(versionHashModifier)
    hasher.add(superentityName)
    if let parent { hasher.add(parent) }
    hasher.add(isAbstract)
    let constraints = uniquenessConstraints.map { $0.sorted() }
      .sorted { $0.lexicographicallyPrecedes($1) }
    hasher.add(constraints.count)
    for constraint in constraints {
      hasher.add(constraint.count)
      for name in constraint { hasher.add(name) }
    }
    hasher.add(properties.count)
    for property in properties.sorted(by: { $0.name < $1.name }) { property.add(to: &hasher) }
    return hasher.hash
  }
}

extension PropertyDescription {
  /// A hash of the property alone. It changes if a store of its entity's objects must be migrated.
  public var versionHash: VersionHash {
    var hasher = VersionHasher()
    add(to: &hasher)
    return hasher.hash
  }

  fileprivate func add(to hasher: inout VersionHasher) {
    switch self {
    case .attribute(let attribute):
      hasher.add("attribute")
      attribute.add(to: &hasher)
    case .relationship(let relationship):
      hasher.add("relationship")
      relationship.addCommon(to: &hasher)
      hasher.add(relationship.destinationEntityName)
      hasher.add(relationship.inverseName)
      hasher.add(relationship.minCount)
      hasher.add(relationship.maxCount)
      hasher.add(relationship.deleteRule.rawValue)
      hasher.add(relationship.isOrdered)
    case .fetchedProperty(let property):
      hasher.add("fetchedProperty")
      property.addCommon(to: &hasher)
    }
  }
}

extension DescribedProperty {
  fileprivate func addCommon(to hasher: inout VersionHasher) {
    hasher.add(name)
    hasher.add(versionHashModifier)
    hasher.add(isOptional)
    hasher.add(isTransient)
  }
}

extension AttributeDescription {
  fileprivate func add(to hasher: inout VersionHasher) {
    addCommon(to: &hasher)
    hasher.add(type.rawValue)
    hasher.add(elements.count)
    for element in elements.sorted(by: { $0.name < $1.name }) { element.add(to: &hasher) }
  }
}
