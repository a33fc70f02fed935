public import StrataSchema

/// A value outside its slot during an in-place change.
///
/// Reads in between can merge other contexts' changes into the slot.
public struct _OpenValue<Value> {
  /// The value.
  public var value: Value
  /// The member list of a to-many relationship when the change began.
  @usableFromInline let members: Members?
  /// True if some members couldn't be read, or if the value is a placeholder for one that couldn't.
  @usableFromInline let isPartial: Bool

  @inlinable
  init(_ value: Value, members: Members? = nil, isPartial: Bool = false) {
    self.value = value
    self.members = members
    self.isPartial = isPartial
  }
}

// Generated code calls these before and after it changes a slot's value in place. The property
// counts as changed from the beginning, so that no merge overwrites it.
extension PersistentModel {
  /// Takes a value out of its slot.
  @_disfavoredOverload
  @inlinable
  public func _$open<Value>(_ property: PropertyIndex, _ slot: inout _Slot<Value>) -> _OpenValue<
    Value
  > {
    guard let value = slot.value.take() else {
      return _OpenValue(_$missingValue(property), isPartial: true)
    }
    return _OpenValue(value)
  }

  /// Takes the members of a to-many relationship out of its slot.
  @inlinable
  public func _$open<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: inout _Slot<[Model]>
  ) -> _OpenValue<[Model]> {
    guard slot.value != nil else {
      let known = _$openUnread(property, slot.members)
      return _OpenValue(known.known.compactMap { $0 as? Model }, members: known, isPartial: true)
    }
    let members = slot.membersCreatingList()
    return _OpenValue(slot.value.take() ?? [], members: members)
  }

  /// Takes the members of an optional to-many relationship out of its slot.
  @inlinable
  public func _$open<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: inout _Slot<[Model]?>
  ) -> _OpenValue<[Model]?> {
    guard slot.value != nil else {
      let known = _$openUnread(property, slot.members)
      return _OpenValue(known.known.compactMap { $0 as? Model }, members: known, isPartial: true)
    }
    let members = slot.membersCreatingList()
    return _OpenValue(slot.value.take() ?? nil, members: members)
  }

  // If not all members could be read, the change applies to those that could.
  @usableFromInline
  func _$openUnread(_ property: PropertyIndex, _ pending: Members?) -> Members {
    let known = Members()
    known.isComplete = true
    known.known = .init(_$readableMembers(property, pending))
    return known
  }

  /// Puts a value back into its slot.
  @_disfavoredOverload
  @inlinable
  public func _$close<Value>(
    _ property: PropertyIndex, _ open: inout _OpenValue<Value>, _ slot: inout _Slot<Value>
  ) -> _RelationshipChange? {
    // A change of a placeholder is dropped, since it would overwrite the value that couldn't be
    // read.
    if !open.isPartial || slot.undecoded == nil { slot.value = open.value }
    return nil
  }

  /// Puts members back into the slot, and returns the added and removed ones.
  @inlinable
  public func _$close<Model: PersistentModel>(
    _ property: PropertyIndex, _ open: inout _OpenValue<[Model]>, _ slot: inout _Slot<[Model]>
  ) -> _RelationshipChange? {
    guard let members = open.members, members === slot.members, !open.isPartial else {
      return slot.merge(open.members, &open.value)
    }
    let change = slot.takeChangesInPlace(in: &open.value, of: property, owner: self)
    slot.value = open.value
    return change
  }

  /// Puts members back into the slot, and returns the added and removed ones.
  @inlinable
  public func _$close<Model: PersistentModel>(
    _ property: PropertyIndex, _ open: inout _OpenValue<[Model]?>, _ slot: inout _Slot<[Model]?>
  ) -> _RelationshipChange? {
    let isNil = open.value == nil
    var array = open.value.take() ?? []
    guard let members = open.members, members === slot.members, !open.isPartial else {
      return slot.merge(open.members, &array)
    }
    let change = slot.takeChangesInPlace(in: &array, of: property, owner: self)
    slot.value = .some(isNil ? nil : array)
    return change
  }
}

extension _Slot {
  /// Records the changes of an array whose members were invalidated meanwhile, or couldn't be read
  /// completely.
  ///
  /// The next access reads the members and applies the changes.
  @usableFromInline
  mutating func merge<Model: PersistentModel>(
    _ members: Members?, _ array: inout [Model]
  ) -> _RelationshipChange? {
    guard let members else { return nil }
    let difference = members.takeDifference(&array)
    value = nil
    let now = membersCreatingList()
    // The list doesn't have all members that the store has, so that a new one, of changes only,
    // replaces it.
    if now === members { self.members = Members() }
    for member in difference.added { self.members?.record(member, isAdded: true) }
    for member in difference.removed { self.members?.record(member, isAdded: false) }
    return .many(added: difference.added, removed: difference.removed)
  }
}
