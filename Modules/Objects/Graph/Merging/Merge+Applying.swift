import StrataModel
import StrataSchema
import StrataStorage

// The second half of a merge updates the objects and throws nothing. Only a delete rule for newly
// saved members may have to read. It records what it can't read as a failure.
extension ObjectGraph {
  /// Applies a merge, with unsaved changes on top. A link that was made or cut here stays so. If
  /// another context saved a conflicting link, its other end is cleared as an unsaved change.
  package func apply(_ merge: inout Merge) {
    during(.merging) { change(toShow: &merge) }
    withExtendedLifetime(merge.held) {}
  }

  private func change(toShow merge: inout Merge) {
    recordConflicts(of: merge)
    for (model, relationship) in merge.kept { keep(model, relationship, in: &merge) }
    for entity in merge.lost { recordAllOwners(of: entity, in: &merge) }
    for (entity, objects) in merge.changed {
      // These are the old owners before the refresh and the new ones after it.
      recordOwners(of: objects, entity, in: &merge)
      refresh(entity, objects, merge.rows[entity] ?? [:])
      recordOwners(of: objects, entity, in: &merge)
      recordLinks(of: objects, entity, in: &merge)
    }
    for (root, property, position) in merge.lastPositions {
      // Members added here come after those that another context added.
      lastPositions[root, property] = max(lastPositions[root, property], position)
    }
    if !merge.deleted.isEmpty { pending.dropObjects(notIn: self) }
    forgetMembers(of: merge.owners)
    dropOneWayLinks(to: merge.deleted)
    if !merge.deleted.isEmpty { cutLinksToGone() }
    settleConflicts(of: merge)
    pairEnds(of: merge)
    follower.advance(to: merge.end)
    if merge.isOfEverything { follower.regainTrack() }
    for change in merge.changes { notify(change) }
    checkInvariants()
  }

  func recordOwners(of objects: [Int64: PropertySet], _ entity: EntityIndex, in merge: inout Merge)
  {
    for key in objects.keys {
      guard let model = object(entity, key) as? any PersistentModel else { continue }
      for relationship in entities[entity].relationships where relationship.isOrderedByMember {
        guard let inverse = relationship.inverse,
          let owner = destination(of: relationship)
        else { continue }
        var read = ReadTargets()
        model._$visit(relationship.index, &read)
        let ownerKey = read.first?._$state.key ?? read.key
        recordOwner(owner, ownerKey, inverse, in: &merge)
      }
    }
  }

  // Owners are recorded under the root entity, since classes of a hierarchy share one sequence of
  // keys.
  func recordOwner(
    _ entity: EntityIndex, _ key: Int64, _ property: PropertyIndex, in merge: inout Merge
  ) {
    guard key != 0 else { return }
    merge.owners[ObjectKey(entity: entities[entity].root, key: key), default: PropertySet()]
      .insert(property)
  }

  // Records relationships with a link table that were changed here too. The refresh passes over
  // changed properties, so that these arrays have to be invalidated separately.
  private func recordLinks(
    of objects: [Int64: PropertySet], _ entity: EntityIndex, in merge: inout Merge
  ) {
    for relationship in entities[entity].relationships where relationship.usesLinkTable {
      for (key, properties) in objects where properties.contains(relationship.index) {
        guard let model = object(entity, key) as? any PersistentModel,
          model._$state.changed.contains(relationship.index)
        else { continue }
        recordOwner(entity, key, relationship.index, in: &merge)
      }
    }
  }

  // Records all owners in memory. A deleted row that wasn't in memory may have been a member of any
  // of them.
  private func recordAllOwners(of entity: EntityIndex, in merge: inout Merge) {
    for relationship in entities[entity].relationships where relationship.isOrderedByMember {
      guard let inverse = relationship.inverse,
        let owner = destination(of: relationship)
      else { continue }
      for (key, _) in registered(owner, includingSubentities: true) {
        recordOwner(owner, key, inverse, in: &merge)
      }
    }
  }
}
