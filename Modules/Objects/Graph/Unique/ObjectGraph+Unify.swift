import StrataModel
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Replaces new objects that the save didn't write, because rows already have their unique
  /// values.
  ///
  /// If a row has no object in memory, under ``UniqueConflictPolicy/upsert``, the new object
  /// becomes the row's. Otherwise the new object leaves the graph, and links to it are redirected
  /// to the row's object. O(number of changes), and a visit of every object in memory that has a
  /// relationship without an inverse.
  func unify(_ resolver: UniqueResolver, _ saved: inout SavedChanges) {
    resolvedUniqueConflicts = resolver.duplicates.map(\.conflict)
    saved.resolved = resolvedUniqueConflicts
    guard !resolver.duplicates.isEmpty else { return }
    var merge = Merge(end: follower.position)
    merge.changed = resolver.touched
    var leaving: [UniqueResolver.Duplicate] = []
    var taken: [any PersistentModel] = []
    for duplicate in resolver.duplicates {
      var told = duplicate.properties
      if resolver.policy == .upsert, object(duplicate.entity, duplicate.existing) == nil {
        takeOver(duplicate)
        if let row = duplicate.row {
          take(row, duplicate)
          if duplicate.hasChanged { taken.append(duplicate.model) }
          continue
        }
        told = PropertySet(first: entities[duplicate.entity].entity.propertyCount)
      } else {
        leaving.append(duplicate)
        // Another new object became the same row's object, and this one's values changed the row.
        // So the save has to list that object as updated.
        if duplicate.row != nil, duplicate.hasChanged {
          resolver.touched[duplicate.entity, default: [:]][
            duplicate.existing, default: PropertySet()
          ].formUnion(duplicate.properties)
        }
        for relationship in entities[duplicate.entity].relationships {
          told.insert(relationship.index)
        }
      }
      merge.changed[duplicate.entity, default: [:]][
        duplicate.existing, default: PropertySet()
      ].formUnion(told)
    }
    redirectLinks(from: leaving, resolver.policy)
    for duplicate in leaving {
      detach(duplicate.model)
      empty(duplicate.model, keepsNew: false)
      if let replaced = duplicate.model as? any ReplaceableModel {
        replaced.wasReplaced(by: identifier(duplicate.entity, duplicate.existing))
      }
    }
    if !merge.changed.isEmpty { readAgain(&merge) }
    list(resolver, taken, in: &saved)
  }

  /// Copies the row's values to the properties that weren't set in the object that became the
  /// row's.
  private func take(_ row: UniqueResolver.Duplicate.Row, _ duplicate: UniqueResolver.Duplicate) {
    let plan = duplicate.conflict.plan
    var wanted = plan.all
    wanted.subtract(duplicate.properties)
    switch row {
    case .same: wanted = PropertySet()
    case .values(let values):
      take(
        wanted, of: StoredRow(key: duplicate.existing, values, of: plan.table), for: duplicate.model
      )
    }
    recordValues(of: duplicate.model, plan.all)
  }

  private func takeOver(_ duplicate: UniqueResolver.Duplicate) {
    unregister(entity: duplicate.entity, key: duplicate.key)
    register(duplicate.model, entity: duplicate.entity, key: duplicate.existing)
  }

  private func redirectLinks(
    from leaving: [UniqueResolver.Duplicate], _ policy: UniqueConflictPolicy
  ) {
    var replacements: [ObjectIdentifier: Int64] = [:]
    for duplicate in leaving {
      replacements[ObjectIdentifier(duplicate.model)] = duplicate.existing
      for relationship in entities[duplicate.entity].relationships {
        guard let inverse = relationship.inverse else { continue }
        let isCut = policy == .ignore && relationship.isToOne && relationship.inverseIsToOne
        let redirect = RedirectLinks(
          replacements: [ObjectIdentifier(duplicate.model): isCut ? 0 : duplicate.existing])
        var read = ReadKnownTargets()
        duplicate.model._$visit(relationship.index, &read)
        if let known = known(relationship.destination, read.key) { read.objects.append(known) }
        for holder in read.objects where holder._$state.graph === self {
          self.redirect(holder, inverse, redirect)
        }
      }
    }
    forEachOneWayLink(to: Set(leaving.map(\.entity))) { holder, property in
      var read = ReadTargets()
      holder._$visit(property, &read)
      guard read.objects.contains(where: { replacements[ObjectIdentifier($0)] != nil }) else {
        return
      }
      redirect(holder, property, RedirectLinks(replacements: replacements))
    }
  }

  private func redirect(
    _ holder: any PersistentModel, _ property: PropertyIndex, _ redirect: RedirectLinks
  ) {
    var visitor = redirect
    holder._$notify(property) { holder._$visit(property, &visitor) }
  }

  /// Merges the changed rows into the objects in memory. To-many relationships with changed members
  /// become faults.
  private func readAgain(_ merge: inout Merge) {
    for (entity, objects) in merge.changed {
      merge.held += objects.keys.compactMap { object(entity, $0) }
    }
    for (entity, objects) in merge.changed {
      merge.changed[entity] = objects.filter { object(entity, $0.key) != nil }
    }
    do {
      try reading { try read(&merge) }
    } catch {
      // The save is committed, so this can't throw. The next read refreshes all objects in memory.
      follower.loseTrack()
      return
    }
    merge.end = follower.position
    apply(&merge)
  }

  private func list(
    _ resolver: UniqueResolver, _ taken: [any PersistentModel], in saved: inout SavedChanges
  ) {
    var rest = resolver.duplicates[...]
    saved.inserted.removeAll { model in
      guard rest.first?.model === model else { return false }
      rest.removeFirst()
      return true
    }
    if !rest.isEmpty {
      // The resolver wrote them in order of dependency, not of insertion.
      let duplicates = Set(rest.map { ObjectIdentifier($0.model) })
      saved.inserted.removeAll { duplicates.contains(ObjectIdentifier($0)) }
    }
    saved.updated += taken
    listTouched(resolver, in: &saved)
    guard context?.isHeard ?? false else { return }
    for update in resolver.updates {
      guard let model = object(update.object.entity, update.object.key) else { continue }
      saved.updatedProperties[ObjectIdentifier(model), default: PropertySet()]
        .formUnion(update.properties)
    }
  }

  private func listTouched(_ resolver: UniqueResolver, in saved: inout SavedChanges) {
    guard !resolver.touched.isEmpty else { return }
    var listed = Set((saved.inserted + saved.updated).map { ObjectIdentifier($0) })
    for (entity, objects) in resolver.touched {
      for key in objects.keys.sorted() {
        guard let model = object(entity, key) as? any PersistentModel,
          listed.insert(ObjectIdentifier(model)).inserted
        else { continue }
        saved.updated.append(model)
      }
    }
  }
}

/// Replaces links to some objects by other objects' keys. A key of 0 sets the link to nil.
private struct RedirectLinks: _SlotVisitor {
  let replacements: [ObjectIdentifier: Int64]
  private var forget = ForgetMembers()

  init(replacements: [ObjectIdentifier: Int64]) { self.replacements = replacements }

  private func replacement(_ target: (some PersistentModel)?) -> Int64? {
    target.flatMap { replacements[ObjectIdentifier($0)] }
  }

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {
    guard let key = replacement(slot.value.flatMap { $0 }) else { return }
    slot.value = key == 0 ? .some(nil) : nil
    slot.key = key
  }

  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {
    guard let key = replacement(slot.value), key != 0 else { return }
    slot.value = nil
    slot.key = key
  }

  // The relationship becomes a fault. The next access reads its members in the store's order.
  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    forget.visit(many: &slot)
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    forget.visit(optionalMany: &slot)
  }
}
