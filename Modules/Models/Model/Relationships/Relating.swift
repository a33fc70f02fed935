package import StrataSchema

/// Updates the inverse of a relationship in memory as soon as the relationship changes.
package enum Relating {
  package static func apply(
    _ change: _RelationshipChange, of owner: any PersistentModel, _ relationship: ModelRelationship
  ) {
    switch change {
    case .one(let old, let oldKey, let new):
      retarget(owner, relationship, from: old, oldKey: oldKey, to: new)
    case .appended(let member): addMember(owner, member, relationship)
    case .many(let added, let removed):
      for member in removed { removeMember(owner, member, relationship) }
      for member in added { addMember(owner, member, relationship) }
    }
  }

  /// Updates the inverses after the to-one relationship of `owner` got another target.
  private static func retarget(
    _ owner: any PersistentModel, _ relationship: ModelRelationship,
    from old: (any PersistentModel)?, oldKey: Int64, to new: (any PersistentModel)?
  ) {
    let graph = owner._$state.modelGraph
    let previous = (old ?? graph?.known(relationship.destination, oldKey)).flatMap {
      isForeign($0, to: owner) ? nil : $0
    }
    if let new, isForeign(new, to: owner) {
      // The object of the other context isn't changed, and the recorded link blocks saving.
      graph?.recordForeignLink(owner, relationship.index)
      return unlink(owner, from: previous, oldKey: oldKey, relationship)
    }
    if let new, previous === new {
      // The link was confirmed explicitly. Both ends are recorded as changed, so that a merge
      // preserves it.
      if let inverse = relationship.inverse, graph != nil { new._$recordChange(of: inverse) }
      return
    }
    if let inverse = relationship.inverse {
      if relationship.inverseIsToOne {
        unlink(owner, from: previous, oldKey: oldKey, relationship)
        if let new {
          if let rival = current(new, inverse), rival !== owner,
            rival._$leads(relationship.index, to: new)
          {
            set(rival, relationship.index, to: nil)
          }
          set(new, inverse, to: owner)
        }
      } else {
        if let previous { change(previous, inverse, member: owner, isAdded: false) }
        if let new { change(new, inverse, member: owner, isAdded: true) }
      }
    }
    if let new {
      // An object that this inserts into the graph gets its position there.
      let wasManaged = owner._$state.modelGraph != nil
      couple(owner, new, relationship)
      if wasManaged { setPosition(owner, relationship, current: nil) }
    } else {
      var setPosition = SetPosition(position: 0)
      owner._$visit(relationship.index, &setPosition)
    }
  }

  /// Removes `owner` from the inverse at its former target.
  private static func unlink(
    _ owner: any PersistentModel, from previous: (any PersistentModel)?, oldKey: Int64,
    _ relationship: ModelRelationship
  ) {
    guard let inverse = relationship.inverse else { return }
    guard relationship.inverseIsToOne else {
      if let previous { change(previous, inverse, member: owner, isAdded: false) }
      return
    }
    if let previous {
      if previous._$leads(inverse, to: owner) { set(previous, inverse, to: nil) }
    } else if oldKey != 0 {
      owner._$state.modelGraph?.cut(inverse, of: relationship, oldKey, from: owner)
    }
  }

  /// Returns true if both objects are in contexts, but in different ones.
  private static func isForeign(
    _ other: any PersistentModel, to owner: any PersistentModel
  ) -> Bool {
    guard let graph = owner._$state.modelGraph, let otherGraph = other._$state.modelGraph else {
      return false
    }
    return graph !== otherGraph
  }

  /// Updates the inverses after `member` was added to a to-many relationship of `owner`.
  private static func addMember(
    _ owner: any PersistentModel, _ member: any PersistentModel, _ relationship: ModelRelationship
  ) {
    if isForeign(member, to: owner) {
      owner._$state.modelGraph?.recordForeignLink(owner, relationship.index)
      return
    }
    if let inverse = relationship.inverse {
      if relationship.inverseIsToOne {
        if let rival = set(member, inverse, to: owner), rival !== owner {
          change(rival, relationship.index, member: member, isAdded: false)
        }
      } else {
        change(member, inverse, member: owner, isAdded: true)
      }
    }
    let wasManaged = member._$state.modelGraph != nil
    couple(owner, member, relationship)
    recordLink(owner, member, relationship, isLinked: true)
    if wasManaged, let inverse = relationship.inverse, relationship.inverseIsToOne,
      let back = type(of: member)._$entity.relationships[inverse]
    {
      setPosition(member, back, current: 0)
    }
  }

  /// Updates the inverses after `member` was removed from a to-many relationship of `owner`.
  package static func removeMember(
    _ owner: any PersistentModel, _ member: any PersistentModel, _ relationship: ModelRelationship
  ) {
    if isForeign(member, to: owner) { return }
    if let inverse = relationship.inverse {
      if relationship.inverseIsToOne {
        // An observer may have moved the member while the array was changed.
        if member._$leads(inverse, to: owner) { set(member, inverse, to: nil) }
      } else {
        change(member, inverse, member: owner, isAdded: false)
      }
    }
    recordLink(owner, member, relationship, isLinked: false)
  }

  /// Returns the target of a to-one relationship, and loads it if needed.
  private static func current(
    _ model: any PersistentModel, _ property: PropertyIndex
  ) -> (any PersistentModel)? {
    guard let graph = model._$state.modelGraph else {
      var read = ReadTargets()
      model._$visit(property, &read)
      return read.first
    }
    return graph.current(model, property)
  }

  /// Sets a to-one relationship without updating its inverse.
  ///
  /// - Returns: The former target, if it is in memory.
  @discardableResult
  package static func set(
    _ model: any PersistentModel, _ property: PropertyIndex, to target: (any PersistentModel)?
  ) -> (any PersistentModel)? {
    func set(_ model: some PersistentModel) -> (any PersistentModel)? {
      model._$recordChange(of: property)
      var visitor = SetTarget(target: target)
      model._$notify(property) { model._$visit(property, &visitor) }
      model._$recordChange(of: property)
      if let old = visitor.old { return old }
      guard visitor.oldKey != 0,
        let relationship = type(of: model)._$entity.relationships[property]
      else { return nil }
      return model._$state.modelGraph?.known(relationship.destination, visitor.oldKey)
    }
    return set(model)
  }

  /// Adds or removes a member without updating its inverse.
  package static func change(
    _ owner: any PersistentModel, _ property: PropertyIndex, member: any PersistentModel,
    isAdded: Bool
  ) {
    func change(_ owner: some PersistentModel) {
      owner._$recordChange(of: property)
      var visitor = ChangeMember(member: member, isAdded: isAdded)
      owner._$notify(property) { owner._$visit(property, &visitor) }
      owner._$recordChange(of: property)
    }
    change(owner)
  }

  /// Inserts an object into the graph of another that it is related to, if the link is stored with
  /// that one or has an inverse.
  private static func couple(
    _ owner: any PersistentModel, _ other: any PersistentModel, _ relationship: ModelRelationship
  ) {
    if let graph = owner._$state.modelGraph {
      if other._$state.modelGraph == nil { graph.insert(other) }
    } else if relationship.inverse != nil, let graph = other._$state.modelGraph {
      graph.insert(owner)
    }
  }

  /// Records an added or removed row of a link table for the next save.
  package static func recordLink(
    _ owner: any PersistentModel, _ member: any PersistentModel,
    _ relationship: ModelRelationship, isLinked: Bool
  ) {
    guard relationship.usesLinkTable else { return }
    owner._$state.modelGraph?.recordLink(owner, member, relationship, isLinked: isLinked)
  }

  /// Assigns a member that is in a graph the position after all earlier ones.
  ///
  /// - Parameter current: The member's position, or nil if it isn't known.
  package static func setPosition(
    _ member: some PersistentModel, _ relationship: ModelRelationship, current: Int64?
  ) {
    guard relationship.isOrderedByMember, let graph = member._$state.modelGraph else { return }
    let position = graph.nextPosition(of: member, relationship)
    // Most members are added in the order of their keys, and need no position.
    guard position != current else { return }
    var setPosition = SetPosition(position: position)
    member._$visit(relationship.index, &setPosition)
  }
}
