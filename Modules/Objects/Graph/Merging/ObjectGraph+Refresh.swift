package import StrataModel
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Refreshes an object from its row, with its unsaved changes on top or without them.
  ///
  /// - Parameter bringsBack: True to restore objects that were deleted here if the row links to
  ///   them.
  /// - Throws: ``StorageError``, with nothing changed.
  package func refresh(
    _ model: any PersistentModel, mergeChanges: Bool, bringsBack: Bool = false
  ) throws {
    guard model._$state.graph === self,
      model._$state.flags.isDisjoint(with: [.inserted, .deleted])
    else { return }
    try reading {
      guard model._$state.graph === self else { return }
      let entity = model._$state.entity
      var merge = Merge(end: follower.position)
      merge.held = [model]
      merge.changed[entity] = [
        model._$state.key: PropertySet(first: entities[entity].entity.propertyCount)
      ]
      try read(&merge)
      merge.rivals = []
      if !mergeChanges, let row = merge.rows[entity]?[model._$state.key] {
        try dropChanges(of: model, model._$state.changed, row, bringsBack: bringsBack)
        (model as? any UnstoredKeepingModel)?.dropUnstoredChanges()
        pending.dropUnchanged()
        pending.keep(original: nil, of: model)
        pending.conflicts.settle { $0.model === model }
      }
      for relationship in entities[entity].relationships where !relationship.isToOne {
        recordOwner(entity, model._$state.key, relationship.index, in: &merge)
      }
      apply(&merge)
    }
  }

  /// Refreshes all objects in memory from their rows, with unsaved changes on top.
  ///
  /// - Throws: ``StorageError``, with nothing changed.
  package func refreshAll() throws {
    try reading {
      var merge = Merge(end: follower.position)
      for graphEntity in entities {
        let entity = graphEntity.index
        let all = PropertySet(first: graphEntity.entity.propertyCount)
        for (key, object) in registered(entity) {
          guard let model = object as? any PersistentModel,
            model._$state.flags.isDisjoint(with: [.inserted, .deleted])
          else { continue }
          merge.held.append(object)
          merge.changed[entity, default: [:]][key] = all
          for relationship in graphEntity.relationships where !relationship.isToOne {
            recordOwner(entity, key, relationship.index, in: &merge)
          }
        }
      }
      try read(&merge)
      merge.rivals = []
      apply(&merge)
    }
  }

  /// Drops unsaved changes of some of an object's own columns and links, and updates the other
  /// ends. Members that store the link themselves are unchanged.
  ///
  /// - Parameter bringsBack: True to restore objects that were deleted here if the row links to
  ///   them. Otherwise they stay deleted, and the links to them stay cleared.
  func dropChanges(
    of model: any PersistentModel, _ properties: PropertySet, _ row: StoredRow, bringsBack: Bool
  ) throws {
    let entity = entities[model._$state.entity]
    let relationships = entity.relationships.filter { properties.contains($0.index) }
    // All targets are loaded before anything changes, since loading can throw.
    let targets = try relationships.filter(\.isToOne).map {
      ($0, try loaded($0.destination, row.link($0.index)))
    }
    var cut = PropertySet()
    relating {
      for (relationship, target) in targets {
        if let target, target._$state.flags.contains(.deleted) {
          guard bringsBack else {
            cut.insert(relationship.index)
            continue
          }
          insert(target)
        }
        var set = SetTarget(target: target)
        model._$visit(relationship.index, &set)
        Relating.apply(
          .one(old: set.old, oldKey: set.oldKey, new: target), of: model, relationship)
      }
    }
    for (relationship, target) in targets where !cut.contains(relationship.index) {
      // The row has the pair again, so that neither end has a change any more.
      guard relationship.inverseIsToOne, let inverse = relationship.inverse, let target,
        target._$leads(inverse, to: model)
      else { continue }
      target._$state.changed.subtract(PropertySet(inverse))
    }
    for relationship in relationships where relationship.usesLinkTable {
      dropLinkChanges(of: model, relationship)
    }
    var kept = entity.memberKept
    kept.subtract(entity.ephemeral)
    var dropped = properties
    dropped.subtract(kept)
    dropped.subtract(cut)
    model._$state.changed.subtract(dropped)
  }

  private func dropLinkChanges(of model: any PersistentModel, _ relationship: ModelRelationship) {
    guard let link = entities[model._$state.entity].linksByProperty[relationship.index] else {
      return
    }
    var others: [ObjectKey: PropertySet] = [:]
    let dropped = pending.dropLinks { change in
      change.table == link.table && (link.isOwner ? change.owner : change.member) === model
    }
    if let inverse = relationship.inverse {
      for change in dropped {
        let other = link.isOwner ? change.member : change.owner
        others[objectKey(of: other), default: PropertySet()].insert(inverse)
      }
    }
    forgetMembers(of: others)
  }
}

