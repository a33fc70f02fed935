import StrataModel
import StrataSchema
import StrataStorage

// The second half of a merge: objects take on what was read. Nothing here throws. Only a delete rule
// that reaches what others have saved may have to read, and what it can't read waits as a failure.
extension ObjectGraph {
  /// Brings the objects in memory up to date, with what was changed here put on top: a link that was
  /// made or cut here stays so, and the other end of one that somebody else has made instead of it
  /// gives way.
  package func apply(_ merge: inout Merge) {
    holdsNotices = true
    defer { holdsNotices = false }
    recordConflicts(of: merge)
    for (model, relationship) in merge.kept { keep(model, relationship, in: &merge) }
    for entity in merge.lost { recordAllOwners(of: entity, in: &merge) }
    for (entity, objects) in merge.changed {
      // Before the objects take on their rows these are the old owners, afterwards the new ones.
      recordOwners(of: objects, entity, in: &merge)
      refresh(entity, objects, merge.rows[entity] ?? [:])
      recordOwners(of: objects, entity, in: &merge)
      recordLinks(of: objects, entity, in: &merge)
    }
    for (root, property, position) in merge.lastPositions {
      recordLastPosition(position, root, property)
    }
    if !merge.deleted.isEmpty {
      pending.linkChanges.removeAll {
        $0.owner._$state.graph == nil || $0.member._$state.graph == nil
      }
    }
    forgetMembers(of: merge.owners)
    dropOneWayLinks(to: merge.deleted)
    if !merge.deleted.isEmpty { cutLinksToGone() }
    settleConflicts(of: merge)
    pairEnds(of: merge)
    follower.advance(to: merge.end)
    if merge.isOfEverything { follower.regainTrack() }
    for change in merge.changes { tell(change) }
    checkInvariants()
    withExtendedLifetime(merge.held) {}
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

  // In a hierarchy an owner has one key, whatever class it is looked for as.
  func recordOwner(
    _ entity: EntityIndex, _ key: Int64, _ property: PropertyIndex, in merge: inout Merge
  ) {
    guard key != 0 else { return }
    merge.owners[ObjectKey(entity: entities[entity].root, key: key), default: PropertySet()]
      .insert(property)
  }

  // Arrays whose links are in a table of their own, and that were changed here too: others went with
  // the row.
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

  // A row is gone of which nothing is known but its key: any owner may have had it.
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
