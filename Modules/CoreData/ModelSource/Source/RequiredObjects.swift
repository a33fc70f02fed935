import StrataDescriptions
import StrataSchema

/// The required to-one relationships that must be optional in Swift.
///
/// A property of a class has a value from the start. If two objects require each other, neither can
/// be created first, so one of the relationships has to be optional.
struct RequiredObjects {
  /// The relationships that can't be required.
  private(set) var relaxed: Set<ModelPlace> = []

  private struct Need {
    let place: ModelPlace
    let destination: String
    let isCascading: Bool
  }

  init(_ model: ManagedObjectModel) {
    var needs: [String: [Need]] = [:]
    var kinds: [String: [String]] = [:]
    let lineage = ModelLineage(model)
    for entity in model.entities {
      let chain = [entity] + lineage.superentities(of: entity)
      for above in chain { kinds[above.name, default: []].append(entity.name) }
      needs[entity.name] = chain.flatMap { owner in
        owner.relationships.compactMap { one in
          guard !one.isToMany, !one.isOptional, !one.isTransient,
            let destination = one.destinationEntityName
          else { return nil }
          return Need(
            place: ModelPlace(entity: owner.name, property: one.name), destination: destination,
            isCascading: one.deleteRule == .cascade)
        }
      }
    }
    while true {
      let makeable = makeable(needs, kinds)
      let open = model.entities.flatMap { entity in
        makeable.contains(entity.name)
          ? []
          : (needs[entity.name] ?? []).filter { need in
            !relaxed.contains(need.place)
              && !(kinds[need.destination] ?? []).contains(where: makeable.contains)
          }
      }
      // Prefers the cascading relationship, since the owner is created first.
      guard let next = open.first(where: \.isCascading) ?? open.first else { return }
      relaxed.insert(next.place)
    }
  }

  /// The entities whose objects can be created one after the other.
  private func makeable(
    _ needs: [String: [Need]], _ kinds: [String: [String]]
  ) -> Set<String> {
    var makeable: Set<String> = []
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for (entity, needs) in needs where !makeable.contains(entity) {
        let isReady = needs.allSatisfy { need in
          relaxed.contains(need.place)
            || (kinds[need.destination] ?? []).contains(where: makeable.contains)
        }
        if isReady {
          makeable.insert(entity)
          isGrowing = true
        }
      }
    }
    return makeable
  }
}
