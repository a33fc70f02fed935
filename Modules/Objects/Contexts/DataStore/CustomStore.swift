internal import Foundation
import StrataGraph
import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// A custom store, as a container uses it.
protocol CustomStore: StoreMirror {
  /// Makes the store in memory show what the custom store has now.
  ///
  /// Does nothing inside of a save or a snapshot, whose state can't change.
  ///
  /// - Parameter entity: The entity whose objects are asked for first, or nil for all. If objects are gone,
  ///   or lead to unknown ones, all are asked for.
  /// - Returns: The number of the transaction that has changed the store in memory, or nil if none had to.
  /// - Throws: The custom store's errors, ``DataStoreError``, `StorageError`.
  func refresh(_ entity: String?) throws -> Int64?
  /// Deletes all objects of the custom store.
  func erase() throws
}

/// Carries the saves of a store in memory to a ``DataStore``, and the ``DataStore``'s objects to the store in
/// memory.
///
/// Contexts work with the store in memory as with any other. Each save is handed over inside its transaction,
/// so that what the ``DataStore`` refuses isn't saved.
// Unchecked: all is used under the lock of the store in memory, by one thread at a time.
final class DataStoreMirror<Custom: DataStore>: CustomStore, @unchecked Sendable {
  let custom: Custom
  let identifiers: StoreIdentifiers
  /// The store in memory. It retains this mirror.
  weak var objects: GraphStore?
  let state = EditingState(id: UUID())
  /// The objects of the custom store at the last request.
  var known: [PersistentIdentifier: Known] = [:]
  /// True while the store in memory is filled, which the custom store needn't be told.
  private var isLoading = false
  /// The custom store's state after a save that the store in memory hasn't kept yet.
  private var outcome: Outcome?
  /// True if the custom store may have other values than ``known`` says.
  private var isStale = false

  struct Known {
    let snapshot: Custom.Snapshot
    let content: SnapshotContent

    init(_ snapshot: Custom.Snapshot, of entity: GraphEntity) throws {
      self.snapshot = snapshot
      content = try SnapshotContent(snapshot, of: entity.entity)
    }
  }

  private struct Outcome {
    var changed: [(row: ObjectGraph.ObjectKey, Known)]
    var deleted: [PersistentIdentifier]
    var isStale: Bool
  }

  init(_ custom: Custom, _ identifiers: StoreIdentifiers) {
    self.custom = custom
    self.identifiers = identifiers
    custom.initializeState(for: state)
  }

  deinit { custom.invalidateState(for: state) }

  func erase() throws {
    guard let objects else { return try custom.erase() }
    try objects.store.withWriter { _ in try custom.erase() }
  }

  func refresh(_ entity: String?) throws -> Int64? {
    guard let objects else { return nil }
    return try objects.store.withWriter { connection in
      guard !connection.isInsideTransaction else { return nil }
      var asked = Set(objects.entities.map(\.index))
      if let entity, !isStale, let named = objects.entities.first(where: { $0.name == entity }) {
        asked = Set(named.kinds)
      }
      var loading = DataStoreLoading(self, objects)
      try loading.run(asked)
      var number: Int64?
      if !loading.isEmpty {
        isLoading = true
        defer { isLoading = false }
        number = try objects.store.save(author: nil) { transaction in
          try loading.write(transaction)
          // Before the commit shows the rows to other contexts. Without the rows, nothing asks for them.
          for (identifier, row) in loading.newRows { identifiers.assign(identifier, to: row) }
        }
      }
      for identifier in loading.deleted { known[identifier] = nil }
      known.merge(loading.found) { $1 }
      isStale = false
      return number
    }
  }

  func write(
    _ transaction: StoreTransaction, author: String?, contextName: String?
  ) throws -> HistoryLog {
    guard !isLoading else { return HistoryLog() }
    guard let objects else { throw StorageError.closed(path: "custom store") }
    var saving = DataStoreSaving(self, objects)
    try saving.collect(transaction.log)
    guard !saving.isEmpty else { return HistoryLog() }
    var state = state
    state.author = author
    let request = DataStoreSaveChangesRequest(
      editingState: state, inserted: saving.inserted.map(\.values.snapshot),
      updated: saving.updated.map(\.values.snapshot), deleted: saving.deleted.map(\.snapshot))
    let result = try custom.save(request)
    // The custom store has the save. Whatever fails from here on, its objects are asked for again.
    outcome = Outcome(changed: [], deleted: [], isStale: true)
    outcome = try take(result, of: saving, objects)
    return HistoryLog()
  }

  private func take(
    _ result: DataStoreSaveChangesResult<Custom.Snapshot>, of saving: DataStoreSaving<Custom>,
    _ objects: GraphStore
  ) throws -> Outcome {
    let remapped = result.remappedIdentifiers
    var outcome = Outcome(
      changed: [], deleted: saving.deleted.map(\.content.identifier), isStale: false)
    var taken: Set<PersistentIdentifier> = []
    for object in saving.inserted + saving.updated {
      let old = object.values.content.identifier
      let new = remapped[old] ?? old
      let isFree = new == old || (known[new] == nil && identifiers.key(of: new) == nil)
      guard isFree, taken.insert(new).inserted, new.entityName == old.entityName else {
        throw DataStoreError.invalidIdentifier(inserted: old, given: new)
      }
      let snapshot = object.values.snapshot.copy(
        persistentIdentifier: new, remappedIdentifiers: remapped)
      let row = ObjectGraph.ObjectKey(entity: object.entity.root, key: object.key)
      outcome.changed.append((row, try Known(snapshot, of: object.entity)))
    }
    let own = Dictionary(
      outcome.changed.map { ($1.content.identifier, $1.content) }, uniquingKeysWith: { $1 })
    outcome.isStale = try result.snapshotsToReregister.contains { identifier, snapshot in
      let entity = objects.entities.first { $0.name == identifier.entityName }
      guard let entity, let content = own[identifier] ?? known[identifier]?.content else {
        return true
      }
      return try SnapshotContent(snapshot, of: entity.entity) != content
    }
    return outcome
  }

  func commit() throws {}

  func end(isSaved: Bool) {
    guard let outcome else { return }
    self.outcome = nil
    isStale = isStale || outcome.isStale || !isSaved
    guard isSaved else { return }
    for identifier in outcome.deleted { known[identifier] = nil }
    for (row, object) in outcome.changed {
      known[object.content.identifier] = object
      identifiers.assign(object.content.identifier, to: row)
    }
  }

  /// The snapshots of all objects of an entity, without those of others.
  func fetch(_ entity: GraphEntity) throws -> [Known] {
    func fetch<T: PersistentModel>(_ type: T.Type) throws -> [Custom.Snapshot] {
      // The container's own contexts leave out deleted objects and those outside of scopes.
      var descriptor = FetchDescriptor<T>()
      descriptor.includeDeletedObjects = true
      descriptor.ignoreScopes = true
      return try custom.fetch(
        DataStoreFetchRequest(descriptor: descriptor, editingState: state)
      ).fetchedSnapshots
    }
    return try fetch(entity.type).filter { $0.persistentIdentifier.entityName == entity.name }
      .map { try Known($0, of: entity) }
  }
}
