package import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// The unsaved changes of a graph, and the errors that block saving them.
///
/// Its functions alone change it, and set the flags of the objects that they list. So the lists and the objects agree:
/// an object with ``_ModelState/Flags/inserted`` is in the list of new ones, and so on
/// (``brokenInvariant(in:)``). A save, a rollback and a reset drop everything together, so that no part outlives the
/// rest. An undo and a failed transaction go back to a snapshot (``PendingState``).
///
/// A closure that you pass to one of its functions must not access it.
struct PendingChanges {
  /// New objects, in order of insertion. Those that were deleted again leave the list by ``dropWithdrawn(of:)``.
  private(set) var inserted: [any PersistentModel] = []
  private var hasWithdrawn = false
  /// Objects that differ from their rows, in order of their first change.
  private(set) var changed: [any PersistentModel] = []
  // Includes objects that were inserted again since they were deleted.
  private var deletedList: [any PersistentModel] = []
  private var hasReturned = false
  private var skipped: Set<ObjectIdentifier> = []
  /// Rows of link tables that the next save inserts or deletes, in order.
  private(set) var linkChanges: [ObjectGraph.LinkChange] = []
  /// True if some of these links have positions before those of stored links.
  private(set) var hasPlaces = false
  private var lastPlaces: [LinkTable: Int64] = [:]
  private var mergedMembers: [ObjectGraph.ObjectKey: PropertySet] = [:]
  private(set) var originals: [ObjectIdentifier: StoredRow] = [:]
  private var awaking: [any LifecycleModel] = []
  // They count up from the lowest integer.
  private var provisionalKey = Int64.min
  private(set) var otherValues:
    [ObjectIdentifier: (model: any PersistentModel, values: OtherValues)] = [:]
  /// Objects of the graph that other contexts have changed, too.
  var conflicts = PendingConflicts()
  /// The errors that each save throws until they are resolved.
  var obstacles = SaveObstacles()

  /// Deleted objects, in order of deletion.
  var deleted: [any PersistentModel] {
    mutating get {
      removeReturned()
      return deletedList
    }
  }

  /// True if a save would write nothing.
  var isEmpty: Bool {
    mutating get {
      inserted.isEmpty && changed.isEmpty && linkChanges.isEmpty && deleted.isEmpty
    }
  }

  // MARK: Objects

  /// Lists a new object.
  mutating func insert(_ model: some PersistentModel) {
    model._$state.flags.reset(to: .inserted)
    inserted.append(model)
  }

  /// Makes room for new objects.
  mutating func reserveInsertions(_ count: Int) {
    inserted.reserveCapacity(inserted.count + count)
  }

  /// Marks an object as changed, and lists it unless a save writes it as a whole, because it is new.
  ///
  /// A deleted object has no changes to save. It is listed when it is restored.
  ///
  /// - Returns: True if it was listed.
  @discardableResult
  mutating func change(_ model: some PersistentModel) -> Bool {
    guard model._$state.flags.isDisjoint(with: [.listed, .deleted]) else { return false }
    model._$state.flags.insert(.listed)
    guard !model._$state.flags.contains(.inserted) else { return false }
    changed.append(model)
    return true
  }

  /// Marks an object as deleted, and lists it unless it is new. A new one has no row to delete:
  /// ``withdraw(_:)`` follows when its relationships are cut.
  mutating func delete(_ model: some PersistentModel) {
    // It may be in the list since it was deleted before.
    removeReturned()
    model._$state.flags.insert(.deleted)
    if !model._$state.flags.contains(.inserted) { deletedList.append(model) }
  }

  /// Takes back an insertion, because the object was deleted. It has left the graph.
  mutating func withdraw(_ model: some PersistentModel) {
    hasWithdrawn = true
    model._$state.flags.reset(to: .stale)
  }

  /// Takes back a deletion. The object is listed as changed if it was so before.
  mutating func putBack(_ model: some PersistentModel) {
    model._$state.flags.remove(.deleted)
    hasReturned = true
    if !model._$state.changed.isEmpty { change(model) }
  }

  /// Lists new objects as changed ones, because another context has written their rows.
  mutating func adopt(_ models: [any PersistentModel]) {
    let adopted = Set(models.map { ObjectIdentifier($0) })
    inserted.removeAll { adopted.contains(ObjectIdentifier($0)) }
    for model in models {
      model._$state.flags.remove([.inserted, .listed])
      change(model)
    }
  }

