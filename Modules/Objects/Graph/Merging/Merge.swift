import StrataModel
import StrataObservation
import StrataSQLite
import StrataSchema
package import StrataStorage

/// The effect of other contexts' saves on this graph: rows to reload, objects to remove,
/// relationships to invalidate. A merge reads all of it before the first object changes. Applying
/// it can't fail, so that a merge is complete or doesn't begin.
package struct Merge {
  /// The position in the history that the graph has after the merge.
  var end: HistoryPosition
  /// True if all objects in memory are reloaded, because the history is incomplete.
  var isOfEverything = false
  /// Objects in memory whose rows were changed or deleted, with the changed properties, by entity
  /// and key.
  var changed: [EntityIndex: [Int64: PropertySet]] = [:]
  /// Retains the objects until the merge is complete. Otherwise some could be released as soon as
  /// others drop their links to them.
  var held: [AnyObject] = []
  var inserted: [EntityIndex: [Int64]] = [:]
  /// Objects in memory with unsaved changes, and the properties that other contexts changed.
  var contested: [EntityIndex: [Int64: PropertySet]] = [:]
  /// Entities with deleted rows.
  var deleted: Set<EntityIndex> = []
  /// Entities with deleted rows whose objects aren't in memory, so that their owners are unknown.
  var lost: Set<EntityIndex> = []
  /// The to-many relationships whose members have changed.
  var owners: [ObjectGraph.ObjectKey: PropertySet] = [:]
  /// Changes that observers of the graph are notified of.
  var changes: [GraphChange] = []

  // What was read.
  /// The rows of changed objects, by entity and key. Deleted rows are missing.
  var rows: [EntityIndex: [Int64: StoredRow]] = [:]
  /// The last positions that other contexts assigned, by the root of the members' hierarchy and
  /// property.
  var lastPositions: [(root: EntityIndex, property: PropertyIndex, position: Int64)] = []
  /// One-to-one relationships that another context changed, of objects that were deleted or related
  /// otherwise here. The rival is the other context's target.
  var rivals: [(model: any PersistentModel, property: PropertyIndex, rival: any PersistentModel)] =
    []
  /// To-one relationships that other contexts changed and whose unsaved change here takes
  /// precedence.
  var kept: [(model: any PersistentModel, relationship: ModelRelationship)] = []
  /// Members that other contexts added to objects deleted here, and the error if some can't be
  /// read.
  var orphans: [Orphans] = []

  struct Orphans {
    let owner: any PersistentModel
    let property: PropertyIndex
    let members: [any PersistentModel]
    let failure: (any Error)?
  }
}

extension ObjectGraph {
  /// Merges the saves of other contexts and processes into the objects in memory. The store's
  /// history tells which rows changed.
  ///
  /// Properties with unsaved changes retain their values. O(number of changes in the history).
  package func merge() throws { try reading(.merge) {} }

  /// Merges after an operation that is already complete, and reports a failure instead of throwing
  /// it. The next read tries again and throws.
  package func mergeOrReport() {
    do {
      try merge()
    } catch {
      notices.append(.failure(error))
      deliverNotices()
    }
  }

  /// Merges a batch delete. Unsaved changes of the deleted objects are no error, since the caller
  /// deleted them deliberately.
  package func mergeDeletion() {
    let known = pending.obstacles.errors.count
    let knownConflicts = Set(
      pending.conflicts.all.filter { $0.theirs == nil }.map { ObjectIdentifier($0.model) })
    mergeOrReport()
    pending.conflicts.remove {
      $0.theirs == nil && !knownConflicts.contains(ObjectIdentifier($0.model))
    }
    pending.obstacles.dropDeletions(after: known)
  }

  /// Merges inside a save. It asks the writing connection whether the graph is behind. The reader's
  /// cached pages are stale after this graph's own last save, and it would have to read them again.
  ///
  /// A server answers that question with the history behind the graph's position, and a merge that changes no object in
  /// memory needs no further round trip.
  ///
  /// - Throws: ``StackError/saveWhileMerging`` inside a read that began before another context
  ///   saved.
  package func merge(in transaction: StoreTransaction) throws {
    let isBehind = try follower.isBehind(transaction)
    follower.wasUndisturbed = !isBehind
    guard isBehind else { return }
    guard transaction.expected == nil else { throw OvertakenSave() }
    try reading(for: transaction)
    guard try !follower.isBehind(transaction) else { throw StackError.saveWhileMerging }
  }

