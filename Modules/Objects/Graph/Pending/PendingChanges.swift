package import StrataModel
import StrataSchema
import StrataStorage

/// The unsaved changes of a graph, and the errors that block saving them.
///
/// A save, a rollback and a reset replace the whole value, so that no part of it can outlive the
/// rest. An undo and a failed transaction go back to a snapshot (``PendingState``).
struct PendingChanges {
  /// New objects, in order of insertion.
  var inserted: [any PersistentModel] = []
  /// True if some new objects were deleted again. They leave the list before it is read.
  var hasStaleInserted = false
  /// Objects that differ from their rows, in order of their first change.
  var changed: [any PersistentModel] = []
  // Includes objects that were inserted again since they were deleted.
  private var deletedList: [any PersistentModel] = []
  private var hasStaleDeleted = false
  /// Deleted objects that other contexts have changed since. Merges don't update their
  /// relationships.
  var skippedByMerges: Set<ObjectIdentifier> = []
  /// Rows of link tables that the next save inserts or deletes, in order.
  var linkChanges: [ObjectGraph.LinkChange] = []
  /// True if some of these links have positions before those of stored links.
  var hasPlaces = false
  /// The last position assigned to a link of each table.
  var lastPlaces: [LinkTable: Int64] = [:]
  /// Arrays with other contexts' members and unsaved ones. The next save decides their order.
  var mergedMembers: [ObjectGraph.ObjectKey: PropertySet] = [:]
  /// Objects of the graph that other contexts have changed, too.
  var conflicts = PendingConflicts()
  /// Values from before an object's first change, where the merge policy needs them.
  var originals: [ObjectIdentifier: StoredRow] = [:]
  /// New objects whose ``LifecycleModel/awakeFromInsert()`` is still to be called.
  var awaking: [any LifecycleModel] = []
  /// The last provisional key, for a new object while the store gave none. They count up from the
  /// lowest integer.
  var provisionalKey = Int64.min
  var obstacles = SaveObstacles()
  /// The values of restored objects' rows in columns that the models lack, by object.
  var otherValues: [ObjectIdentifier: (model: any PersistentModel, values: OtherValues)] = [:]

  /// Deleted objects, in order of deletion.
  var deleted: [any PersistentModel] {
    mutating get {
      removeReturned()
      return deletedList
    }
    _modify {
      removeReturned()
      yield &deletedList
    }
  }

  /// True if a save would write nothing.
  var isEmpty: Bool {
    mutating get {
      inserted.isEmpty && changed.isEmpty && linkChanges.isEmpty && deleted.isEmpty
    }
  }

  var hasProvisionalKeys: Bool { provisionalKey != .min }

  /// The changes and errors that remain after a save.
  var remainder: PendingChanges {
    var remainder = PendingChanges()
    // Arrays are invalidated after the objects that were merged into existing rows have left them.
    remainder.mergedMembers = mergedMembers
    remainder.obstacles = obstacles
    return remainder
  }

  /// Records that a deleted object was inserted again. It leaves the list before the next access.
  mutating func recordReturn() { hasStaleDeleted = true }

  /// Removes objects that were inserted again. Must be called before an object is deleted for the
  /// second time.
  mutating func removeReturned() {
    guard hasStaleDeleted else { return }
    hasStaleDeleted = false
    deletedList.removeAll { !$0._$state.flags.contains(.deleted) }
  }

  /// Removes objects that are in no graph, or in another one, and links to them.
  mutating func removeObjects(notIn graph: ObjectGraph) {
    inserted.removeAll { $0._$state.graph !== graph }
    changed.removeAll { $0._$state.graph !== graph }
    removeLinkChanges(notIn: graph)
  }

  /// Removes links with an end that is in no graph, or in another one.
  mutating func removeLinkChanges(notIn graph: ObjectGraph) {
    linkChanges.removeAll {
      $0.owner._$state.graph !== graph || $0.member._$state.graph !== graph
    }
  }
}

extension ObjectGraph {
  /// New objects, in order of insertion.
  package var insertedModels: [any PersistentModel] {
    verifyArrays()
    dropStaleInserts()
    return pending.inserted
  }

  /// Objects with unsaved changes, in order of their first change.
  package var changedModels: [any PersistentModel] {
    verifyArrays()
    return pending.changed.filter { !$0.isDeleted && $0.hasChanges }
  }

  /// Deleted objects, in order of deletion.
  package var deletedModels: [any PersistentModel] { pending.deleted }

  /// The errors of values and relationships that couldn't be read.
  package var readErrors: [StackError] { pending.obstacles.failures.errors }

  /// Records an error that the caller can't throw. The next save throws it and writes nothing.
  package func record(_ error: StackError) { pending.obstacles.errors.append(error) }
}

/// The errors that a setter, an insertion, a deletion or a merge couldn't throw. A save throws them
/// and writes nothing while there are any.
struct SaveObstacles {
  /// Errors that no retry can resolve. One save throws them.
  var errors: [StackError] = []
  /// Links to objects of other contexts.
  var foreignLinks: [ReadFailure.Key: ObjectGraph.ForeignLink] = [:]
  /// Values and relationships that couldn't be read.
  var failures = ReadFailures()
  /// The error of a failed rollback. Every save throws until a rollback succeeds.
  var rollbackFailure: (any Error)?
}

extension PendingChanges {
  /// The first inconsistency between the lists and the objects in them. Nil if there is none.
  mutating func brokenInvariant(in graph: ObjectGraph) -> String? {
    var seen: Set<ObjectIdentifier> = []
    for model in inserted where !model._$state.flags.contains(.stale) {
      guard seen.insert(ObjectIdentifier(model)).inserted else {
        return "\(model.persistentModelID) was inserted twice"
      }
      guard model._$state.graph === graph, model._$state.flags.contains(.inserted) else {
        return "\(model.persistentModelID) is listed as new, and isn't"
      }
    }
    seen = []
    for model in changed where !model._$state.flags.contains(.stale) {
      guard seen.insert(ObjectIdentifier(model)).inserted else {
        return "\(model.persistentModelID) is listed as changed twice"
      }
      guard model._$state.graph === graph, model._$state.flags.contains(.listed) else {
        return "\(model.persistentModelID) is listed as changed, and isn't"
      }
    }
    seen = []
    for model in deleted {
      guard seen.insert(ObjectIdentifier(model)).inserted else {
        return "\(model.persistentModelID) was deleted twice"
      }
      guard model._$state.graph === graph, model._$state.flags.contains(.deleted) else {
        return "\(model.persistentModelID) is listed as deleted, and isn't"
      }
    }
    // A link to an object that can't be inserted is an error, which the next save throws.
    guard !hasStaleInserted, obstacles.errors.isEmpty else { return nil }
    for change in linkChanges {
      for end in [change.owner, change.member] where end._$state.graph !== graph {
        return "a link of \(change.table.name) leads to an object of no graph"
      }
    }
    return nil
  }
}
