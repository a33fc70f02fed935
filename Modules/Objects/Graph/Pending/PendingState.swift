package import StrataModel
import StrataSQLite
package import StrataSchema
package import StrataStorage

/// A snapshot of a graph's unsaved changes. A failed transaction body and an undo go back to it.
///
/// It holds what the save would write: the columns of new objects and of changed properties, and
/// the links. Relationships in memory follow from these.
package struct PendingState {
  package var inserted: [Entry] = []
  package var changed: [Entry] = []
  package var deleted: [Entry] = []
  package var linkChanges: [ObjectGraph.LinkChange]
  /// The keys of both ends of each link change. An object that has left the graph has lost its key.
  package var linkKeys: [(owner: Int64, member: Int64)]
  /// Read failures, which block saving.
  let failures: ReadFailures
  let errors: [StackError]
  var foreignTargets: [(link: SaveObstacles.ForeignLink, targets: [any PersistentModel])] = []
  let reportCount: Int
  /// True if members may come back to a position before others.
  package var hasPlaces = false
  /// Objects whose one-to-one relationships take precedence over conflicting ones of other objects.
  package var preferred: Set<ObjectIdentifier> = []
  /// The graph's generation at the time of the snapshot. It differs once the changes were saved or
  /// dropped.
  package let generation: Int
  /// Conflicts with other contexts' saves at the time of the snapshot. `originals` has the values
  /// from before the changes.
  var mergeConflicts = PendingConflicts()
  var originals: [ObjectIdentifier: StoredRow] = [:]

  package struct Entry {
    package let model: any PersistentModel
    package let key: Int64
    package let changed: PropertySet
    /// The properties whose columns, and then whose positions, are in `values`.
    package let properties: PropertySet
    package let values: [ColumnValue]
    /// For a deleted object, the members whose inverse ends its delete rules have changed, by
    /// relationship.
    var ends: [(relationship: ModelRelationship, members: [any PersistentModel])] = []
    /// For an object whose row was deleted and is restored, the row's values in columns that the models lack.
    package var others: OtherValues?

    package init(
      _ model: any PersistentModel, key: Int64, changed: PropertySet = PropertySet(),
      properties: PropertySet = PropertySet(), values: [ColumnValue] = [],
      others: OtherValues? = nil
    ) {
      self.others = others
      self.model = model
      self.key = key
      self.changed = changed
      self.properties = properties
      self.values = values
    }
  }
}

