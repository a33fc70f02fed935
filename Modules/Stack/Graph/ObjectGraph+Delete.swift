internal import StrataSchema

extension ObjectGraph {
  /// Marks an object as deleted and applies the delete rules of its relationships at once, so that
  /// both ends are true before the save. Deny rules are looked at by the save.
  package func delete(_ model: any PersistentModel) {
    var open: [any PersistentModel] = [model]
    while let next = open.popLast() { remove(next, &open) }
  }

  private func remove(_ model: some PersistentModel, _ open: inout [any PersistentModel]) {
    guard model._$state.graph === self, !model._$state.flags.contains(.deleted) else { return }
    let isNew = model._$state.flags.contains(.inserted)
    model._$state.flags.insert(.deleted)
    tell(.membership(entity: Int(model._$state.entity)))
    for relationship in entities[Int(model._$state.entity)].relationships {
      applyRule(of: relationship, to: model, &open)
    }
    if isNew {
      // What never was in the store leaves no trace there.
      isInsertedListStale = true
      linkChanges.removeAll { $0.owner === model || $0.member === model }
      detach(model)
      empty(model, keepsNew: false)
      model._$state.flags = .stale
    } else {
      deleted.append(model)
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
    if needsObjects { model._$load(relationship.index) }
    var read = ReadTargets()
    model._$visit(relationship.index, &read)
    var targets = read.objects
    if targets.isEmpty, let known = known(relationship.destination, read.key) { targets = [known] }
    if relationship.deleteRule == .cascade {
      open += targets.reversed()
    }
    guard let inverse = relationship.inverse,
      relationship.deleteRule != .noAction || relationship.isToOne
    else { return }
    for target in targets where !target._$state.flags.contains(.deleted) {
      if relationship.inverseIsToOne {
        // The object's own end stays as it was: a deleted object answers with its last values.
        if relationship.deleteRule != .deny { Relating.set(target, inverse, to: nil) }
      } else {
        Relating.change(target, inverse, member: model, isAdded: false)
      }
    }
  }

  /// The objects that deny rules keep from being deleted.
  func checkDenyRules() throws(StackError) {
    for model in deleted {
      for relationship in entities[Int(model._$state.entity)].relationships
      where relationship.deleteRule == .deny {
        model._$load(relationship.index)
        var read = ReadTargets()
        model._$visit(relationship.index, &read)
        let left = read.objects.filter { !$0._$state.flags.contains(.deleted) }
        guard left.isEmpty else {
          throw .deleteDenied(
            object: model.persistentModelID,
            property: type(of: model)._$entity.properties[relationship.index].name,
            count: left.count)
        }
      }
    }
  }
}
