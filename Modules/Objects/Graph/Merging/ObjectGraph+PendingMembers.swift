internal import StrataModel
internal import StrataPredicates
internal import StrataSchema

// Arrays whose members other contexts have changed are loaded again on the next access, with the
// unsaved additions and removals on top.
extension ObjectGraph {
  /// Invalidates the members of several objects' relationships. O(owners + unsaved changes).
  ///
  /// - Parameter countsAll: True to look for unsaved members of all relationships, and not only of
  ///   those changed since the last save.
  func forgetMembers(of owners: [ObjectKey: PropertySet], countingAll countsAll: Bool = false) {
    guard !owners.isEmpty else { return }
    var unsaved = pendingMembers(of: owners, countsAll)
    for (owner, properties) in owners {
      guard let model = object(owner.entity, owner.key) as? any PersistentModel else { continue }
      let members = unsaved.removeValue(forKey: owner) ?? [:]
      for property in properties.indices where mayForget(property, of: model) {
        var visitor = ForgetMembers(pending: members[property])
        model._$notify(property) { model._$visit(property, &visitor) }
        notify(
          .values(
            of: ObjectIdentifier(model), entity: model._$state.entity, PropertySet(property)))
        guard members[property] != nil else { continue }
        pending.recordMerged(property, of: owner)
      }
    }
  }

  // A deleted object's own ends record the members that its delete rules were applied to. A deny
  // rule needs the current members instead.
  private func mayForget(_ property: PropertyIndex, of model: some PersistentModel) -> Bool {
    guard model._$state.flags.contains(.deleted) else { return true }
    pending.setSkipped(model, true)
    return entities[model._$state.entity].entity.relationships[property]?.deleteRule == .deny
  }

  /// Invalidates arrays with other contexts' members and unsaved ones after a save, so that they
  /// show the stored order.
  func forgetMergedMembers() {
    forgetMembers(of: pending.takeMerged())
  }

  /// The members that were added to objects and removed from them since the last save.
  private func pendingMembers(
    of owners: [ObjectKey: PropertySet], _ countsAll: Bool
  ) -> [ObjectKey: [PropertyIndex: Members]] {
    var unsaved: [ObjectKey: [PropertyIndex: Members]] = [:]
    for (owner, properties) in owners {
      guard let model = object(owner.entity, owner.key) as? any PersistentModel else { continue }
      for property in properties.indices
      where countsAll || model._$state.flags.contains(.inserted)
        || model._$state.changed.contains(property)
      {
        unsaved[owner, default: [:]][property] = Members()
      }
    }
    guard !unsaved.isEmpty else { return [:] }
    for change in pending.linkChanges {
      record(change, change.owner, change.member, isOwner: true, in: unsaved)
      record(change, change.member, change.owner, isOwner: false, in: unsaved)
    }
    // Links to other contexts' objects block saving. They must stay visible until a save has
    // reported them.
    for link in pending.obstacles.links where link.owner._$state.graph === self {
      let root = entities[link.owner._$state.entity].root
      let members = unsaved[ObjectKey(entity: root, key: link.owner._$state.key)]?[link.property]
      for target in foreignTargets(of: link) { members?.record(target, isAdded: true) }
    }
    // A member that was moved to another owner is filtered by its own end when the members are
    // read.
    for arrival in arrivals(at: unsaved).sorted(by: { $0.place < $1.place }) {
      unsaved[arrival.owner]?[arrival.property]?.record(arrival.member, isAdded: true)
    }
    return unsaved
  }

  private struct Arrival {
    let member: any PersistentModel
    let owner: ObjectKey
    let property: PropertyIndex
    /// The position among the members. As unsigned numbers, negative provisional keys come last.
    let place: UInt64
  }

  private func arrivals(at owners: [ObjectKey: [PropertyIndex: Members]]) -> [Arrival] {
    var arrivals: [Arrival] = []
    for member in pending.changed + pending.inserted {
      let (state, isNew) = (member._$state.changed, member._$state.flags.contains(.inserted))
      guard member._$state.graph === self, !member._$state.flags.contains(.deleted) else {
        continue
      }
      for relationship in entities[member._$state.entity].relationships
      where relationship.isOrderedByMember && (isNew || state.contains(relationship.index)) {
        guard let inverse = relationship.inverse,
          let destination = destination(of: relationship)
        else { continue }
        var read = ReadTargets()
        member._$visit(relationship.index, &read)
        let key = read.one.map { $0._$state.key } ?? read.key
        let owner = ObjectKey(entity: entities[destination].root, key: key)
        guard read.isRelated, owners[owner]?[inverse] != nil else { continue }
        let place = read.position != 0 ? read.position : member._$state.key
        arrivals.append(
          Arrival(
            member: member, owner: owner, property: inverse, place: UInt64(bitPattern: place)))
      }
    }
    return arrivals
  }

  private func record(
    _ change: LinkChange, _ near: any PersistentModel, _ far: any PersistentModel, isOwner: Bool,
    in unsaved: [ObjectKey: [PropertyIndex: Members]]
  ) {
    guard near._$state.graph === self else { return }
    let graphEntity = entities[near._$state.entity]
    guard let found = unsaved[ObjectKey(entity: graphEntity.root, key: near._$state.key)],
      !change.isLinked
        || (far._$state.graph === self && !far._$state.flags.contains(.deleted))
    else { return }
    for (property, members) in found {
      guard let link = graphEntity.linksByProperty[property], link.table == change.table,
        link.isOwner == isOwner
      else { continue }
      members.record(far, isAdded: change.isLinked)
    }
  }
}
