package import StrataModel
internal import StrataSchema

extension ObjectGraph {
  /// Inserts an object and all objects that it is related to.
  ///
  /// O(number of new objects). It works through a list instead of recursing, so that a deep chain
  /// of relationships doesn't overflow the stack.
  package func insert(_ model: any PersistentModel) {
    runningStatements?.recordChange(of: model.persistentModelID)
    if hasDeletionDates, !phase.contains(.inserting) { restoreUnsavedDeletion(of: model) }
    // Inserting an object calls this for its related objects. They wait until it is complete.
    guard !phase.contains(.inserting) else {
      if model._$state.graph !== self { waitingInserts.append(model) }
      return
    }
    relating {
      during(.inserting) {
        add(model)
        while let next = waitingInserts.popLast() { add(next) }
      }
    }
    deliverNotices()
  }

  /// Inserts several objects and all objects that they are related to. If one of them can't be
  /// inserted, it inserts none, and the next save throws the error.
  package func insert(contentsOf models: [any PersistentModel]) {
    guard canInsert(models) else { return }
    pending.reserveInsertions(models.count)
    for model in models { insert(model) }
  }

  /// True if objects can be inserted into this graph. Otherwise the next save throws the error.
  package func canInsert(_ models: [any PersistentModel]) -> Bool {
    for model in models {
      if let error = error(in: model) {
        record(error)
        return false
      }
    }
    return true
  }

  private func error(in model: some PersistentModel) -> StackError? {
    if let graph = model._$state.graph, graph !== self {
      return .relatedAcrossContexts(object: model.persistentModelID, property: "modelContext")
    }
    do throws(StackError) {
      _ = try index(of: type(of: model))
      return nil
    } catch {
      return error
    }
  }

  private func add(_ model: some PersistentModel) {
    if let graph = model._$state.graph {
      if graph !== self {
        record(
          .relatedAcrossContexts(object: model.persistentModelID, property: "modelContext"))
      } else if model._$state.flags.contains(.deleted) {
        var related: [any PersistentModel] = []
        restore(model, &related)
        waitingInserts += related
      }
      return
    }
    guard let entity = knownIndex(of: type(of: model)) else {
      record(.unknownModel("\(type(of: model))"))
      return
    }
    if model._$state.flags.contains(.stale) { dropStaleInserts() }
    let wasGone = model._$state.flags.contains(.gone)
    register(model, entity: entity, key: newKey(entity))
    pending.insert(model)
    returning?.append(model)
    onChange?()
    notify(.membership(entity: entity))
    if hasLifecycle, entities[entity].isLifecycle, let model = model as? any LifecycleModel {
      pending.recordAwaking(model)
    }
    for relationship in entities[entity].relationships {
      relateInitialValue(of: model, relationship)
    }
    if wasGone { relateRequired(to: model, entity) }
  }

  /// Restores the inverses of required links to an object that another context had deleted, when it
  /// is inserted again. These links have retained it. O(objects in memory of classes with such
  /// links).
  private func relateRequired(to model: some PersistentModel, _ entity: EntityIndex) {
    for graphEntity in entities {
      for relationship in graphEntity.relationships
      where relationship.isToOne && !relationship.isOptional && relationship.inverse != nil {
        guard let target = destination(of: relationship), entities[target].kinds.contains(entity)
        else { continue }
        for (_, object) in registered(graphEntity.index) {
          guard let holder = object as? any PersistentModel,
            !holder._$state.flags.contains(.deleted)
          else { continue }
          var read = ReadTargets()
          holder._$visit(relationship.index, &read)
          guard read.one === model else { continue }
          holder._$recordChange(of: relationship.index)
          Relating.apply(.one(old: nil, oldKey: 0, new: model), of: holder, relationship)
        }
      }
    }
  }

  /// Applies the relationships that were set before the insertion to their other ends, and adds the
  /// new targets to the list of insertions.
  private func relateInitialValue(
    of model: some PersistentModel, _ relationship: ModelRelationship
  ) {
    var read = ReadTargets()
    model._$visit(relationship.index, &read)
    if !read.isRelated {
      var relate = RelateInitialValue(owner: model, property: relationship.index)
      model._$visit(relationship.index, &relate)
      model._$relate(relationship.index, relate.change)
    } else {
      if relationship.isToOne {
        Relating.setPosition(model, relationship, current: read.position)
      } else if relationship.usesLinkTable {
        for object in read.objects {
          Relating.recordLink(model, object, relationship, isLinked: true)
        }
      }
    }
    if let one = read.one {
      if one._$state.graph == nil { waitingInserts.append(one) }
    } else if read.count > 0 {
      waitingInserts += read.objects.reversed().filter { $0._$state.graph == nil }
    }
  }
}

/// Reads the relationships that an initializer set, as the change to apply after the insertion.
private struct RelateInitialValue<Owner: PersistentModel>: _SlotVisitor {
  let owner: Owner
  let property: PropertyIndex
  var change: _RelationshipChange?

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {
    slot.isRelated = true
    if let new = slot.value.flatMap({ $0 }) { change = .one(old: nil, oldKey: 0, new: new) }
  }

  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {
    slot.isRelated = true
    if let new = slot.value { change = .one(old: nil, oldKey: 0, new: new) }
  }

  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    _ = slot.membersCreatingList()
    change = owner._$takeChanges(property, &slot)
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    _ = slot.membersCreatingList()
    change = owner._$takeChanges(property, &slot)
  }
}
