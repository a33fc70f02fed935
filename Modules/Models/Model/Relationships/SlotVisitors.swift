// The operations on relationship slots for code that doesn't know their types.

import StrataSchema

/// Reads the objects that a relationship leads to, without loading anything.
package struct ReadTargets: LinkVisitor {
  // A single object needs no array, and most relationships have at most one.
  package private(set) var one: (any PersistentModel)?
  private var many: [any PersistentModel]?
  /// The key of a link that wasn't followed yet.
  package var key: Int64 = 0
  /// True if the slot has its target, or the array of its members.
  package var isLoaded = false
  /// True if all members are known, even if there is no array of them.
  package var isKnown = false
  package var isRelated = false
  /// The object's position among the members of its target.
  package var position: Int64 = 0

  package init() {}

  /// The objects that are in memory.
  package var objects: [any PersistentModel] { many ?? one.map { [$0] } ?? [] }
  /// The first of the objects that are in memory.
  package var first: (any PersistentModel)? { one ?? many?.first }
  /// The number of objects that are in memory.
  package var count: Int { many?.count ?? (one == nil ? 0 : 1) }

  package mutating func visit(link: inout _Link) -> Bool {
    one = link.object
    isLoaded = link.isLoaded
    key = link.key
    isRelated = link.isRelated
    position = link.position
    return true
  }

  package mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    if let value = slot.value {
      isLoaded = true
      many = value
    }
    isRelated = slot.members != nil
    isKnown = slot.members?.isComplete ?? false
  }

  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    if let value = slot.value {
      isLoaded = true
      many = value
    }
    isRelated = slot.members != nil
    isKnown = slot.members?.isComplete ?? false
  }
}

/// Sets a to-one relationship from its inverse, and records its former target.
package struct SetTarget: LinkVisitor {
  package let target: (any PersistentModel)?
  package private(set) var old: (any PersistentModel)?
  /// The key of the former target, if the link wasn't followed yet.
  package private(set) var oldKey: Int64 = 0

  package init(target: (any PersistentModel)?) { self.target = target }

  package mutating func visit(link: inout _Link) -> Bool {
    old = link.object
    oldKey = link.isLoaded ? 0 : link.key
    link.object = target
    link.isLoaded = true
    link.key = 0
    link.isRelated = true
    link.position = 0
    link.isChanged = true
    return true
  }
}

/// Sets a to-many relationship, and records which members were added and removed.
struct SetMembers<Owner: PersistentModel>: LinkVisitor {
  private let targets: [any PersistentModel]
  private let property: PropertyIndex
  private let owner: Owner
  private(set) var change: _RelationshipChange?

  init(_ targets: [any PersistentModel], of property: PropertyIndex, owner: Owner) {
    self.targets = targets
    self.property = property
    self.owner = owner
  }

  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    var new = _Slot(targets.compactMap { $0 as? Model })
    change = owner._$didReplace(property, slot, &new)
    slot = new
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    var new = _Slot<[Model]?>(targets.compactMap { $0 as? Model })
    change = owner._$didReplace(property, slot, &new)
    slot = new
  }
}

/// Checks that a to-one relationship leads to an object with an updated inverse.
package struct LeadsTo: LinkVisitor {
  package let target: ObjectIdentifier
  package let key: Int64
  package private(set) var isTrue = false

  init(_ target: some PersistentModel) {
    self.target = ObjectIdentifier(target)
    key = target._$state.key
  }

  package mutating func visit(link: inout _Link) -> Bool {
    // A link that wasn't followed yet has only its target's key.
    isTrue =
      link.isRelated
      && (link.isLoaded
        ? link.object.map { ObjectIdentifier($0) == target } ?? false : link.key == key)
    return true
  }
}

/// Marks a to-one relationship as recorded by its inverse, and sets the object's position there.
package struct SetPosition: LinkVisitor {
  package let position: Int64

  package init(position: Int64) { self.position = position }

  package mutating func visit(link: inout _Link) -> Bool {
    link.isRelated = true
    link.position = position
    link.isChanged = true
    return true
  }
}

/// Adds or removes a member of a to-many relationship from its inverse.
///
/// O(1): an array that isn't loaded isn't loaded for this, and one that loses a member is rebuilt
/// at the next access.
package struct ChangeMember: _SlotVisitor {
  package let member: any PersistentModel
  package let isAdded: Bool

  package init(member: any PersistentModel, isAdded: Bool) {
    self.member = member
    self.isAdded = isAdded
  }

  package mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {}
  package mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}

  package mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    let members = slot.membersCreatingList()
    if isAdded, slot.value != nil, let member = member.as(Model.self) {
      guard members.identities?.insert(ObjectIdentifier(member)).inserted ?? true else { return }
      members.known.append(member)
      slot.value?.append(member)
    } else {
      slot.value = nil
      members.record(member, isAdded: isAdded)
    }
  }

  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    let members = slot.membersCreatingList()
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

/// Invalidates a to-many relationship, so that the next access reads it from the store.
package struct ForgetMembers: _SlotVisitor {
  /// The additions and removals that aren't in the store yet.
  package let pending: Members?
  /// The old values, released after the visit, so that no `deinit` runs while a slot is being
  /// changed.
  private var released: (value: Any?, members: Members?)

  package init(pending: Members? = nil) { self.pending = pending }

  package mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {}
  package mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}

  package mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    released = (slot.value, slot.members)
    slot.value = nil
    slot.members = pending
  }

  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    released = (slot.value as Any?, slot.members)
    slot.value = nil
    slot.members = pending
  }
}
