package import StrataModel
import StrataSQLite
package import StrataSchema
import StrataStorage

/// What a save would write, to go back to when the body of a transaction throws, or when it is undone.
///
/// It is kept as the save would write it: the columns of new objects and of changed properties, and the
/// links. Relationships in memory follow from these.
package struct PendingState {
  package var inserted: [Entry] = []
  package var changed: [Entry] = []
  package var deleted: [Entry] = []
  package var linkChanges: [ObjectGraph.LinkChange]
  /// The keys of both ends of these, which an object that has left doesn't tell any more.
  package var linkKeys: [(owner: Int64, member: Int64)]
  /// What no save goes with, and objects of other contexts that relationships lead to.
  let failures: ReadFailures
  let mistakes: [StackError]
  var foreignTargets: [(link: ObjectGraph.ForeignLink, targets: [any PersistentModel])] = []
  let reportCount: Int
  /// Whether members may come back to a place before others.
  package var hasPlaces = false
  /// Objects whose one-to-one relationships win where another object's say otherwise.
  package var preferred: Set<ObjectIdentifier> = []
  /// How often everything had been saved or dropped before.
  package let generation: Int
  /// What others had changed of it by then, and what it was before it was changed.
  var mergeConflicts = PendingConflicts()
  var originals: [ObjectIdentifier: StoredRow] = [:]

  package struct Entry {
    package let model: any PersistentModel
    package let key: Int64
    package let changed: PropertySet
    /// The properties whose columns, and then whose positions, are in `values`.
    package let properties: PropertySet
    package let values: [ColumnValue]
    /// Of a deleted object, whom it has told of its going, by relationship.
    var ends: [(relationship: ModelRelationship, members: [any PersistentModel])] = []

    package init(
      _ model: any PersistentModel, key: Int64, changed: PropertySet = PropertySet(),
      properties: PropertySet = PropertySet(), values: [ColumnValue] = []
    ) {
      self.model = model
      self.key = key
      self.changed = changed
      self.properties = properties
      self.values = values
    }
  }
}

extension ObjectGraph {
  /// What waits to be saved; nil where nothing does. O(what waits to be saved).
  ///
  /// - Throws: ``StackError/invalidValue(object:property:reason:)`` for a value that no column can have,
  ///   as a save does.
  package func pendingState() throws -> PendingState? {
    verifyArrays()
    dropStaleInserts()
    guard hasChanges || !pending.obstacles.failures.isEmpty || !pending.obstacles.errors.isEmpty
    else { return nil }
    var state = emptyState()
    state.foreignTargets = pending.obstacles.foreignLinks.values.map {
      ($0, foreignTargets(of: $0))
    }
    state.inserted = try pending.inserted.map {
      try entry($0, PropertySet(first: entities[$0._$state.entity].entity.propertyCount))
    }
    state.changed = try pending.changed.map { try entry($0, $0._$state.changed) }
    state.deleted = try pending.deleted.map { model in
      var entry = try entry(model, PropertySet())
      entry.ends = ends(of: model)
      return entry
    }
    (state.mergeConflicts, state.originals) = (pending.conflicts, pending.originals)
    return state
  }

  /// The same with no object in it.
  ///
  /// - Parameter forgetsFailures: Whether what keeps a save from going isn't in it either.
  package func emptyState(forgetsFailures: Bool = false) -> PendingState {
    PendingState(
      linkChanges: pending.linkChanges,
      linkKeys: pending.linkChanges.map { ($0.owner._$state.key, $0.member._$state.key) },
      failures: forgetsFailures ? ReadFailures() : pending.obstacles.failures,
      mistakes: forgetsFailures ? [] : pending.obstacles.errors,
      reportCount: reportCount, hasPlaces: pending.hasPlaces, generation: generation)
  }

  private func entry(
    _ model: any PersistentModel, _ properties: PropertySet
  ) throws -> PendingState.Entry {
    let table = entities[model._$state.entity].table
    let values = try values(of: model, properties)
    let columns = table.columns.filter { properties.contains($0.property) }
    for (column, value) in zip(columns, values)
    where value.isNull && !column.description.isOptional {
      throw StackError.invalidValue(
        object: model.persistentModelID, property: table.entity.properties[column.property].name,
        reason: "no value was given")
    }
    return PendingState.Entry(
      model, key: model._$state.key, changed: model._$state.changed, properties: properties,
      values: values)
  }