  /// Merges inside a snapshot, or inside a save on a server that is alone.
  func mergeHistory(in transaction: StoreTransaction? = nil) throws {
    var merge = Merge(end: follower.position)
    try recordHistory(in: &merge, transaction)
    try read(&merge)
    let count = merge.changed.values.reduce(0) { $0 + $1.count }
    apply(&merge)
    logger.log(
      .debug,
      "merged up to transaction \(follower.position.transaction), \(count) objects in memory")
  }

  /// Number of keys of new rows to collect before reading their owners in one batch.
  private static let insertedCount = 10_000

  /// Records the changes in the store's history since the last merge.
  func recordHistory(in merge: inout Merge, _ transaction: StoreTransaction? = nil) throws {
    let history = try follower.changes(from: reader, in: transaction) { run in
      record(run, in: &merge)
      // A large import by another context would otherwise fill memory with keys.
      guard let entity = index(named: run.entity),
        merge.inserted[entity]?.count ?? 0 >= Self.insertedCount
      else { return }
      try readOwners(inserted: merge.inserted[entity] ?? [], entity, in: &merge)
      merge.inserted[entity] = []
    }
    merge.end = history.end
    if !history.isComplete { recordEverything(in: &merge) }
  }

  private func recordEverything(in merge: inout Merge) {
    merge.isOfEverything = true
    for graphEntity in entities {
      let entity = graphEntity.index
      merge.deleted.insert(entity)
      let all = PropertySet(first: graphEntity.entity.propertyCount)
      for (key, object) in registered(entity) {
        guard let model = object as? any PersistentModel,
          !model._$state.flags.contains(.inserted)
        else { continue }
        merge.held.append(object)
        merge.changed[entity, default: [:]][key] = all
        contest(model, entity, all, in: &merge)
        for relationship in graphEntity.relationships where !relationship.isToOne {
          recordOwner(entity, key, relationship.index, in: &merge)
        }
      }
      merge.changes.append(.membership(entity: entity))
    }
  }

  // O(changes). It records only objects in memory, and members whose owner may have changed.
  private func record(_ run: HistoryRun, in merge: inout Merge) {
    guard let entity = index(named: run.entity) else { return }
    defer { recordChange(run, entity, in: &merge) }
    let graphEntity = entities[entity]
    if run.kind == .delete { merge.deleted.insert(entity) }
    if run.kind == .insert {
      if graphEntity.hasOwners { merge.inserted[entity, default: []] += run.keys }
      if merge.deleted.contains(entity) { recordReturn(of: run.keys, entity, in: &merge) }
      return
    }
    var properties = PropertySet()
    for name in run.properties {
      if let index = graphEntity.table.index(of: name) { properties.insert(index) }
    }
    let hasMoved = graphEntity.relationships.contains {
      $0.isOrderedByMember && properties.contains($0.index)
    }
    let mayConflict = hasChanges
    var hasUnknown = false
    for key in run.keys {
      if let model = object(entity, key) {
        merge.held.append(model)
        merge.changed[entity, default: [:]][key, default: PropertySet()].formUnion(properties)
        if mayConflict, let model = model as? any PersistentModel {
          contest(model, entity, properties, in: &merge)
        }
      } else {
        // An object that isn't in memory needs no reload, but its owners may be in memory.
        hasUnknown = true
        if hasMoved { merge.inserted[entity, default: []].append(key) }
      }
    }
    if run.kind == .delete, hasUnknown, graphEntity.hasOwners { merge.lost.insert(entity) }
  }

  // A deleted row may have been inserted again with other values, as when a delete is undone.
  private func recordReturn(of keys: [Int64], _ entity: EntityIndex, in merge: inout Merge) {
    let all = PropertySet(first: entities[entity].entity.propertyCount)
    for key in keys where merge.changed[entity]?[key] != nil {
      merge.changed[entity, default: [:]][key] = all
      if hasChanges, let model = object(entity, key) as? any PersistentModel {
        contest(model, entity, all, in: &merge)
      }
    }
  }

  private func recordChange(_ run: HistoryRun, _ entity: EntityIndex, in merge: inout Merge) {
    guard !observers.isEmpty else { return }
    switch run.kind {
    case .insert:
      return merge.changes.append(.arrivals(entity: entity, named: run.entity, keys: run.keys))
    case .delete: return merge.changes.append(.membership(entity: entity))
    case .update: break
    }
    let names = run.properties.compactMap { entities[entity].table.index(of: $0) }
    merge.changes.append(
      .properties(entity: entity, names.reduce(into: PropertySet()) { $0.insert($1) }))
  }
}

extension GraphEntity {
  /// True if objects of the entity are members of to-many relationships and store the links
  /// themselves.
  var hasOwners: Bool { relationships.contains { $0.isOrderedByMember } }
}
