public import StrataSchema

extension PersistentModel {
  /// Loads the target or the members of a relationship, unless they are in memory.
  ///
  /// A link to a row that doesn't exist leads to nil. The context records an error for a value that
  /// can't be read (``ModelContext/readFailures``), and saves nothing until it could be read.
  public func _$load(_ property: PropertyIndex) {
    let mayBeLoaded = UnverifiedArrays.isPresent
    // An unverified array is loaded already.
    if mayBeLoaded, _$verifyArrays(but: property) { return }
    // `Self` may be a superclass of the object's class.
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

  /// Returns the members that could be read of a relationship that couldn't be read completely, or
  /// nil for a to-one relationship.
  ///
  /// - Returns: nil if the property is no relationship, or a required one.
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

  /// Returns the members that could be read of a relationship that couldn't be read completely,
  /// with the pending additions and removals applied.
  func _$readableMembers(_ property: PropertyIndex, _ pending: Members?) -> [any PersistentModel] {
    let known = _$state.modelGraph?.partialMembers(of: self, property) ?? []
    guard let pending else { return known }
    let all = Members()
    all.known = .init(known)
    all.added = pending.added
    all.removed = pending.removed
    all.applyChanges()
    return all.known.compactMap { $0 as? any PersistentModel }
  }
}

/// Reads the pending additions and removals of a relationship.
private struct ReadPending: _SlotVisitor {
  private(set) var members: Members?

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {}
  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}

  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    members = slot.members
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    members = slot.members
  }
}
