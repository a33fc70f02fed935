public import StrataSchema

// What generated accessors of slots call. A change is made in two steps: the own slot first, then,
// when nothing holds it any more, the other ends.
extension PersistentModel {
  /// The value of a slot, once it is loaded.
  @inlinable
  public func _$value<Value>(_ property: PropertyIndex, _ slot: Slot<Value>) -> Value {
    if let value = slot.value { return value }
    return _$missingValue(property)
  }

  /// Nothing to do before a value is replaced.
  @_disfavoredOverload
  @inlinable
  public func _$willReplace<Value>(_ property: PropertyIndex, _ slot: Slot<Value>) {}

  /// Nothing to do: a link can be replaced without following it.
  @inlinable
  public func _$willReplace<Model: PersistentModel>(_ property: PropertyIndex, _ slot: Slot<Model?>)
  {}

  /// Loads the members, so that it is known who goes.
  public func _$willReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: Slot<[Model]>
  ) {
    if slot.needsLoading { _$load(property) }
  }

  /// Loads the members, so that it is known who goes.
  public func _$willReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: Slot<[Model]?>
  ) {
    if slot.needsLoading { _$load(property) }
  }

  /// Remembers that a value was replaced that nobody could read, so that a save says so first.
  @_disfavoredOverload
  @inlinable
  public func _$didReplace<Value>(
    _ property: PropertyIndex, _ old: Slot<Value>, _ new: inout Slot<Value>
  )
    -> RelationshipChange?
  {
    if case .text(let text) = old.note { new.note = text.noteOfReplacement }
    return nil
  }

  /// Records which object a link led to before.
  @inlinable
  public func _$didReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ old: Slot<Model?>, _ new: inout Slot<Model?>
  ) -> RelationshipChange? {
    new.isSettled = true
    new.position = old.position
    return .one(
      old: old.value.flatMap { $0 }, oldKey: old.value == nil ? old.key : 0,
      new: new.value.flatMap { $0 })
  }

  /// Records which object a link led to before.
  @inlinable
  public func _$didReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ old: Slot<Model>, _ new: inout Slot<Model>
  ) -> RelationshipChange? {
    new.isSettled = true
    new.position = old.position
    return .one(old: old.value, oldKey: old.value == nil ? old.key : 0, new: new.value)
  }

  /// Works out which members came and went.
  @inlinable
  public func _$didReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ old: Slot<[Model]>, _ new: inout Slot<[Model]>
  ) -> RelationshipChange? {
    new.members = old.members
    if old.needsLoading { _$recordUnreadReplacement(property, new.value ?? []) }
    return _$takeChanges(property, &new)
  }

  /// Works out which members came and went.
  @inlinable
  public func _$didReplace<Model: PersistentModel>(
    _ property: PropertyIndex, _ old: Slot<[Model]?>, _ new: inout Slot<[Model]?>
  ) -> RelationshipChange? {
    new.members = old.members
    if old.needsLoading { _$recordUnreadReplacement(property, new.value.flatMap { $0 } ?? []) }
    return _$takeChanges(property, &new)
  }

  /// Members were replaced that couldn't be read: a save has to know who went.
  @usableFromInline
  func _$recordUnreadReplacement(_ property: PropertyIndex, _ members: [any PersistentModel]) {
    guard let relationship = Swift.type(of: self)._$entity.relationships[property] else { return }
    _$state.modelGraph?.recordUnreadReplacement(self, relationship, members)
  }

  /// Works out which members came and went.
  @inlinable
  package func _$takeChanges<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: inout Slot<[Model]>
  ) -> RelationshipChange? {
    // The slot gives its array away while it is compared, so that there is no second reference.
    guard var array = slot.value.take() else { return nil }
    let change = slot.takeChanges(in: &array)
    slot.value = array
    return change
  }

  /// Works out which members came and went.
  @inlinable
  package func _$takeChanges<Model: PersistentModel>(
    _ property: PropertyIndex, _ slot: inout Slot<[Model]?>
  ) -> RelationshipChange? {
    guard let value = slot.value.take() else { return nil }
    var array = value ?? []
    let change = slot.takeChanges(in: &array)
    slot.value = .some(value == nil ? nil : array)
    return change
  }

  /// Makes the other ends of a relationship agree with a change of this one.
  public func _$relate(_ property: PropertyIndex, _ change: RelationshipChange?) {
    guard let change, let relationship = Swift.type(of: self)._$entity.relationships[property]
    else { return }
    // The state is asked for its graph once: each time costs as much as the look at the arrays.
    guard let graph = _$state.modelGraph else {
      _$verifyArrays()
      return Relating.apply(change, of: self, relationship)
    }
    if UnverifiedArrays.isPresent { graph.verifyArrays(but: self, property) }
    graph.relating { Relating.apply(change, of: self, relationship) }
    graph.deliverNotices()
  }

  /// Whether links of a relationship are kept in a table of their own, so that an object can be in
  /// the relationship of several others.
  @usableFromInline
  func _$usesLinkTable(_ property: PropertyIndex) -> Bool {
    Swift.type(of: self)._$entity.relationships[property]?.usesLinkTable ?? false
  }

  /// Whether an object's other end of a to-many relationship leads here already.
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

/// What a change of one relationship means for the objects at its other end.
public enum RelationshipChange {
  /// A to-one relationship leads elsewhere; `oldKey` names an object that isn't in memory.
  case one(old: (any PersistentModel)?, oldKey: Int64, new: (any PersistentModel)?)
  /// One member came, behind the others.
  case appended(any PersistentModel)
  /// Members came and went.
  case many(added: [any PersistentModel], removed: [any PersistentModel])
}
