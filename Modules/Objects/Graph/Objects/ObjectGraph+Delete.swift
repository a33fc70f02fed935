package import StrataModel
internal import StrataSchema

extension ObjectGraph {
  /// Marks an object as deleted and applies the delete rules of its relationships at once, so that
  /// both ends are true before the save. Deny rules are looked at by the save.
  package func delete(_ model: any PersistentModel) {
    guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
    verifyArrays()
    guard entities[model._$state.entity].leadsOn else { return deleteAll([model]) }
    // What others have saved may have taken the object away on the way.
    changing { relating { deleteAll([model]) } }
  }

  private func deleteAll(_ models: [any PersistentModel]) {
    var open = models
    let isOutermost = preparing.isEmpty
    while let next = open.popLast() { remove(next, &open) }
    if isOutermost, hasLifecycle { preparing = [] }
  }

  private func remove(_ model: some PersistentModel, _ open: inout [any PersistentModel]) {
    guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
    if hasLifecycle {
      prepareForDeletion(model)
      // It may have seen to it itself.
      guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
    }
    let isNew = model._$state.flags.contains(.inserted)
    if mergePolicy.keepsOriginals, !isNew, !model._$state.flags.contains(.listed) {
      keepOriginal(of: model)
    }
    pending.removeReturned()
    model._$state.flags.insert(.deleted)
    tell(.membership(entity: model._$state.entity))
    for relationship in entities[model._$state.entity].relationships {
      applyRule(of: relationship, to: model, &open)
    }
    if isNew {
      // What never was in the store leaves no trace there. Its links go with it when the lists are
      // next looked at.
      pending.hasStaleInserted = true
      detach(model)
      empty(model, keepsNew: false)
      model._$state.flags = .stale
    } else {
      pending.deleted.append(model)
    }
    onChange?()
  }

  private func applyRule(
    of relationship: ModelRelationship, to model: some PersistentModel,
    _ open: inout [any PersistentModel]
  ) {
    // Only a cascade and a one-to-one's other end need objects that aren't in memory.
    let needsObjects =
      relationship.deleteRule == .cascade
      || (relationship.inverse != nil && (!relationship.isToOne || relationship.inverseIsToOne))
    var targets: [any PersistentModel] = []
    do {
      if needsObjects { try load(model, relationship) }
      targets = known(relationship, of: model)
    } catch {
      // What could be read follows the rule now; no save goes without the rest.
      targets = (error as? PartlyRead)?.members ?? []
      for target in targets { recordTold(target, by: model, relationship) }
      recordUnfinishedRule(of: relationship, of: model, told: targets, error)
    }
    apply(relationship, of: model, to: targets, &open)
  }

  /// Remembers that a deleted object's rule couldn't reach all that it is about. Each save tries again.
  ///
  /// - Parameter told: The members that it has reached.
  func recordUnfinishedRule(
    of relationship: ModelRelationship, of model: some PersistentModel,
    told: [any PersistentModel], _ error: any Error
  ) {
    pending.passedOver.insert(ObjectIdentifier(model))
    recordFailure(model, relationship.index, error, finishesChange: true) { [self] in
      guard model._$state.graph === self, model._$state.flags.contains(.deleted) else { return }
      try reading {
        let targets = try targets(of: model, relationship, but: told)
        relating {
          var open: [any PersistentModel] = []
          apply(relationship, of: model, to: targets, &open)
          deleteAll(open)
        }
      }
    }
  }

  /// What a relationship of a deleted object leads to, with what others have added since, but for those
  /// that have been told of its going.
  private func targets(
    of model: some PersistentModel, _ relationship: ModelRelationship,
    but told: [any PersistentModel]
  ) throws -> [any PersistentModel] {
    try load(model, relationship)
    var targets = known(relationship, of: model)
    guard !relationship.isToOne else { return targets }
    let (stored, failure) = try storedMembers(of: model, relationship)
    if let failure { throw failure }
    let loaded = Set(targets.map { ObjectIdentifier($0) })
    for member in stillMembers(stored, of: model, relationship)
    where !loaded.contains(ObjectIdentifier(member)) {
      recordTold(member, by: model, relationship)
      targets.append(member)
    }
    let known = Set(told.map { ObjectIdentifier($0) })
    return targets.filter { !known.contains(ObjectIdentifier($0)) }
  }

  /// The members that a deleted object has told of its going: those in its own end, loaded or not.
  func toldMembers(
    of model: any PersistentModel, _ relationship: ModelRelationship
  ) -> [any PersistentModel] {
    var read = ReadKnownTargets()
    model._$visit(relationship.index, &read)
    return read.objects
  }

  /// Adds a member to those that a deleted object has told of its going.
  func recordTold(
    _ member: any PersistentModel, by owner: any PersistentModel,
    _ relationship: ModelRelationship
  ) {
    guard !relationship.isToOne else { return }
    var add = ChangeMember(member: member, isAdded: true)
    owner._$visit(relationship.index, &add)
  }

  /// The objects in memory that a relationship leads to.
  private func known(
    _ relationship: ModelRelationship, of model: some PersistentModel
  ) -> [any PersistentModel] {
    var read = ReadTargets()
    model._$visit(relationship.index, &read)
    let targets = read.objects
    if targets.isEmpty, let known = known(relationship.destination, read.key) { return [known] }
    return targets
  }

  private func apply(
    _ relationship: ModelRelationship, of model: some PersistentModel,
    to targets: [any PersistentModel], _ open: inout [any PersistentModel]
  ) {
    if relationship.deleteRule == .cascade {
      // They are still related to the object then.
      if hasLifecycle { for target in targets { prepareForDeletion(target) } }
      open += targets.reversed()
    }
    guard let inverse = relationship.inverse,
      // No row of a link table outlives the objects that it links.
      relationship.deleteRule != .noAction || relationship.isToOne || relationship.usesLinkTable
    else { return }
    for target in targets
    where target._$state.graph === self && !target._$state.flags.contains(.deleted) {
      if relationship.inverseIsToOne {
        // The object's own end stays as it was: a deleted object answers with its last values.
        if relationship.deleteRule != .deny, target._$leads(inverse, to: model) {
          Relating.set(target, inverse, to: nil)
        }
      } else {
        Relating.change(target, inverse, member: model, isAdded: false)
      }
    }
  }

  /// Which objects deny rules keep from being deleted.
  ///
  /// - Throws: ``StackError/unreadable(object:property:reason:)``.
  func deniedDeletions(passingOver others: Set<ObjectIdentifier>) throws -> [StackError] {
    var errors: [StackError] = []
    for model in pending.deleted where !others.contains(ObjectIdentifier(model)) {
      for relationship in entities[model._$state.entity].relationships
      where relationship.deleteRule == .deny {
        try loadForSave(model, relationship)
        var read = ReadTargets()
        model._$visit(relationship.index, &read)
        let left = read.objects.filter { !$0._$state.flags.contains(.deleted) }
        guard !left.isEmpty else { continue }
        errors.append(
          .deleteDenied(
            object: model.persistentModelID,
            property: type(of: model)._$entity.properties[relationship.index].name,
            count: left.count))
      }
    }
    return errors
  }

  /// Loads a relationship that a save has to know.
  package func loadForSave(_ model: any PersistentModel, _ relationship: ModelRelationship) throws {
    func load(_ model: some PersistentModel) throws {
      do {
        try reading { try self.load(model, relationship) }
      } catch {
        throw unreadable(model, relationship.index, error)
      }
    }
    try load(model)
  }
}
