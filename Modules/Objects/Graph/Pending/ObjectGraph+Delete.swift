package import StrataModel
internal import StrataSchema

extension ObjectGraph {
  /// Marks an object as deleted and applies the delete rules of its relationships at once, so that
  /// both ends agree before the save. The save checks deny rules.
  package func delete(_ model: any PersistentModel) {
    guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
    verifyArrays()
    guard entities[model._$state.entity].leadsOn else { return deleteAll([model]) }
    // A merge on the way may have detached the object.
    changing { relating { deleteAll([model]) } }
  }

  private func deleteAll(_ models: [any PersistentModel]) {
    var open = models
    let isOutermost = preparing.isEmpty
    while let next = open.popLast() { remove(next, &open) }
    if isOutermost, hasLifecycle { preparing = [] }
  }

  private func remove(_ model: some PersistentModel, _ open: inout [any PersistentModel]) {
    runningStatements?.recordChange(of: model.persistentModelID)
    guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
    if hasLifecycle {
      prepareForDeletion(model)
      // The object may have deleted itself in `prepareForDeletion()`.
      guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
    }
    let isNew = model._$state.flags.contains(.inserted)
    if mergePolicy.keepsOriginals, !isNew, !model._$state.flags.contains(.listed) {
      keepOriginal(of: model)
    }
    pending.delete(model)
    notify(.membership(entity: model._$state.entity))
    for relationship in entities[model._$state.entity].relationships {
      applyRule(of: relationship, to: model, &open)
    }
    if isNew {
      detach(model)
      empty(model, keepsNew: false)
      pending.withdraw(model)
    }
    onChange?()
  }

  private func applyRule(
    of relationship: ModelRelationship, to model: some PersistentModel,
    _ open: inout [any PersistentModel]
  ) {
    // Only a cascade and inverses need objects that aren't in memory. For a to-one relationship
    // with a to-many inverse, the deleted row itself holds the link.
    let needsObjects =
      relationship.deleteRule == .cascade
      || (relationship.inverse != nil && (!relationship.isToOne || relationship.inverseIsToOne))
    var targets: [any PersistentModel] = []
    do {
      if needsObjects { try load(model, relationship) }
      targets = known(relationship, of: model)
    } catch {
      // The rule is applied to the readable members. No save writes anything before it has reached
      // the others.
      targets = (error as? PartlyRead)?.members ?? []
      for target in targets { recordRuleApplied(to: target, by: model, relationship) }
      recordUnfinishedRule(of: relationship, of: model, appliedTo: targets, error)
    }
    apply(relationship, of: model, to: targets, &open)
  }

  /// Records that a delete rule couldn't be applied to all members. Each save tries again.
  ///
  /// - Parameter appliedTo: The members that the rule has been applied to.
  func recordUnfinishedRule(
    of relationship: ModelRelationship, of model: some PersistentModel,
    appliedTo: [any PersistentModel], _ error: any Error
  ) {
    pending.setSkipped(model, true)
    recordFailure(model, relationship.index, error, finishesChange: true) { [self] in
      guard model._$state.graph === self, model._$state.flags.contains(.deleted) else { return }
      try reading {
        let targets = try targets(of: model, relationship, but: appliedTo)
        relating {
          var open: [any PersistentModel] = []
          apply(relationship, of: model, to: targets, &open)
          deleteAll(open)
        }
      }
    }
  }

  /// The targets of a deleted object's relationship that its delete rule hasn't been applied to
  /// yet, including members that other contexts have added since.
  private func targets(
    of model: some PersistentModel, _ relationship: ModelRelationship,
    but appliedTo: [any PersistentModel]
  ) throws -> [any PersistentModel] {
    try load(model, relationship)
    var targets = known(relationship, of: model)
    guard !relationship.isToOne else { return targets }
    let (stored, failure) = try storedMembers(of: model, relationship)
    if let failure { throw failure }
    let loaded = Set(targets.map { ObjectIdentifier($0) })
    for member in stillMembers(stored, of: model, relationship)
    where !loaded.contains(ObjectIdentifier(member)) {
      recordRuleApplied(to: member, by: model, relationship)
      targets.append(member)
    }
    let known = Set(appliedTo.map { ObjectIdentifier($0) })
    return targets.filter { !known.contains(ObjectIdentifier($0)) }
  }

  /// The members that a deleted object's rule has been applied to. The object's own end contains
  /// them, loaded or not.
  func membersWithRuleApplied(
    of model: any PersistentModel, _ relationship: ModelRelationship
  ) -> [any PersistentModel] {
    var read = ReadKnownTargets()
    model._$visit(relationship.index, &read)
    return read.objects
  }

  /// Records that a deleted object's rule has been applied to a member.
  func recordRuleApplied(
    to member: any PersistentModel, by owner: any PersistentModel,
    _ relationship: ModelRelationship
  ) {
    guard !relationship.isToOne else { return }
    var add = ChangeMember(member: member, isAdded: true)
    owner._$visit(relationship.index, &add)
  }

  /// The objects in memory that a relationship leads to.
  func known(
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
      // Called before the links are cut, so that `prepareForDeletion()` can still follow them.
      if hasLifecycle { for target in targets { prepareForDeletion(target) } }
      open += targets.reversed()
    }
    guard let inverse = relationship.inverse,
      // A row of a link table can't outlive the objects that it links, whatever the rule.
      relationship.deleteRule != .noAction || relationship.isToOne || relationship.usesLinkTable
    else { return }
    for target in targets
    where target._$state.graph === self && !target._$state.flags.contains(.deleted) {
      if relationship.inverseIsToOne {
        // The object's own end stays as it was, since a deleted object shows its last values.
        if relationship.deleteRule != .deny, target._$leads(inverse, to: model) {
          Relating.set(target, inverse, to: nil)
        }
      } else {
        Relating.change(target, inverse, member: model, isAdded: false)
      }
    }
  }
}
