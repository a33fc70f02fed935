public import StrataSchema

// The functions that generated accessors of slots call. A change has two steps: first the own slot,
// and then, when no access to it is open, the inverses.
extension PersistentModel {
  /// Returns the value of a slot, or a placeholder if it couldn't be loaded.
  @inlinable
  public func _$value<Value>(_ property: PropertyIndex, _ slot: _Slot<Value>) -> Value {
    if let value = slot.value { return value }
    return _$missingValue(property)
  }

  /// Does nothing, since replacing an attribute needs no preparation.
  @_disfavoredOverload
  @inlinable
  public func _$willReplace<Value>(_ property: PropertyIndex, _ slot: _Slot<Value>) {}

  /// Does nothing, since a link can be replaced without following it.
  @inlinable
  public func _$willReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: _Slot<Model?>
  ) {}

  /// Loads the members, to know the removed ones.
  public func _$willReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: _Slot<[Model]>
  ) {
    if slot.needsLoading { _$load(property) }
  }

  /// Loads the members, to know the removed ones.
  public func _$willReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: _Slot<[Model]?>
  ) {
    if slot.needsLoading { _$load(property) }
  }

  /// Preserves the note that the replaced value couldn't be read, so that the next save reports it
  /// first.
  @_disfavoredOverload
  @inlinable
  public func _$didReplace<Value>(
    _ property: PropertyIndex, _ old: _Slot<Value>, _ new: inout _Slot<Value>
  )
    -> _RelationshipChange?
  {
    if case .text(let text) = old.note { new.note = text.noteOfReplacement }
    return nil
  }

  /// Records which object a link led to before.
  @inlinable
  public func _$didReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ old: _Slot<Model?>, _ new: inout _Slot<Model?>
  ) -> _RelationshipChange? {
    new.isRelated = true
    new.position = old.position
    return .one(
      old: old.value.flatMap { $0 }, oldKey: old.value == nil ? old.key : 0,
      new: new.value.flatMap { $0 })
  }

  /// Records which object a link led to before.
  @inlinable
  public func _$didReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ old: _Slot<Model>, _ new: inout _Slot<Model>
  ) -> _RelationshipChange? {
    new.isRelated = true
    new.position = old.position
    return .one(old: old.value, oldKey: old.value == nil ? old.key : 0, new: new.value)
  }

  /// Compares the new members with the known ones, and returns the added and removed ones.
  @inlinable
  public func _$didReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ old: _Slot<[Model]>, _ new: inout _Slot<[Model]>
  ) -> _RelationshipChange? {
    new.members = old.members
    if old.needsLoading { _$recordUnreadReplacement(property, new.value ?? []) }
    return _$takeChanges(property, &new)
  }

  /// Compares the new members with the known ones, and returns the added and removed ones.
  @inlinable
  public func _$didReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ old: _Slot<[Model]?>, _ new: inout _Slot<[Model]?>
  ) -> _RelationshipChange? {
    new.members = old.members
    if old.needsLoading { _$recordUnreadReplacement(property, new.value.flatMap { $0 } ?? []) }
    return _$takeChanges(property, &new)
  }

  /// Records the replacement of unreadable members.
  ///
  /// A save must know the removed ones.
  @usableFromInline
  func _$recordUnreadReplacement(_ property: PropertyIndex, _ members: [any PersistentModel]) {
    guard let relationship = Swift.type(of: self)._$entity.relationships[property] else { return }
    _$state.modelGraph?.recordUnreadReplacement(self, relationship, members)
  }

  /// Compares the array with the known members, and returns the added and removed ones.
  @inlinable
  package func _$takeChanges<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: inout _Slot<[Model]>
  ) -> _RelationshipChange? {
    // The array leaves the slot meanwhile. A second reference would make a change copy all of it.
    guard var array = slot.value.take() else { return nil }
    let change = slot.takeChanges(in: &array)
    slot.value = array
    return change
  }

  /// Compares the array with the known members, and returns the added and removed ones.
  @inlinable
  package func _$takeChanges<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: inout _Slot<[Model]?>
  ) -> _RelationshipChange? {
    guard let value = slot.value.take() else { return nil }
    var array = value ?? []
    let change = slot.takeChanges(in: &array)
    slot.value = .some(value == nil ? nil : array)
    return change
  }

  /// Updates the inverses after a change of a relationship.
  public func _$relate(_ property: PropertyIndex, _ change: _RelationshipChange?) {
    guard let change, let relationship = Swift.type(of: self)._$entity.relationships[property]
    else { return }
    // The graph is read from the state once: each read costs as much as the check for unverified
    // arrays.
    guard let graph = _$state.modelGraph else {
      _$verifyArrays()
      return Relating.apply(change, of: self, relationship)
    }
    if UnverifiedArrays.isPresent { graph.verifyArrays(but: self, property) }
    graph.relating { Relating.apply(change, of: self, relationship) }
    graph.deliverNotices()
  }

  /// Returns true if the relationship has a link table, so that an object can be a member for
  /// several owners.
  @usableFromInline
  func _$usesLinkTable(_ property: PropertyIndex) -> Bool {
    Swift.type(of: self)._$entity.relationships[property]?.usesLinkTable ?? false
  }

  /// Returns true if the inverse of a to-many relationship already leads from a member to this
  /// object.
  @usableFromInline
  func _$isLed(by member: some PersistentModel, _ property: PropertyIndex) -> Bool {
    member._$leads(Swift.type(of: self)._$entity.relationships[property]?.inverse, to: self)
  }

  package func _$leads(_ property: PropertyIndex?, to target: some PersistentModel) -> Bool {
    guard let property else { return false }
    var leads = LeadsTo(target)
    _$visit(property, &leads)
    return leads.isTrue
  }
}

/// A change of one relationship, for which the inverses have to be updated.
public enum _RelationshipChange {
  /// A to-one relationship has another target.
  ///
  /// `oldKey` names an old target that isn't in memory.
  case one(old: (any PersistentModel)?, oldKey: Int64, new: (any PersistentModel)?)
  /// The append of a member.
  case appended(any PersistentModel)
  /// The addition and removal of members.
  case many(added: [any PersistentModel], removed: [any PersistentModel])
}
