import StrataDescriptions

/// The pairs of inverse relationships, and the end of each that names the other.
///
/// Only one end names its inverse, since Swift rejects two attributes that refer to each other.
struct InversePairs {
  /// A relationship, by the names of its entity and itself.
  struct End: Hashable {
    let entity: String
    let name: String
  }

  /// The inverses of the ends that name them.
  private(set) var named: [End: End] = [:]
  /// The inverses of all relationships that have one.
  private(set) var all: [End: End] = [:]
  /// The relationships whose inverse a class can't declare, with the reasons.
  private(set) var refused: [End: String] = [:]

  /// The relationships that the library pairs although the model doesn't.
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
    // By convention the to-many end names the inverse.
    let isFirst = named[other] == nil
    let isOne = !relationship.isToMany && inverse.isToMany
    if isFirst, !isOne { named[own] = other }
  }

  // If two classes have exactly one relationship to each other without an inverse, the library
  // pairs them. See `InverseRules`.
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