  /// Drops what waits to be saved, and goes back to what waited before, unless that was saved or
  /// dropped meanwhile.
  ///
  /// - Throws: why nothing can be dropped, as ``rollback()``.
  package func rollback(to state: PendingState?) throws {
    let isOver = state?.generation != generation
    // What others have saved until now may contest what goes on waiting.
    var found: [PendingConflict] = []
    var originals: [ObjectIdentifier: StoredRow] = [:]
    do {
      try reading {
        (found, originals) = (
          pending.conflicts.past + pending.conflicts.all, self.pending.originals
        )
        try rollback()
      }
    } catch {
      pending.obstacles.rollbackFailure = error
      throw error
    }
    guard let state, !isOver else { return }
    defer { deliverNotices() }
    // What others have saved since may have taken objects away.
    pending.linkChanges = state.linkChanges
    // What a save has said meanwhile isn't said again.
    let isReported = state.reportCount != reportCount
    if !isReported { pending.obstacles.errors = state.mistakes + pending.obstacles.errors }
    restore(isReported ? state.failures.reported : state.failures)
    var owners: [ObjectKey: PropertySet] = [:]
    let pairs = ends(of: state.inserted + state.changed, &owners)
    for entry in state.inserted { putBack(inserted: entry) }
    for entry in state.changed { putBack(changed: entry) }
    for entry in state.deleted { putBack(deleted: entry) }
    pending.removeLinkChanges(notIn: self)
    for change in pending.linkChanges { recordChange(ofEndsOf: change) }
    let waiting = Set((state.changed + state.deleted).map { ObjectIdentifier($0.model) })
    // What was settled since waits again.
    pending.conflicts = state.mergeConflicts
    for conflict in found { pending.conflicts.record(conflict) }
    pending.conflicts.remove { !waiting.contains(ObjectIdentifier($0.model)) }
    self.pending.originals = state.originals.merging(originals) { $1 }.filter {
      waiting.contains($0.key)
    }
    for (link, targets) in state.foreignTargets { putBack(link, to: targets) }
    _ = ends(of: state.inserted + state.changed, &owners)
    for (owner, properties) in toManyRelationships(of: state) {
      owners[owner, default: PropertySet()].formUnion(properties)
    }
    forgetMembers(of: owners, countingAll: true)
    for entry in state.inserted + state.changed { followLinks(of: entry.model) }
    pair(pairs, preferring: state.preferred)
    pending.hasPlaces = state.linkChanges.contains { $0.place != nil } || state.hasPlaces
    // All is as it was for a transaction around this one, too.
    generation = state.generation
    checkInvariants()
    onChange?()
    tell(.rollback)
  }

  /// Lets what waits to be saved be something else.
  ///
  /// - Throws: `StorageError`, with nothing changed.
  package func replacePending(with state: PendingState) throws {
    let failure = pending.obstacles.rollbackFailure
    do {
      try rollback(to: state)
    } catch {
      pending.obstacles.rollbackFailure = failure
      throw error
    }
  }

  /// Counts both ends of a link that is to be made or cut as changed.
  ///
  /// - Returns: The relationships at both ends.
  @discardableResult
  func recordChange(ofEndsOf change: LinkChange) -> [ObjectKey: PropertySet] {
    var ends: [ObjectKey: PropertySet] = [:]
    for (model, isOwner) in [(change.owner, true), (change.member, false)] {
      for (property, link) in entities[model._$state.entity].linksByProperty
      where link.table == change.table && link.isOwner == isOwner {
        model._$recordChange(of: property)
        ends[
          ObjectKey(entity: roots[model._$state.entity], key: model._$state.key),
          default: PropertySet()
        ].insert(property)
      }
    }
    return ends
  }

  private func putBack(inserted entry: PendingState.Entry) {
    func putBack(_ model: some PersistentModel) {
      guard model._$state.graph == nil, let entity = knownIndex(of: type(of: model)) else {
        return  // The object has been inserted elsewhere meanwhile.
      }
      register(model, entity: entity, key: entry.key)
      if entry.key < 0 { pending.provisionalKey = max(pending.provisionalKey, entry.key) }
      model._$state.flags = .inserted
      model._$state.changed = entry.changed
      pending.inserted.append(model)
      take(entry, for: model)
    }
    putBack(entry.model)
  }

  private func putBack(changed entry: PendingState.Entry) {
    func putBack(_ model: some PersistentModel) {
      guard model._$state.graph === self else {
        // Under some policies that is a conflict, which is kept by itself.
        if mergePolicy.settlesDeletion { return }
        return pending.obstacles.errors.append(
          .deletedElsewhere(object: identifier(of: model, entry.key)))
      }
      model._$state.flags.insert(observers.isEmpty ? .listed : [.listed, .watched])
      model._$state.changed = entry.changed
      pending.changed.append(model)
      take(entry, for: model)
    }
    putBack(entry.model)
  }

  private func putBack(deleted entry: PendingState.Entry) {
    func putBack(_ model: some PersistentModel) {
      // One that others have deleted too is gone as it should be.
      guard model._$state.graph === self else { return }
      for (relationship, members) in entry.ends { fill(model, relationship, with: members) }
      pending.removeReturned()
      model._$state.flags.insert(.deleted)
      pending.deleted.append(model)
      pending.passedOver.insert(ObjectIdentifier(model))
    }
    putBack(entry.model)
  }

  /// The members that a deleted object has told of its going.
  private func ends(
    of model: any PersistentModel
  ) -> [(relationship: ModelRelationship, members: [any PersistentModel])] {
    entities[model._$state.entity].relationships.compactMap { relationship in
      guard !relationship.isToOne, relationship.inverse != nil else { return nil }
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      return read.isLoaded ? (relationship, read.objects) : nil
    }
  }

