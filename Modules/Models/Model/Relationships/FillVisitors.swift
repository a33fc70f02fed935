/// Assigns the target of a followed link to its slot.
package struct FillTarget: _SlotVisitor {
  let target: (any PersistentModel)?

  package init(target: (any PersistentModel)?) { self.target = target }

  package mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {
    slot.value = .some(target as? Model)
  }

  package mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {
    slot.value = target as? Model
  }

  package mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {}
  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {}
}

/// Assigns the stored members, with the pending additions and removals applied, to a to-many
/// relationship's slot.
package struct FillMembers: _SlotVisitor {
  let stored: [any PersistentModel]

  package init(stored: [any PersistentModel]) { self.stored = stored }

  package mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {}
  package mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}

  package mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    slot.value = fill(slot.membersCreatingList())
  }

  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    slot.value = .some(fill(slot.membersCreatingList()))
  }

  private func fill<Model: PersistentModel>(_ members: Members) -> [Model] {
    if !members.isComplete, members.known.isEmpty { members.known = ContiguousArray(stored) }
    members.isComplete = true
    members.applyChanges()
    return members.known.compactMap { $0 as? Model }
  }
}
