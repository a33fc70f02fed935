public import StrataSchema

/// A value that is being changed in place, outside its slot: what is read meanwhile may bring others'
/// changes into the slot.
public struct OpenValue<Value> {
  /// The value.
  public var value: Value
  /// What a to-many relationship knew when the change began.
  @usableFromInline let members: Members?
  /// Whether some members couldn't be read, or the value stands in for one that couldn't.
  @usableFromInline let isPartial: Bool

  @inlinable
  init(_ value: Value, members: Members? = nil, isPartial: Bool = false) {
    self.value = value
    self.members = members
    self.isPartial = isPartial
  }
}

// What generated code calls before and after a slot's value is changed in place. The property counts as
// changed from the beginning, so that no merge touches it.
extension PersistentModel {
  /// Takes a value out of its slot.
  @_disfavoredOverload
  @inlinable
  public func _$open<Value>(_ property: PropertyIndex, _ slot: inout Slot<Value>) -> OpenValue<
    Value
  > {
    guard let value = slot.value.take() else {
      return OpenValue(_$missingValue(property), isPartial: true)
    }
    return OpenValue(value)
  }

  /// Takes the members of a to-many relationship out of its slot.
  @inlinable
  public func _$open<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: inout Slot<[Model]>
  ) -> OpenValue<[Model]> {
    guard slot.value != nil else {
      let known = _$openUnread(property, slot.members)
      return OpenValue(known.known.compactMap { $0 as? Model }, members: known, isPartial: true)
    }
    let members = slot.settledMembers()
    return OpenValue(slot.value.take() ?? [], members: members)
  }

  /// Takes the members of a to-many relationship out of its slot.
  @inlinable
  public func _$open<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: inout Slot<[Model]?>
  ) -> OpenValue<[Model]?> {
    guard slot.value != nil else {
      let known = _$openUnread(property, slot.members)
      return OpenValue(known.known.compactMap { $0 as? Model }, members: known, isPartial: true)
    }
    let members = slot.settledMembers()
    return OpenValue(slot.value.take() ?? nil, members: members)
  }

  // A change of members that aren't all known is a change on top of those that are there.
  @usableFromInline
  func _$openUnread(_ property: PropertyIndex, _ pending: Members?) -> Members {
    let known = Members()
    known.isComplete = true
    known.known = .init(_$readableMembers(property, pending))
    return known
  }

  /// Puts a value back.
  @_disfavoredOverload
  @inlinable
  public func _$close<Value>(
    _ property: PropertyIndex, _ open: inout OpenValue<Value>, _ slot: inout Slot<Value>
  ) -> RelationshipChange? {
    // A change of what stood in for an unreadable value changes nothing: it isn't to replace that.
    if !open.isPartial || slot.undecoded == nil { slot.value = open.value }
    return nil
  }

  /// Puts members back, and works out which came and went.
  @inlinable
  public func _$close<Model: PersistentModel>(
    _ property: PropertyIndex, _ open: inout OpenValue<[Model]>, _ slot: inout Slot<[Model]>
  ) -> RelationshipChange? {
    guard let members = open.members, members === slot.members, !open.isPartial else {
      return slot.merge(open.members, &open.value)
    }
    let change = slot.takeChangesInPlace(in: &open.value, of: property, owner: self)
    slot.value = open.value
    return change
  }

  /// Puts members back, and works out which came and went.
  @inlinable
  public func _$close<Model: PersistentModel>(
    _ property: PropertyIndex, _ open: inout OpenValue<[Model]?>, _ slot: inout Slot<[Model]?>
  ) -> RelationshipChange? {
    var array = open.value.take() ?? []
    guard let members = open.members, members === slot.members, !open.isPartial else {
      return slot.merge(open.members, &array)
    }
    let change = slot.takeChangesInPlace(in: &array, of: property, owner: self)
    slot.value = .some(array)
    return change
  }
}

extension Slot {
  /// Puts what was changed on top of members that were forgotten meanwhile, or couldn't be read: they
  /// are read when somebody looks.
  @usableFromInline
  mutating func merge<Model: PersistentModel>(
    _ members: Members?, _ array: inout [Model]
  ) -> RelationshipChange? {
    guard let members else { return nil }
    let difference = members.takeDifference(&array)
    value = nil
    let now = settledMembers()
    // What is there now isn't all that the store has.
    if now === members { self.members = Members() }
    for member in difference.added { self.members?.record(member, isAdded: true) }
    for member in difference.removed { self.members?.record(member, isAdded: false) }
    return .many(added: difference.added, removed: difference.removed)
  }
}
