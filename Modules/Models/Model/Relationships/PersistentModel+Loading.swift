public import StrataSchema

extension PersistentModel {
  /// Follows a relationship's link, or reads its members, when that wasn't done yet.
  ///
  /// Nothing traps here: a link to a row that is gone leads nowhere, and what can't be read is
  /// remembered by the context (``ModelContext/readFailures``), which saves nothing until it could be.
  public func _$load(_ property: PropertyIndex) {
    let mayBeLoaded = UnverifiedArrays.isPresent
    // An array that is unverified is there.
    if mayBeLoaded, _$verifyArrays(but: property) { return }
    // `Self` may be a superclass of what the object is.
    let relationship = type(of: self)._$entity.relationships[property]
    if mayBeLoaded, relationship != nil {
      var read = ReadTargets()
      _$visit(property, &read)
      guard !read.isLoaded else { return }
    }
    guard let relationship else { return _$decode(property) }
    guard let graph = _$state.modelGraph else { return _$loadNothing(relationship) }
    graph.fault(self, relationship)
  }

  package func _$loadNothing(_ relationship: ModelRelationship) {
    if relationship.isToOne {
      var fill = FillTarget(target: nil)
      _$visit(relationship.index, &fill)
    } else {
      var fill = FillMembers(stored: [])
      _$visit(relationship.index, &fill)
    }
  }

  /// What could be read of a relationship that couldn't be read whole, and nothing for one that leads
  /// nowhere; nil for what is none.
  func _$unreadMembers<Value>(_ property: PropertyIndex) -> Value? {
    guard let relationship = Swift.type(of: self)._$entity.relationships[property] else {
      return nil
    }
    if relationship.isToOne {
      return (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
    }
    var pending = ReadPending()
    _$visit(property, &pending)
    let members = _$readableMembers(property, pending.members)
    func array<Model: PersistentModel>(_ type: Model.Type) -> Value? {
      members.compactMap { $0 as? Model } as? Value
    }
    return array(relationship.destination)
  }

  /// The members that could be read of a relationship that couldn't be read whole, with those that came
  /// and went here on top.
  func _$readableMembers(_ property: PropertyIndex, _ pending: Members?) -> [any PersistentModel] {
    let known = _$state.modelGraph?.partialMembers(of: self, property) ?? []
    guard let pending else { return known }
    let all = Members()
    all.known = .init(known)
    all.added = pending.added
    all.removed = pending.removed
    all.settle()
    return all.known.compactMap { $0 as? any PersistentModel }
  }
}

/// Reads what came and went here of a relationship's members.
private struct ReadPending: SlotVisitor {
  private(set) var members: Members?

  mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {}
  mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {}

  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    members = slot.members
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
    members = slot.members
  }
}
