import StrataModel
import StrataObservation
import StrataSchema
package import StrataStorage

/// What has to be done to bring the objects in memory up to date. It is read whole, before the first
/// object changes: what is applied afterwards can't fail, so that a merge is done or isn't begun.
package struct Merge {
  /// Up to where the history is merged with this.
  var end: HistoryPosition
  /// Whether everything in memory is read anew.
  var isOfEverything = false
  /// By entity, the objects in memory whose rows have changed or gone.
  var changed: [EntityIndex: [Int64: PropertySet]] = [:]
  /// The same objects, some of which others alone may have held that leave on the way.
  var held: [AnyObject] = []
  var inserted: [EntityIndex: [Int64]] = [:]
  /// Of the objects in memory those with unsaved changes, and what others have changed of them.
  var contested: [EntityIndex: [Int64: PropertySet]] = [:]
  /// The entities of which rows have gone.
  var deleted: Set<EntityIndex> = []
  /// Of these, the entities with rows of which nothing is known but their keys.
  var lost: Set<EntityIndex> = []
  /// The to-many relationships whose members have changed.
  var owners: [ObjectGraph.ObjectKey: PropertySet] = [:]
  /// What observers of the graph are told.
  var changes: [GraphChange] = []

  // What was read.
  /// The rows of changed objects, by entity and key; those that have gone aren't there.
  var rows: [EntityIndex: [Int64: StoredRow]] = [:]
  /// The last positions that others have given, by the root of the members' hierarchy and property.
  var lastPositions: [(root: EntityIndex, property: PropertyIndex, position: Int64)] = []
  /// Objects that others have related, one to one, to some that were related otherwise here.
  var rivals: [(model: any PersistentModel, property: PropertyIndex, rival: any PersistentModel)] =
    []
  /// To-one relationships that others have changed and that stay as they are here, with what they lead to.
  var kept: [(model: any PersistentModel, relationship: ModelRelationship)] = []
  /// Members that others have given to objects that were deleted here, and why some can't be read.
  var orphans: [Orphans] = []

  struct Orphans {
    let owner: any PersistentModel
    let property: PropertyIndex
    let members: [any PersistentModel]
    let failure: (any Error)?
  }
}

extension ObjectGraph {
  /// Brings the objects in memory up to date with what others have saved, other contexts of this
  /// program and other processes alike: what changed is read from the store's history.
  ///
  /// Properties that were changed here and not saved keep their values. O(what was changed).
  package func merge() throws { try reading {} }

  /// The same where there is something to be returned that has been done. What can't be read now is
  /// read before the next read, which throws why it can't.
  package func mergeOrReport() {
    do {
      try merge()
    } catch {
      notices.append(.failure(error))
      deliverNotices()
    }
  }

  /// Lets the objects go whose rows a batch has deleted. That they had changes here is no mistake: who
  /// deletes an object doesn't want them.
  package func mergeDeletion() {
    let known = pending.obstacles.errors.count
    let knownConflicts = Set(
      pending.conflicts.all.filter { $0.theirs == nil }.map { ObjectIdentifier($0.model) })
    mergeOrReport()
    pending.conflicts.remove {
      $0.theirs == nil && !knownConflicts.contains(ObjectIdentifier($0.model))
    }
    let new = pending.obstacles.errors[known...].filter {
      if case .deletedElsewhere = $0 { false } else { true }
    }
    pending.obstacles.errors.replaceSubrange(known..., with: new)
  }

  /// The same inside a save. The connection that writes is asked, which has the answer at hand,
  /// while the reader would have to read anew what this graph's own last save has changed.
  ///
  /// - Throws: ``StackError/saveWhileMerging`` inside a read that began before others saved.
  package func merge(in transaction: StoreTransaction) throws {
    guard try follower.isBehind(transaction) else { return }
    try reading {}
    guard try !follower.isBehind(transaction) else { throw StackError.saveWhileMerging }
  }

  /// Merges inside a snapshot.
  func mergeHistory() throws {
    var merge = Merge(end: follower.position)
    try recordHistory(in: &merge)
    try read(&merge)
    let count = merge.changed.values.reduce(0) { $0 + $1.count }
    apply(&merge)
    logger.log(
      .debug,
      "merged up to transaction \(follower.position.transaction), \(count) objects in memory")
  }

  /// How many keys of new rows are kept until it is read whose members they are.
  private static let insertedCount = 10_000

  /// Records what others have saved since the objects in memory were last brought up to date.
  func recordHistory(in merge: inout Merge) throws {
    let history = try follower.changes(from: reader) { run in
      record(run, in: &merge)
      // Memory stays bounded, whatever others have inserted.
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

  // O(changes); what is kept of them is about objects in memory and about members that have moved.
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
        // An object that isn't in memory is right when it is read; its owners may be in memory.
        hasUnknown = true
        if hasMoved { merge.inserted[entity, default: []].append(key) }
      }
    }
    if run.kind == .delete, hasUnknown, graphEntity.hasOwners { merge.lost.insert(entity) }
  }

  // Rows that went may have come back with other values, as when a delete is undone.
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
    guard run.kind == .update else { return merge.changes.append(.membership(entity: entity)) }
    let names = run.properties.compactMap { entities[entity].table.index(of: $0) }
    merge.changes.append(
      .properties(entity: entity, names.reduce(into: PropertySet()) { $0.insert($1) }))
  }
}

extension GraphEntity {
  /// Whether objects of the entity are members of others' to-many relationships.
  var hasOwners: Bool { relationships.contains { $0.isOrderedByMember } }
}
