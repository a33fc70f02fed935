internal import StrataModel
internal import StrataObservation
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Drops new objects, restores deleted ones and refreshes changed ones from their rows.
  ///
  /// It also merges what other contexts have saved.
  ///
  /// - Throws: ``StorageError`` if rows can't be read. Nothing is dropped then, and every save
  ///   throws until a rollback succeeds.
  package func rollback() throws {
    defer { deliverNotices() }
    verifyArrays()
    dropStaleInserts()
    do {
      try snapshot {
        var merge = Merge(end: follower.position)
        let touched = pending.changed + pending.deleted
        let returned = Set(pending.deleted.map { $0._$state.entity })
        merge.held = touched
        for model in touched {
          merge.changed[model._$state.entity, default: [:]][model._$state.key] =
            model._$state.changed
        }
        try recordHistory(in: &merge)
        try read(&merge)
        merge.rivals = []
        merge.orphans = []
        merge.kept = []
        let new = drop()
        for model in touched { clean(model) }
        apply(&merge)
        forgetLinkedMembers(of: returned)
        release(new)
      }
    } catch {
      recordFailedRollback(error)
      throw error
    }
    checkInvariants()
    notify(.rollback)
  }

  /// Detaches new objects and drops all unsaved changes.
  ///
  /// - Returns: The detached objects, with their relationships to each other.
  func drop() -> [AnyObject] {
    let objects: [AnyObject] = pending.inserted.map { $0 }
    generation += 1
    pending.removeAll()
    let new = objects.compactMap { $0 as? any PersistentModel }
    for model in new { detach(model) }
    for model in new { empty(model, keepsNew: true) }
    return objects
  }

  /// Breaks reference cycles among detached objects that nothing else retains, and that can't be
  /// inserted again.
  func release(_ objects: [AnyObject]) {
    for model in unreferenced(objects) { empty(model, keepsNew: false) }
  }

  /// Marks new objects as saved whose rows another context has written, perhaps under other keys.
  /// They count as changed, so that a rollback refreshes them from their rows. If a row has an
  /// object here already, the new one stays new.
  package func adopt(_ keys: [ObjectKey: Int64]) {
    func adopt(_ model: some PersistentModel, _ key: Int64) {
      let (entity, old) = (model._$state.entity, model._$state.key)
      if key != old {
        unregister(entity: entity, key: old)
        register(model, entity: entity, key: key)
        context?.keyDidChange(from: old, to: key, in: self, roots[entity])
      }
      model._$state.changed = PropertySet(
        first: entities[model._$state.entity].entity.propertyCount)
    }
    var adopted: [any PersistentModel] = []
    for model in pending.inserted {
      let root = roots[model._$state.entity]
      let old = model._$state.key
      guard let key = keys[ObjectKey(entity: root, key: old)],
        key == old || object(root, key) == nil
      else { continue }
      adopt(model, key)
      adopted.append(model)
    }
    pending.adopt(adopted)
  }

  /// Blocks saving until a rollback succeeds.
  package func recordFailedRollback(_ error: any Error) {
    pending.obstacles.recordRollback(failure: error)
  }

  /// True if an unresolved read failure or a recorded error blocks saving.
  package var hasFailures: Bool { pending.obstacles.hasFailures }

  /// Incremented by each save, rollback and reset.
  package var changeGeneration: Int { generation }

  /// The last transaction of the store that is merged into the objects in memory.
  package var mergedTransaction: Int64 { follower.position.transaction }

  /// The keys of the rows that new objects of the last save were merged into, by the objects'
  /// former keys.
  package var replacements: [ObjectKey: Int64] {
    var keys: [ObjectKey: Int64] = [:]
    for resolved in resolvedUniqueConflicts {
      guard let entity = index(named: resolved.plan.table.entity.name) else { continue }
      keys[ObjectKey(entity: roots[entity], key: resolved.key)] = resolved.existing
    }
    return keys
  }

  private func clean(_ model: any PersistentModel) {
    func clean(_ model: some PersistentModel) {
      model._$state.flags = []
      model._$state.changed = PropertySet()
    }
    clean(model)
  }
}