extension ObjectGraph {
  /// A snapshot of the unsaved changes. Nil if there are none. O(number of unsaved changes).
  ///
  /// - Throws: ``StackError/invalidValue(object:property:reason:)`` for a value that its column
  ///   can't store, as a save does.
  package func pendingState() throws -> PendingState? {
    verifyArrays()
    dropStaleInserts()
    guard hasChanges || hasFailures else { return nil }
    var state = emptyState()
    state.foreignTargets = pending.obstacles.links.map {
      ($0, foreignTargets(of: $0))
    }
    state.inserted = try pending.inserted.map { model in
      var new = try entry(
        model, PropertySet(first: entities[model._$state.entity].entity.propertyCount))
      new.others = pending.otherValues[ObjectIdentifier(model)]?.values
      return new
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

  /// A snapshot without objects: only link changes, failures and errors.
  ///
  /// - Parameter forgetsFailures: True to leave out read failures and errors, which block saving.
  package func emptyState(forgetsFailures: Bool = false) -> PendingState {
    PendingState(
      linkChanges: pending.linkChanges,
      linkKeys: pending.linkChanges.map { ($0.owner._$state.key, $0.member._$state.key) },
      failures: forgetsFailures ? ReadFailures() : pending.obstacles.failures,
      errors: forgetsFailures ? [] : pending.obstacles.errors,
      reportCount: reportCount, hasPlaces: pending.hasPlaces, generation: generation)
  }

  private func entry(
    _ model: any PersistentModel, _ properties: PropertySet
  ) throws -> PendingState.Entry {
    let table = entities[model._$state.entity].table
    let values = try values(of: model, properties)
    let columns = table.columns.filter { properties.contains($0.property) }
    // An object that holds its columns as they are can lack a required one until the save, whose rules say so.
    for (column, value) in zip(columns, values)
    where value.isNull && !column.description.isOptional && !(model is any UnstoredKeepingModel) {
      throw StackError.invalidValue(
        object: model.persistentModelID, property: table.entity.properties[column.property].name,
        reason: "no value was given")
    }
    return PendingState.Entry(
      model, key: model._$state.key, changed: model._$state.changed, properties: properties,
      values: values)
  }

  /// Drops the unsaved changes and restores those of a snapshot, unless these were saved or dropped
  /// since.
  ///
  /// - Throws: The errors of ``rollback()``, if nothing can be dropped.
  package func rollback(to state: PendingState) throws {
    let isOver = state.generation != generation
    // Saves by other contexts may conflict with the changes that are restored.
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
      recordFailedRollback(error)
      throw error
    }
    guard !isOver else { return }
    defer { deliverNotices() }
    // The merge in the rollback may have removed objects whose rows other contexts deleted.
    pending.restoreLinks(of: state)
    // Errors that a save has thrown since the snapshot aren't thrown again.
    let isReported = state.reportCount != reportCount
    pending.obstacles.restore(
      isReported ? [] : state.errors, isReported ? state.failures.reported : state.failures)
    var owners: [ObjectKey: PropertySet] = [:]
    let pairs = ends(of: state.inserted + state.changed, &owners)
    for entry in state.inserted { putBack(inserted: entry) }
    for entry in state.changed { putBack(changed: entry) }
    for entry in state.deleted { putBack(deleted: entry) }
    pending.dropObjects(notIn: self)
    for change in pending.linkChanges { recordChange(ofEndsOf: change) }
    let waiting = Set((state.changed + state.deleted).map { ObjectIdentifier($0.model) })
    pending.restoreConflicts(of: state, found: found, originals: originals, only: waiting)
    for (link, targets) in state.foreignTargets { putBack(link, to: targets) }
    _ = ends(of: state.inserted + state.changed, &owners)
    for (owner, properties) in toManyRelationships(of: state) {
      owners[owner, default: PropertySet()].formUnion(properties)
    }
    forgetMembers(of: owners, countingAll: true)
    for entry in state.inserted + state.changed { followLinks(of: entry.model) }
    pair(pairs, preferring: state.preferred)
    pending.restorePlaces(of: state)
    // An outer transaction's snapshot has this generation. With a new one it could not go back.
    generation = state.generation
    checkInvariants()
    onChange?()
    notify(.rollback)
  }

  /// Replaces the unsaved changes with those of a snapshot. A failure doesn't block later saves.
  ///
  /// - Throws: `StorageError`, with nothing changed.
  package func replacePending(with state: PendingState) throws {
    let failure = pending.obstacles.rollbackFailure
    do {
      try rollback(to: state)
    } catch {
      pending.obstacles.recordRollback(failure: failure)
      throw error
    }
  }

  /// Marks the relationships at both ends of a link change as changed.
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
          objectKey(of: model),
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
      pending.reserveKey(entry.key)
      pending.insert(model)
      model._$state.changed = entry.changed
      if let others = entry.others { pending.keep(others, of: model) }
      take(entry, for: model)
    }
    putBack(entry.model)
  }

  private func putBack(changed entry: PendingState.Entry) {
    func putBack(_ model: some PersistentModel) {
      guard model._$state.graph === self else {
        // Under these policies the deletion is a conflict, which was recorded already.
        if mergePolicy.settlesDeletion { return }
        return record(.deletedElsewhere(object: identifier(of: model, entry.key)))
      }
      pending.change(model)
      if !observers.isEmpty { model._$state.flags.insert(.watched) }
      model._$state.changed = entry.changed
      take(entry, for: model)
    }
    putBack(entry.model)
  }

  private func putBack(deleted entry: PendingState.Entry) {
    func putBack(_ model: some PersistentModel) {
      // If another context has deleted it too, there is nothing left to delete.
      guard model._$state.graph === self else { return }
      for (relationship, members) in entry.ends { fill(model, relationship, with: members) }
      pending.delete(model)
      pending.setSkipped(model, true)
    }
    putBack(entry.model)
  }

  /// The members that a deleted object's delete rules were applied to, by relationship.
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

  /// The target of a one-to-one relationship before a snapshot is restored.
  private struct FormerTarget {
    let model: any PersistentModel
    let relationship: ModelRelationship
    let object: (any PersistentModel)?
    let key: Int64
  }

  /// The present targets of the entries' one-to-one relationships, before or after the entries are
  /// restored.
  ///
  /// - Parameter owners: Receives the owners whose to-many relationships contain the entries'
  ///   objects.
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

  /// Makes both ends of one-to-one relationships agree after a snapshot was restored over other
  /// changes.
  private func pair(_ ends: [FormerTarget], preferring preferred: Set<ObjectIdentifier>) {
    let wanted = ends.map { end in (end, current(end.model, end.relationship.index)) }
    for isPreferred in [false, true] {
      for (end, target) in wanted
      where preferred.contains(ObjectIdentifier(end.model)) == isPreferred
        && end.model._$state.graph === self && !end.model._$state.flags.contains(.deleted)
      {
        pair(end.model, end.relationship, with: target, insteadOf: end.object)
        // A former target that isn't in memory has to be loaded to clear its end.
        guard end.object == nil, end.key != 0, let inverse = end.relationship.inverse else {
          continue
        }
        cut(inverse, of: end.relationship, end.key, from: end.model)
      }
    }
  }

  /// Replaces keys in links by the objects in memory, since keys of new objects may still change.
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

  private func putBack(_ link: SaveObstacles.ForeignLink, to targets: [any PersistentModel]) {
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
      // The values came from this object. If its type can't decode them, they count as unreadable.
      recordFailure(model, entry.properties.indices.first ?? 0, error) { throw error }
    }
    let count = table.columns.count { entry.properties.contains($0.property) }
    let positions = table.positions.filter { entry.properties.contains($0.property) }
    for (column, value) in zip(positions, entry.values.dropFirst(count)) {
      guard case .integer(let position) = value else { continue }
      var setPosition = SetPosition(position: position)
      model._$visit(column.property, &setPosition)
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
