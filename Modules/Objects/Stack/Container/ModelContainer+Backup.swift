public import StrataGraph
public import Foundation
import StrataModel
import StrataObservation
import StrataSchema
public import StrataStorage

extension ModelContainer {
  /// Copies a store as it is at one moment to a file of its own, which can be opened as a store, or put
  /// back with ``restore(from:in:author:progress:)``. Others may read and write the store meanwhile.
  ///
  /// The file gets its name when all of it is on the disk, and only its owner may read it. What waits in
  /// contexts isn't in it.
  ///
  /// The copy is checked as ``restore(from:in:author:progress:)`` will, so that you learn of a fault while
  /// the store is there to be mended. Reading each object takes several times as long as copying them.
  ///
  /// Blocks its thread all the while. Call it from a thread of your own where that matters.
  ///
  /// - Parameters:
  ///   - configuration: The name of the store's configuration; nil for the container's first.
  ///   - overwriting: Whether a file that is there is replaced.
  ///   - checking: False to copy the store as it is, sound or not. Another library's store is never checked.
  ///   - progress: Told how many pages are copied, and how many there are; may throw to stop.
  /// - Throws: `BackupError` where there can't be such a file, ``RestoreError/unsoundStore(path:faults:)``,
  ///   `StorageError` when the store can't be read, what `progress` throws. There is no file then, or the
  ///   one that was there.
  /// - Complexity: O(size of the store).
  public func backup(
    to url: URL, of configuration: ModelConfiguration.ID? = nil, overwriting: Bool = false,
    checking: Bool = true,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws {
    let origin = try origin(in: configuration)
    try origin.store.backup(to: url, overwriting: overwriting, progress: progress) { copy in
      guard checking, !origin.store.isForeign else { return }
      let faults = try faults(of: copy, origin, nil, allowsSave: false)
      guard faults.isEmpty else {
        throw RestoreError.unsoundStore(path: origin.store.path, faults: faults)
      }
    }
  }

  /// Opens a copy of a store, which migrates it where it may be changed, and checks it.
  private func faults(
    of copy: URL, _ origin: ContainerStore, _ plan: (any SchemaMigrationPlan.Type)?,
    allowsSave: Bool
  ) throws -> [StoreFault] {
    var configuration = ModelConfiguration(
      origin.configuration.name, url: copy, allowsSave: allowsSave)
    configuration.uniqueConflictPolicy = origin.configuration.uniqueConflictPolicy
    let container = try ModelContainer(
      for: origin.store.schema, migrationPlan: plan, configurations: [configuration])
    return try ModelContext(container).checkStore()
  }

  /// Gives a store the content of another one, such as a backup, in one transaction, while it is open.
  ///
  /// All who have the store open, in this process or another, read what was there until the transaction
  /// is done, and what was restored from then on: contexts read their objects anew, and let go of those
  /// that aren't there any more. Unsaved changes stay, to be saved on top. A backup that earlier models
  /// have written is migrated first. The store keeps its identifier. Tokens and consumers of the history
  /// have expired.
  ///
  /// Blocks its thread all the while, and before that for up to ten seconds where another program is just
  /// opening, migrating or compacting the store.
  ///
  /// - Parameters:
  ///   - url: The file of the other store.
  ///   - configuration: The name of the store's configuration; nil for the container's first.
  ///   - author: Who restores, as the history has it.
  ///   - progress: Told how many pages of a copy are done, and how many there are; may throw to stop.
  /// - Returns: The file in which what was there is kept, a store beside the store.
  /// - Throws: ``RestoreError`` where the other store isn't sound or is of other models; `StorageError`,
  ///   ``MigrationError``; what `progress` throws. Nothing has changed then.
  /// - Complexity: O(size of both stores).
  @discardableResult
  public func restore(
    from url: URL, in configuration: ModelConfiguration.ID? = nil,
    author: TransactionAuthor? = nil,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> URL {
    let origin = try origin(in: configuration)
    let restoration = try StoreRestoration(of: origin.store, from: url)
    let number = try restoration.run(author: author?.name, progress: progress) { copy in
      try prepare(copy, origin, url.path)
    }
    changes.publish(number)
    return restoration.kept
  }

  // Opening the copy migrates it.
  private func prepare(_ copy: URL, _ origin: ContainerStore, _ path: String) throws {
    let known = Set(origin.store.schema.entities.map(\.name))
    let state = try StoreState.read(at: copy, isReadOnly: false)
    guard let state, known.contains(where: { state.has($0) }) else {
      throw RestoreError.otherModels(path: path, wanted: known.sorted())
    }
    let faults = try faults(of: copy, origin, migrationPlan, allowsSave: true)
    guard faults.isEmpty else { throw RestoreError.unsound(path: path, faults: faults) }
  }

  /// Writes a store anew without the room that deleted objects have left, and empties its log. Others
  /// may read it meanwhile, and wait to write.
  ///
  /// Blocks its thread all the while, and before that for up to ten seconds where another program writes, or
  /// is just opening or migrating the store.
  ///
  /// - Parameter configuration: The name of the store's configuration; nil for the container's first.
  /// - Returns: How large the store was, and is.
  /// - Throws: `StorageError` where it can't be written; it is as it was then.
  /// - Complexity: O(size of the store).
  @discardableResult
  public func compact(_ configuration: ModelConfiguration.ID? = nil) throws -> StoreCompaction {
    try origin(in: configuration).store.compact()
  }
}
