internal import StrataModel
internal import StrataPredicates
internal import StrataSchema

extension ObjectGraph {
  /// Detaches an object whose row was deleted. It retains its last values. Callers that invalidate
  /// many objects remove them from the lists of changes together.
  func invalidate(_ model: some PersistentModel) {
    // Its unsaved changes are lost, which the next save must report.
    if model.hasChanges, !model._$state.flags.contains(.deleted),
      !mergePolicy.settlesDeletion || !pending.conflicts.contains(model)
    {
      pending.obstacles.record(.deletedElsewhere(object: model.persistentModelID))
    }
    for relationship in entities[model._$state.entity].relationships {
      unlink(model, relationship)
    }
    context?.graphWillLose(model)
    detach(model)
    empty(model, keepsNew: false)
    pending.setSkipped(model, false)
    model._$state.flags = .gone
  }

  /// Removes an object from the other ends of its relationships. The merge doesn't invalidate ends
  /// that were related only here, since the store doesn't know them.
  private func unlink(_ model: some PersistentModel, _ relationship: ModelRelationship) {
    guard let inverse = relationship.inverse else { return }
    var read = ReadKnownTargets()
    model._$visit(relationship.index, &read)
    if let known = known(relationship.destination, read.key) { read.objects.append(known) }
    for target in read.objects where target._$state.graph === self {
      if relationship.inverseIsToOne {
        guard target._$leads(inverse, to: model) else { continue }
        cut(target, inverse)
      } else {
        var remove = ChangeMember(member: model, isAdded: false)
        target._$notify(inverse) { target._$visit(inverse, &remove) }
        notify(
          .property(of: ObjectIdentifier(target), entity: target._$state.entity, property: inverse))
      }
    }
  }
}

extension ObjectGraph {
  /// Clears the to-one links of objects with unsaved changes that lead to deleted rows. The array
  /// of a deleted object may not be loaded, so that it doesn't know all of its members. Properties
  /// changed here don't take the stored value, so that the refresh doesn't clear them.
  func cutLinksToGone() {
    for model in pending.changed + pending.inserted where model._$state.graph === self {
      for relationship in entities[model._$state.entity].relationships
      where relationship.isToOne && relationship.isOptional && relationship.inverse != nil {
        var read = ReadTargets()
        model._$visit(relationship.index, &read)
        guard let target = read.one, target._$state.flags.contains(.gone) else { continue }
        cut(model, relationship.index)
      }
    }
  }

  private func cut(_ model: some PersistentModel, _ property: PropertyIndex) {
    var clear = ClearLink()
    model._$notify(property) { model._$visit(property, &clear) }
    notify(
      .property(of: ObjectIdentifier(model), entity: model._$state.entity, property: property))
  }
}

/// Reads the known targets of a relationship in memory, even if its array isn't loaded.
struct ReadKnownTargets: _SlotVisitor {
  var objects: [any PersistentModel] = []
  /// The key of a link that isn't loaded.
  var key: Int64 = 0

  mutating func visit(link: inout _Link) -> Bool {
    if let object = link.object { objects = [object] }
    key = link.isLoaded ? 0 : link.key
    return true
  }

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {}
  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}

  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    objects = slot.members?.present ?? slot.value ?? []
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    objects = slot.members?.present ?? slot.value.flatMap { $0 } ?? []
  }
}

/// Clears an optional to-one link. A required one retains its last target.
private struct ClearLink: _SlotVisitor {
  // A visitor must have a stored property (`_SlotVisitor`).
  private let filler = true

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {
    slot.value = .some(nil)
    slot.key = 0
  }

  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}
  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {}
  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {}
}

extension Members {
  /// The known members, and those added since.
  fileprivate var present: [any PersistentModel] {
    (known + added).compactMap { $0 as? any PersistentModel }
  }
}