  /// Removes objects without remaining changes from the list of changed ones. O(number of changed objects).
  mutating func dropUnchanged() {
    changed.removeAll { model in
      guard model._$state.changed.isEmpty else { return false }
      model._$state.flags.remove(.listed)
      return true
    }
  }

  /// Removes the new objects that were deleted again, and what leads to them.
  ///
  /// - Returns: Their entities. Nil if there are none.
  mutating func dropWithdrawn(of graph: ObjectGraph) -> Set<EntityIndex>? {
    guard hasWithdrawn else { return nil }
    hasWithdrawn = false
    var gone: Set<EntityIndex> = []
    for model in inserted where model._$state.flags.contains(.stale) {
      gone.insert(model._$state.entity)
      model._$state.flags.remove(.stale)
    }
    dropObjects(notIn: graph)
    return gone
  }

  /// Removes objects that have left a graph, and links to them. O(number of changes).
  mutating func dropObjects(notIn graph: ObjectGraph) {
    // Withdrawn ones are dropped by `dropWithdrawn(of:)`, which tells their entities.
    inserted.removeAll { $0._$state.graph !== graph && !$0._$state.flags.contains(.stale) }
    changed.removeAll { $0._$state.graph !== graph }
    deletedList.removeAll { $0._$state.graph !== graph }
    linkChanges.removeAll { $0.owner._$state.graph !== graph || $0.member._$state.graph !== graph }
  }

  private mutating func removeReturned() {
    guard hasReturned else { return }
    hasReturned = false
    deletedList.removeAll { !$0._$state.flags.contains(.deleted) }
  }

  // MARK: Links

  mutating func link(_ change: ObjectGraph.LinkChange) { linkChanges.append(change) }

  /// Removes the changes of links that satisfy a condition, and returns them.
  mutating func dropLinks(
    where condition: (ObjectGraph.LinkChange) -> Bool
  ) -> [ObjectGraph.LinkChange] {
    let dropped = linkChanges.filter(condition)
    if !dropped.isEmpty { linkChanges.removeAll(where: condition) }
    return dropped
  }

  /// Assigns each new link without a position one after all others.
  ///
  /// - Parameter last: Returns the last stored position in a table.
  /// - Throws: `StorageError.invalidValue` if a table has a link with the highest possible position, and the error of
  ///   `last`.
  mutating func placeLinks(after last: (LinkTable) throws -> Int64) throws {
    for index in linkChanges.indices
    where linkChanges[index].isLinked && linkChanges[index].place == nil {
      let table = linkChanges[index].table
      let before =
        try lastPlaces[table]
        ?? linkChanges.reduce(try last(table)) { last, change in
          change.table == table ? max(last, change.place ?? 0) : last
        }
      let (place, overflows) = before.addingReportingOverflow(1)
      guard !overflows else { throw StorageError.noPlaceLeft(in: table) }
      lastPlaces[table] = place
      linkChanges[index].place = place
      hasPlaces = true
    }
  }

  /// Goes back to the links of a snapshot. ``restorePlaces(of:)`` follows when the objects at their ends are there.
  mutating func restoreLinks(of state: PendingState) { linkChanges = state.linkChanges }

  /// Lets relationships that are loaded from now on have the positions of a snapshot.
  mutating func restorePlaces(of state: PendingState) {
    hasPlaces = state.hasPlaces || state.linkChanges.contains { $0.place != nil }
  }

  // MARK: What merges leave

  /// True if merges don't update an object's relationships, because it is deleted and others have changed it since.
  func isSkipped(_ model: any PersistentModel) -> Bool { skipped.contains(ObjectIdentifier(model)) }

  mutating func setSkipped(_ model: any PersistentModel, _ isSkipped: Bool) {
    if isSkipped {
      skipped.insert(ObjectIdentifier(model))
    } else {
      skipped.remove(ObjectIdentifier(model))
    }
  }

  /// Records an array with other contexts' members and unsaved ones. The next save decides their order.
  mutating func recordMerged(_ property: PropertyIndex, of owner: ObjectGraph.ObjectKey) {
    mergedMembers[owner, default: PropertySet()].insert(property)
  }

  /// Removes what ``recordMerged(_:of:)`` recorded, and returns it.
  mutating func takeMerged() -> [ObjectGraph.ObjectKey: PropertySet] {
    defer { mergedMembers = [:] }
    return mergedMembers
  }