  /// One-to-one: where an object's relationship led before its change is put back.
  private struct FormerTarget {
    let model: any PersistentModel
    let relationship: ModelRelationship
    let object: (any PersistentModel)?
    let key: Int64
  }

  /// The present targets of the entries' to-one relationships, before or after the entries are put back.
  ///
  /// - Parameter owners: Takes on the owners of those that are members of others.
  private func ends(
    of entries: [PendingState.Entry], _ owners: inout [ObjectKey: PropertySet]
  ) -> [FormerTarget] {
    var ends: [FormerTarget] = []
    for entry in entries {
      guard let entity = knownIndex(of: type(of: entry.model)) else { continue }
      for relationship in entities[entity].relationships
      where relationship.isToOne && entry.properties.contains(relationship.index) {
        guard let inverse = relationship.inverse, let target = destination(of: relationship) else {
          continue
        }
        var read = ReadTargets()
        entry.model._$visit(relationship.index, &read)
        let object = read.first.flatMap { $0._$state.graph === self ? $0 : nil }
        let key = object?._$state.key ?? read.key
        if relationship.inverseIsToOne {
          ends.append(
            FormerTarget(
              model: entry.model, relationship: relationship, object: object, key: read.key))
        } else if key != 0 {
          owners[ObjectKey(entity: entities[target].root, key: key), default: PropertySet()]
            .insert(inverse)
        }
      }
    }
    return ends
  }

  /// One-to-one: lets both ends agree where what others have saved, or what waits besides, says otherwise.
  private func pair(_ ends: [FormerTarget], preferring preferred: Set<ObjectIdentifier>) {
    let wanted = ends.map { end in (end, current(end.model, end.relationship.index)) }
    for isPreferred in [false, true] {
      for (end, target) in wanted
      where preferred.contains(ObjectIdentifier(end.model)) == isPreferred
        && end.model._$state.graph === self && !end.model._$state.flags.contains(.deleted)
      {
        pair(end.model, end.relationship, with: target, insteadOf: end.object)
        // One that isn't in memory is read, where it isn't the target all the same.
        guard end.object == nil, end.key != 0, let inverse = end.relationship.inverse else {
          continue
        }
        cut(inverse, of: end.relationship, end.key, from: end.model)
      }
    }
  }

  /// Follows links to objects in memory, whose keys may still change.
  private func followLinks(of model: any PersistentModel) {
    guard model._$state.graph === self else { return }
    for relationship in entities[model._$state.entity].relationships
    where relationship.isToOne {
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      guard !read.isLoaded, let target = known(relationship.destination, read.key) else { continue }
      var fill = FillTarget(target: target)
      model._$visit(relationship.index, &fill)
    }
  }

  private func restore(_ earlier: ReadFailures) {
    let since = pending.obstacles.failures.standing
    pending.obstacles.failures = earlier
    for (key, failure) in since { pending.obstacles.failures.record(failure, key) }
  }

  private func putBack(_ link: ForeignLink, to targets: [any PersistentModel]) {
    guard link.owner._$state.graph === self else { return }
    recordForeignLink(link.owner, link.property)
    guard let relationship = type(of: link.owner)._$entity.relationships[link.property] else {
      return
    }
    for target in targets {
      if relationship.isToOne {
        Relating.set(link.owner, link.property, to: target)
      } else {
        Relating.change(link.owner, link.property, member: target, isAdded: true)
      }
    }
  }

  private func identifier(of model: some PersistentModel, _ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(
      store: store.identifier, entity: type(of: model)._$entity.name, key: key)
  }

  private func take(_ entry: PendingState.Entry, for model: some PersistentModel) {
    let table = entities[model._$state.entity].table
    var row = Row(entry.values, table: table.entity.name, present: entry.properties)
    do {
      try model._$take(&row)
    } catch {
      // The values were taken from this object. What its type won't have back is as good as unread.
      recordFailure(model, entry.properties.indices.first ?? 0, error) { throw error }
    }
    let count = table.columns.count { entry.properties.contains($0.property) }
    let positions = table.positions.filter { entry.properties.contains($0.property) }
    for (column, value) in zip(positions, entry.values.dropFirst(count)) {
      guard case .integer(let position) = value else { continue }
      var settle = SettleTarget(position: position)
      model._$visit(column.property, &settle)
    }
    recordValues(of: model, entry.properties)
  }

  private func toManyRelationships(of state: PendingState) -> [ObjectKey: PropertySet] {
    var owners: [ObjectKey: PropertySet] = [:]
    for entry in state.inserted + state.changed where entry.model._$state.graph === self {
      let entity = entities[entry.model._$state.entity]
      for relationship in entity.relationships where !relationship.isToOne {
        guard
          entry.model._$state.flags.contains(.inserted)
            || entry.changed.contains(relationship.index)
        else { continue }
        owners[ObjectKey(entity: entity.root, key: entry.key), default: PropertySet()]
          .insert(relationship.index)
      }
    }
    return owners
  }
}
