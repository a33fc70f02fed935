import StrataDescriptions

/// Which end of each pair of relationships names the other. One is enough, and Swift refuses two
/// attributes that refer to each other.
struct InversePairs {
  /// A relationship, by its entity and its name.
  struct End: Hashable {
    let entity: String
    let name: String
  }

  /// The other ends of those that name theirs.
  private(set) var named: [End: End] = [:]
  /// The other ends of all that have one.
  private(set) var all: [End: End] = [:]
  /// Relationships whose inverse in the model can't be that of a class.
  private(set) var refused: [End: String] = [:]

  /// Relationships that the library pairs, although the model doesn't.
  private(set) var inferred: Set<End> = []

  init(_ model: ManagedObjectModel) {
    let entities = model.entitiesByName
    defer { infer(model) }
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        add(relationship, of: entity, in: model, entities)
      }
    }
  }

  private mutating func add(
    _ relationship: RelationshipDescription, of entity: EntityDescription,
    in model: ManagedObjectModel, _ entities: [String: EntityDescription]
  ) {
    guard let inverseName = relationship.inverseName,
      let destination = relationship.destinationEntityName.flatMap({ entities[$0] })
    else { return }
    let own = End(entity: entity.name, name: relationship.name)
    let other = End(entity: destination.name, name: inverseName)
    guard case .relationship(let inverse) = destination.property(named: inverseName) else {
      refused[own] =
        model.property(named: inverseName, of: destination) == nil
        ? "\(destination.name) has no \(inverseName)"
        : "\(inverseName) is inherited by \(destination.name)"
      return
    }
    guard inverse.destinationEntityName == entity.name else {
      refused[own] =
        "\(other.entity).\(other.name) leads to "
        + "\(inverse.destinationEntityName ?? "nothing"), not to \(entity.name)"
      return
    }
    guard inverse.inverseName == relationship.name else {
      refused[own] =
        "\(other.entity).\(other.name) has the inverse "
        + "\(inverse.inverseName ?? "of none")"
      return
    }
    guard !inverse.isTransient else {
      refused[own] = "\(other.entity).\(other.name) is transient"
      return
    }
    all[own] = other
    // The end of many is where such things are said by custom.
    let isFirst = named[other] == nil
    let isOne = !relationship.isToMany && inverse.isToMany
    if isFirst, !isOne { named[own] = other }
  }

  // One relationship each way between two classes, without an inverse, is taken for a pair; see
  // `InverseRules`.
  private mutating func infer(_ model: ManagedObjectModel) {
    var open: [[String]: [End]] = [:]
    for entity in model.entities {
      for relationship in entity.relationships where !relationship.isTransient {
        let end = End(entity: entity.name, name: relationship.name)
        guard all[end] == nil, let destination = relationship.destinationEntityName,
          destination != entity.name
        else { continue }
        open[[entity.name, destination], default: []].append(end)
      }
    }
    for (way, ends) in open where ends.count == 1 && open[way.reversed()]?.count == 1 {
      inferred.formUnion(ends)
    }
  }
}
