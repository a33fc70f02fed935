import StrataSchema
import StrataStorage

// What was changed here and what others have saved may each be right and both together not. What was
// changed here stands; what somebody else related instead gives way, as an unsaved change of its own.
extension ObjectGraph {
  /// Makes both ends of relationships agree where others have changed what was changed here too.
  func settleConflicts(of merge: Merge) throws {
    for (entity, objects) in merge.changed {
      for relationship in entities[entity].relationships
      where relationship.isToOne && relationship.inverseIsToOne {
        try partRivals(relationship, entity, objects)
      }
    }
    guard !deleted.isEmpty else { return }
    for (owner, properties) in merge.owners {
      guard let model = object(owner.entity, owner.key) as? any PersistentModel,
        model._$state.flags.contains(.deleted)
      else { continue }
      let entity = entities[Int(model._$state.entity)].entity
      for relationship in properties.indices.compactMap({ entity.relationships[$0] }) {
        applyRule(of: relationship, toNewMembersOf: model)
      }
    }
  }

  /// One-to-one: somebody else has related an object whose end was set here.
  private func partRivals(
    _ relationship: ModelRelationship, _ entity: Int, _ objects: [Int64: PropertySet]
  ) throws {
    guard let inverse = relationship.inverse else { return }
    let pending = objects.filter { key, properties in
      guard properties.contains(relationship.index),
        let model = object(entity, key) as? any PersistentModel
      else { return false }
      return model._$state.flags.contains(.deleted)
        || model._$state.changed.contains(relationship.index)
    }
    guard !pending.isEmpty else { return }
    let graphEntity = entities[entity]
    let links = try reader.pairs(
      SQLQuery(
        linksFrom: pending.keys.sorted(), graphEntity.entity.properties[relationship.index].name,
        in: graphEntity.table))
    for (key, target) in links {
      guard let model = object(entity, key) as? any PersistentModel,
        let rival = loaded(relationship.destination, target),
        !rival._$state.flags.contains(.deleted), rival._$leads(inverse, to: model)
      else { continue }
      if model._$state.flags.contains(.deleted) {
        switch relationship.deleteRule {
        case .cascade: delete(rival)
        case .deny: break
        default: Relating.set(rival, inverse, to: nil)
        }
      } else if !model._$leads(relationship.index, to: rival) {
        Relating.set(rival, inverse, to: nil)
      }
    }
  }

  /// Members that others gave to an object after it was deleted here. Deny rules are looked at by the
  /// save.
  private func applyRule(
    of relationship: ModelRelationship, toNewMembersOf owner: any PersistentModel
  ) {
    guard !relationship.isToOne, let inverse = relationship.inverse, relationship.inverseIsToOne,
      relationship.deleteRule == .cascade || relationship.deleteRule == .nullify
    else { return }
    for member in members(of: owner, relationship.index, relationship)
    where member._$leads(inverse, to: owner) {
      if relationship.deleteRule == .cascade {
        delete(member)
      } else {
        Relating.set(member, inverse, to: nil)
      }
    }
  }
}
