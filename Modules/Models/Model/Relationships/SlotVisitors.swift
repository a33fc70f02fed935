// The few things that are done to relationship slots without knowing their types.

import StrataSchema

/// Reads what a relationship leads to, without loading anything.
package struct ReadTargets: LinkVisitor {
  // One object needs no array; most relationships that are read have at most one.
  package private(set) var one: (any PersistentModel)?
  private var many: [any PersistentModel]?
  /// The key of a link that hasn't been followed.
  package var key: Int64 = 0
  /// Whether the object that it leads to, or the array of its members, is there.
  package var isLoaded = false
  /// Whether all members are known, also where there is no array of them.
  package var isKnown = false
  package var isSettled = false
  /// The object's place among the members of the one it leads to.
  package var position: Int64 = 0

  package init() {}

  /// The objects that are there.
  package var objects: [any PersistentModel] { many ?? one.map { [$0] } ?? [] }
  /// The first of them.
  package var first: (any PersistentModel)? { one ?? many?.first }
  /// How many there are.
  package var count: Int { many?.count ?? (one == nil ? 0 : 1) }

  package mutating func visit(link: inout _Link) -> Bool {
    one = link.object
    isLoaded = link.isLoaded
    key = link.key
    isSettled = link.isSettled
    position = link.position
    return true
  }

  package mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    if let value = slot.value {
      isLoaded = true
      many = value
    }
    isSettled = slot.members != nil
    isKnown = slot.members?.isComplete ?? false
  }

  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
    if let value = slot.value {
      isLoaded = true
      many = value
    }
    isSettled = slot.members != nil
    isKnown = slot.members?.isComplete ?? false
  }
}

/// Sets a to-one relationship from its other end, and tells where it led before.
package struct SetTarget: LinkVisitor {
  package let target: (any PersistentModel)?
  package private(set) var old: (any PersistentModel)?
  /// The key of the object it led to, where nobody had followed the link.
  package private(set) var oldKey: Int64 = 0

  package init(target: (any PersistentModel)?) { self.target = target }

  package mutating func visit(link: inout _Link) -> Bool {
    old = link.object
    oldKey = link.isLoaded ? 0 : link.key
    link.object = target
    link.isLoaded = true
    link.key = 0
    link.isSettled = true
    link.position = 0
    link.isChanged = true
    return true
  }
}

/// Sets a to-many relationship, and tells who came and went.
struct SetMembers<Owner: PersistentModel>: LinkVisitor {
  private let targets: [any PersistentModel]
  private let property: PropertyIndex
  private let owner: Owner
  private(set) var change: RelationshipChange?

  init(_ targets: [any PersistentModel], of property: PropertyIndex, owner: Owner) {
    self.targets = targets
    self.property = property
    self.owner = owner
  }

  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    var new = Slot(targets.compactMap { $0 as? Model })
    change = owner._$didReplace(property, slot, &new)
    slot = new
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
    var new = Slot<[Model]?>(targets.compactMap { $0 as? Model })
    change = owner._$didReplace(property, slot, &new)
    slot = new
  }
}

/// Whether a to-one relationship leads to an object, and its other end knows.
package struct LeadsTo: LinkVisitor {
  package let target: ObjectIdentifier
  package let key: Int64
  package private(set) var isTrue = false

  init(_ target: some PersistentModel) {
    self.target = ObjectIdentifier(target)
    key = target._$state.key
  }

  package mutating func visit(link: inout _Link) -> Bool {
    // A link that nobody has followed yet is told by its key.
    isTrue =
      link.isSettled
      && (link.isLoaded
        ? link.object.map { ObjectIdentifier($0) == target } ?? false : link.key == key)
    return true
  }
}

/// Marks a to-one relationship as known to its other end, and gives the object its place there.
package struct SettleTarget: LinkVisitor {
  package let position: Int64

  package init(position: Int64) { self.position = position }

  package mutating func visit(link: inout _Link) -> Bool {
    link.isSettled = true
    link.position = position
    link.isChanged = true
    return true
  }
}

/// Adds or removes a member of a to-many relationship from its other end. O(1): an array that isn't
/// loaded stays so, and one that loses a member is put together anew when somebody looks.
package struct ChangeMember: SlotVisitor {
  package let member: any PersistentModel
  package let isAdded: Bool

  package init(member: any PersistentModel, isAdded: Bool) {
    self.member = member
    self.isAdded = isAdded
  }

  package mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {}
  package mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {}

  package mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    let members = slot.settledMembers()
    if isAdded, slot.value != nil, let member = member.as(Model.self) {
      guard members.identities?.insert(ObjectIdentifier(member)).inserted ?? true else { return }
      members.known.append(member)
      slot.value?.append(member)
    } else {
      slot.value = nil
      members.record(member, isAdded: isAdded)
    }
  }

  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
    let members = slot.settledMembers()
    if isAdded, let array = slot.value, let member = member.as(Model.self) {
      guard members.identities?.insert(ObjectIdentifier(member)).inserted ?? true else { return }
      members.known.append(member)
      slot.value = nil
      slot.value = .some((array ?? []) + [member])
    } else {
      slot.value = nil
      members.record(member, isAdded: isAdded)
    }
  }
}

extension Members {
  package func record(_ member: any PersistentModel, isAdded: Bool) {
    if isAdded {
      removed[ObjectIdentifier(member)] = nil
      added.append(member)
    } else {
      removed[ObjectIdentifier(member)] = member
    }
  }
}

/// Forgets what a relationship leads to, so that it is read from the store when somebody looks.
package struct ForgetMembers: SlotVisitor {
  /// What came and went here and isn't in the store yet.
  package let pending: Members?
  /// What is let go of after the visit: nobody's `deinit` runs while a slot is changed.
  private var released: (value: Any?, members: Members?)

  package init(pending: Members? = nil) { self.pending = pending }

  package mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {}
  package mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {}

  package mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    released = (slot.value, slot.members)
    slot.value = nil
    slot.members = pending
  }

  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
    released = (slot.value as Any?, slot.members)
    slot.value = nil
    slot.members = pending
  }
}