extension ObjectGraph {
  /// Refreshes objects in memory from their rows, except for properties with unsaved changes. An
  /// object without a row leaves the graph.
  ///
  /// - Parameter objects: Keys with the properties whose observers are notified.
  func refresh(_ entity: EntityIndex, _ objects: [Int64: PropertySet], _ rows: [Int64: StoredRow]) {
    func refresh<Model: PersistentModel>(_ type: Model.Type) {
      for (key, properties) in objects {
        guard let row = rows[key], let model = object(entity, key) as? Model else { continue }
        take(row, for: model, notifying: properties)
      }
      for key in objects.keys where rows[key] == nil {
        if let model = object(entity, key) as? Model { invalidate(model) }
      }
      guard rows.count < objects.count else { return }
      pending.dropObjects(notIn: self)
    }
    let graphEntity = entities[entity]
    refresh(graphEntity.type)
  }

  private func take<Model: PersistentModel>(
    _ row: StoredRow, for model: Model, notifying properties: PropertySet
  ) {
    let entity = entities[model._$state.entity]
    // To-many relationships are invalidated and loaded on the next access. All of them, since
    // merges may have passed over some while the object was deleted here, and no later history
    // names those.
    var wanted = PropertySet(first: entity.entity.propertyCount)
    wanted.subtract(model._$state.changed)
    if let unread = model._$state.unread { wanted.subtract(unread.properties) }
    // The merge may have completed the object after it read the row.
    wanted.subtract(row.unread)
    if model._$state.flags.contains(.deleted) {
      // Its own ends record the members that its delete rules were applied to. A deny rule needs
      // the current members instead.
      pending.setSkipped(model, true)
      for relationship in entity.relationships where relationship.deleteRule != .deny {
        wanted.subtract(PropertySet(relationship.index))
      }
    }
    take(wanted, of: row, for: model)
    var told = PropertySet(first: entity.entity.propertyCount)
    told.formIntersection(properties)
    recordValues(of: model, told)
  }

  /// Sets some properties of an object to a row's values.
  func take<Model: PersistentModel>(
    _ wanted: PropertySet, of row: StoredRow, for model: Model
  ) {
    guard !wanted.isEmpty else { return }
    do {
      var columns = row.row(wanted)
      try model._$take(&columns)
    } catch {
      // One unreadable value must not prevent the others from being set.
      for property in wanted.indices { take(property, of: row, for: model) }
    }
  }

  private func take<Model: PersistentModel>(
    _ property: PropertyIndex, of row: StoredRow, for model: Model
  ) {
    do {
      var columns = row.row(PropertySet(property))
      try model._$take(&columns)
    } catch {
      recordFailure(model, property, error) { [self] in try refresh(property, of: model) }
    }
  }

  /// Reads the stored value of one property again, unless the property has an unsaved change.
  private func refresh<Model: PersistentModel>(_ property: PropertyIndex, of model: Model) throws {
    guard model._$state.graph === self, !model._$state.changed.contains(property) else { return }
    try reading {
      let table = entities[model._$state.entity].table
      guard let row = try reader.storedRows([model._$state.key], of: table).first else { return }
      var columns = row.row(PropertySet(property))
      try model._$take(&columns)
      recordValues(of: model, PropertySet(property))
    }
  }
}
