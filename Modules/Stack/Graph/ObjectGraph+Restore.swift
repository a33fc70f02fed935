internal import StrataSchema

extension ObjectGraph {
  /// Brings a deleted object back before its delete was saved, with what it was related to.
  ///
  /// - Parameter related: Takes on what has to come back too.
  func restore(_ model: some PersistentModel, _ related: inout [any PersistentModel]) {
    model._$state.flags.remove(.deleted)
    deleted.removeAll { $0 === model }
    changed.removeAll { $0 === model }
    if model._$state.changed.isEmpty {
      model._$state.flags.remove(.listed)
    } else {
      changed.append(model)
      model._$state.flags.insert(.listed)
    }
    tell(.membership(entity: Int(model._$state.entity)))
    for relationship in entities[Int(model._$state.entity)].relationships {
      reattach(model, relationship, &related)
    }
  }

  // A deleted object keeps its own ends, so that they tell who was told of its going.
  private func reattach(
    _ model: some PersistentModel, _ relationship: ModelRelationship,
    _ related: inout [any PersistentModel]
  ) {
    guard let inverse = relationship.inverse else { return }
    var read = ReadTargets()
    model._$visit(relationship.index, &read)
    var targets = read.objects
    if targets.isEmpty, let known = known(relationship.destination, read.key) { targets = [known] }
    for target in targets {
      if target._$state.graph == nil || target._$state.flags.contains(.deleted) {
        related.append(target)
      }
      if !relationship.inverseIsToOne {
        var known = ReadTargets()
        target._$visit(inverse, &known)
        // An object that went at the same time was never told.
        guard !known.objects.contains(where: { $0 === model }) else { continue }
        Relating.change(target, inverse, member: model, isAdded: true)
      } else if let rival = current(target, inverse) {
        // Somebody else has taken the object meanwhile.
        guard rival !== model else { continue }
        if relationship.isToOne {
          Relating.set(model, relationship.index, to: nil)
        } else {
          Relating.change(model, relationship.index, member: target, isAdded: false)
        }
      } else {
        Relating.set(target, inverse, to: model)
      }
    }
  }

  /// Lets an object that has left the graph forget what it was related to, so that the ends agree
  /// and it keeps nothing alive. A link that must lead somewhere stays.
  ///
  /// - Parameter keepsNew: Whether links to objects that are in no graph either stay.
  func empty(_ model: any PersistentModel, keepsNew: Bool) {
    for relationship in entities[Int(model._$state.entity)].relationships {
      var empty = EmptyRelationship(keepsNew: keepsNew)
      model._$visit(relationship.index, &empty)
    }
  }
}

private struct EmptyRelationship: SlotVisitor {
  let keepsNew: Bool

  private func stays(_ target: some PersistentModel) -> Bool {
    keepsNew && target._$state.graph == nil
  }

  mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {
    if let target = slot.value.flatMap({ $0 }), stays(target) { return }
    slot.value = .some(nil)
    slot.key = 0
  }

  // The other end learns of it anew, should the object come back.
  mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {
    if let target = slot.value, stays(target) { return }
    slot.isSettled = false
  }

  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    slot.value = remaining(slot.value, &slot.members)
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
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
    members.settle()
    let left = members.known.compactMap { $0 as? Model }.filter { stays($0) }
    members.known = ContiguousArray(left)
    members.identities = nil
    members.isComplete = true
    return left
  }
}
