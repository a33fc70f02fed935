import StrataModel
import StrataPredicates
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Restores a deleted object before its delete was saved, with its relationships.
  ///
  /// - Parameter related: Receives related objects to restore, too.
  func restore(_ model: some PersistentModel, _ related: inout [any PersistentModel]) {
    pending.putBack(model)
    returning?.append(model)
    notify(.membership(entity: model._$state.entity))
    let relationships = entities[model._$state.entity].relationships
    var linked: [ObjectKey: PropertySet] = [:]
    for change in pending.linkChanges where change.owner === model || change.member === model {
      linked.merge(recordChange(ofEndsOf: change)) { first, second in
        var both = first
        both.formUnion(second)
        return both
      }
    }
    do {
      try catchUp(model)
    } catch {
      let failure = StackError.unreadable(
        object: model.persistentModelID, property: nil, reason: "\(error)")
      recordFailure(failure, of: model, .object, finishesChange: true) { [self] in
        guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
        var related: [any PersistentModel] = []
        try catchUp(model)
        for relationship in relationships { reattach(model, relationship, &related) }
        for object in related { insert(object) }
      }
    }
    for relationship in relationships { reattach(model, relationship, &related) }
    forgetLinks(to: model)
    // The other ends may have been loaded while it was deleted.
    forgetMembers(of: linked, countingAll: true)
  }

  /// Invalidates one-way arrays. Others' arrays that were loaded while the object was deleted lack
  /// it, and its own arrays lack links that were saved meanwhile.
  private func forgetLinks(to model: some PersistentModel) {
    var owners: [ObjectKey: PropertySet] = [:]
    for relationship in entities[model._$state.entity].relationships
    where relationship.usesLinkTable && relationship.inverse == nil {
      owners[
        objectKey(of: model),
        default: PropertySet()
      ].insert(relationship.index)
    }
    forEachOneWayLink(to: [model._$state.entity]) { holder, property in
      guard entities[holder._$state.entity].linksByProperty[property] != nil else { return }
      owners[
        objectKey(of: holder),
        default: PropertySet()
      ].insert(property)
    }
    forgetMembers(of: owners, countingAll: true)
  }

  /// Merges other contexts' changes of an object that was deleted here. Members that its delete
  /// rules were applied to, and that store their own links, are restored with it.
  private func catchUp(_ model: some PersistentModel) throws {
    guard pending.isSkipped(model) else { return }
    let entity = entities[model._$state.entity]
    try reading {
      // If the row was deleted, the save reports it.
      guard let row = try reader.storedRows([model._$state.key], of: entity.table).first else {
        return
      }
      var ends: [(ModelRelationship, [any PersistentModel])] = []
      for relationship in entity.relationships
      where !relationship.isToOne && relationship.inverse != nil
        && !model._$state.changed.contains(relationship.index)
      {
        let (stored, failure) = try storedMembers(of: model, relationship)
        if let failure { throw failure }
        let told =
          relationship.inverseIsToOne ? membersWithRuleApplied(of: model, relationship) : []
        let known = Set(told.map { ObjectIdentifier($0) })
        let untold = stillMembers(stored, of: model, relationship).filter {
          !known.contains(ObjectIdentifier($0))
        }
        ends.append((relationship, told + untold))
      }
      var wanted = PropertySet(first: entity.entity.propertyCount)
      wanted.subtract(model._$state.changed)
      // An owner that was restored earlier may have it as a member, if both were deleted.
      var left = Merge(end: follower.position)
      recordOwners(of: [model._$state.key: wanted], entity.index, in: &left)
      var columns = row.row(wanted)
      try model._$take(&columns)
      updateOriginals(of: model, row, but: model._$state.changed)
      for (relationship, members) in ends { fill(model, relationship, with: members) }
      forgetMembers(of: left.owners, countingAll: true)
    }
    pending.setSkipped(model, false)
  }

  // Restores the links from a deleted object's own ends, which record the members that its delete
  // rules were applied to.
  private func reattach(
    _ model: some PersistentModel, _ relationship: ModelRelationship,
    _ related: inout [any PersistentModel]
  ) {
    guard let inverse = relationship.inverse else { return }
    var read = ReadKnownTargets()
    model._$visit(relationship.index, &read)
    var targets = read.objects
    if targets.isEmpty, let known = known(relationship.destination, read.key) { targets = [known] }
    defer { forgetLinked(model, relationship, targets) }
    // Objects that other contexts deleted aren't restored.
    for target in targets {
      if target._$state.flags.contains(.gone) {
        var remove = ChangeMember(member: target, isAdded: false)
        model._$visit(relationship.index, &remove)
        continue
      }
      if target._$state.graph == nil || target._$state.flags.contains(.deleted) {
        related.append(target)
      }
      if relationship.usesLinkTable { continue }
      if !relationship.inverseIsToOne {
        var known = ReadTargets()
        target._$visit(inverse, &known)
        // Deleting an object doesn't change the ends of one that was deleted at the same time.
        guard !known.objects.contains(where: { $0 === model }) else { continue }
        Relating.change(target, inverse, member: model, isAdded: true)
      } else if let rival = current(target, inverse) {
        // Another object has taken the target in the meantime.
        guard rival !== model else { continue }
        if relationship.isToOne {
          Relating.set(model, relationship.index, to: nil)
        } else {
          Relating.change(model, relationship.index, member: target, isAdded: false)
        }
      } else {
        Relating.set(target, inverse, to: model)
        // The mark of the own end may be lost, since a child's save counts changes of deleted objects anew.
        model._$recordChange(of: relationship.index)
      }
    }
  }

  /// Invalidates both ends of a relationship with a link table. They are loaded from the store and
  /// the unsaved changes.
  private func forgetLinked(
    _ model: some PersistentModel, _ relationship: ModelRelationship,
    _ targets: [any PersistentModel]
  ) {
    guard relationship.usesLinkTable, let inverse = relationship.inverse else { return }
    func key(_ model: any PersistentModel) -> ObjectKey {
      objectKey(of: model)
    }
    var owners = [key(model): PropertySet(relationship.index)]
    for target in targets where target._$state.graph === self {
      owners[key(target), default: PropertySet()].insert(inverse)
    }
    forgetMembers(of: owners, countingAll: true)
  }

  /// Empties the relationships of an object that has left the graph, so that it retains no other
  /// object. A required link stays.
  ///
  /// - Parameter keepsNew: True to preserve links to objects that are in no graph either.
  func empty(_ model: any PersistentModel, keepsNew: Bool) {
    for relationship in entities[model._$state.entity].relationships {
      var empty = EmptyRelationship(keepsNew: keepsNew)
      model._$visit(relationship.index, &empty)
    }
  }
}

private struct EmptyRelationship: _SlotVisitor {
  let keepsNew: Bool

  private func stays(_ target: some PersistentModel) -> Bool {
    keepsNew && target._$state.graph == nil
  }

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {
    if let target = slot.value.flatMap({ $0 }), stays(target) { return }
    slot.value = .some(nil)
    slot.key = 0
  }

  // If the object is inserted again, the insertion sets the other end.
  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {
    if let target = slot.value, stays(target) { return }
    slot.isRelated = false
  }

  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    slot.value = remaining(slot.value, &slot.members)
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    slot.value = .some(remaining(slot.value.flatMap { $0 }, &slot.members))
  }

  private func remaining<Model: PersistentModel>(
    _ value: [Model]?, _ members: inout Members?
  ) -> [Model] {
    guard keepsNew else {
      members = nil
      return []
    }
    guard let members else { return value?.filter { stays($0) } ?? [] }
    members.applyChanges()
    let left = members.known.compactMap { $0 as? Model }.filter { stays($0) }
    members.known = ContiguousArray(left)
    members.identities = nil
    members.isComplete = true
    return left
  }
}