  /// Keeps the values of an object from before its first change, where the merge policy needs them. Nil forgets them.
  mutating func keep(original: StoredRow?, of model: any PersistentModel) {
    originals[ObjectIdentifier(model)] = original
  }

  /// Goes back to the conflicts and originals of a snapshot, with those found since.
  ///
  /// - Parameter waiting: The objects that may have them.
  mutating func restoreConflicts(
    of state: PendingState, found: [PendingConflict],
    originals since: [ObjectIdentifier: StoredRow],
    only waiting: Set<ObjectIdentifier>
  ) {
    // Conflicts that were resolved since the snapshot are open again.
    conflicts = state.mergeConflicts
    for conflict in found { conflicts.record(conflict) }
    conflicts.remove { !waiting.contains(ObjectIdentifier($0.model)) }
    originals = state.originals.merging(since) { $1 }.filter { waiting.contains($0.key) }
  }

  // MARK: New objects

  /// Records a new object whose ``LifecycleModel/awakeFromInsert()`` is to be called.
  mutating func recordAwaking(_ model: any LifecycleModel) { awaking.append(model) }

  /// True if a new object is still to be called.
  var hasAwaking: Bool { !awaking.isEmpty }

  /// Removes the new objects that are to be called, and returns them.
  mutating func takeAwaking() -> [any LifecycleModel] {
    defer { awaking = [] }
    return awaking
  }

  /// True if new objects may have provisional keys, because the store gave none.
  var hasProvisionalKeys: Bool { provisionalKey != .min }

  /// A provisional key for a new object.
  mutating func nextProvisionalKey() -> Int64 {
    provisionalKey += 1
    return provisionalKey
  }

  /// Keeps a key from being given again, if it is provisional.
  mutating func reserveKey(_ key: Int64) {
    if key < 0 { provisionalKey = max(provisionalKey, key) }
  }

  /// Records that each new object has a key of the store.
  mutating func endProvisionalKeys() { provisionalKey = .min }

  /// Keeps the values of a restored object's row in columns that its model lacks.
  mutating func keep(_ values: OtherValues, of model: any PersistentModel) {
    otherValues[ObjectIdentifier(model)] = (model, values)
  }

  // MARK: The end

  /// Drops all changes, and leaves what follows a save: the order of merged members, and what blocks the next one.
  mutating func recordSaved() {
    var saved = PendingChanges()
    swap(&self, &saved)
    // Arrays are invalidated after the objects that were merged into existing rows have left them.
    swap(&mergedMembers, &saved.mergedMembers)
    swap(&obstacles, &saved.obstacles)
  }

  /// Drops everything.
  mutating func removeAll() { self = PendingChanges() }

  /// The first inconsistency between the lists and the objects in them. Nil if there is none.
  mutating func brokenInvariant(in graph: ObjectGraph) -> String? {
    func fault(
      _ models: [any PersistentModel], _ flag: _ModelState.Flags, _ name: String
    ) -> String? {
      var seen: Set<ObjectIdentifier> = []
      for model in models where !model._$state.flags.contains(.stale) {
        guard seen.insert(ObjectIdentifier(model)).inserted else {
          return "\(model.persistentModelID) is listed as \(name) twice"
        }
        guard model._$state.graph === graph, model._$state.flags.contains(flag) else {
          return "\(model.persistentModelID) is listed as \(name), and isn't"
        }
      }
      return nil
    }
    let broken =
      fault(inserted, .inserted, "new") ?? fault(changed, .listed, "changed")
      ?? fault(deleted, .deleted, "deleted")
    if let broken { return broken }
    // A link to an object that can't be inserted is an error, which the next save throws.
    guard !hasWithdrawn, obstacles.errors.isEmpty else { return nil }
    for change in linkChanges {
      for end in [change.owner, change.member] where end._$state.graph !== graph {
        return "a link of \(change.table.name) leads to an object of no graph"
      }
    }
    return nil
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
  package func record(_ error: StackError) { pending.obstacles.record(error) }

  /// Removes new objects that were deleted before they were saved from the list of insertions.
  package func dropStaleInserts() {
    if let gone = pending.dropWithdrawn(of: self) { dropOneWayLinks(to: gone) }
  }

  /// Asserts that the unsaved changes and the objects agree. O(number of unsaved changes).
  func checkInvariants() {
    assert(pending.brokenInvariant(in: self) == nil, pending.brokenInvariant(in: self) ?? "")
  }
}
