public import StrataGraph
public import Foundation
import StrataModel
import StrataObservation
import StrataSchema
public import StrataStorage

extension ModelContainer {
  /// Copies a store, as it is at one moment, to a file.
  ///
  /// You can open the file as a store, or restore it with `restore(from:in:author:progress:)`.
  /// Other contexts and processes may read and write the store meanwhile. Unsaved changes of
  /// contexts aren't copied. The file appears under its name once it is complete and on the disk.
  /// Only its owner may read it.
  ///
  /// By default the copy is checked as `restore(from:in:author:progress:)` will check it, so that
  /// you learn of faults while you can still repair the store. The check reads each object, which
  /// takes several times as long as the copy.
  ///
  /// This blocks its thread until it is done. Call it from a thread of your own if that matters.
  ///
  /// - Parameters:
  ///   - configuration: The name of the store's configuration, or nil for the container's first.
  ///   - overwriting: True to replace an existing file.
  ///   - checking: False to copy the store without a check. Stores of other libraries are never
  ///     checked.
  ///   - progress: Called with the number of copied pages and of all pages. May throw to stop.
  /// - Throws: `BackupError` if the file can't be created or the store is unsound, `StorageError` if the store can't be read,
  ///   errors of `progress`. An existing file is unchanged then, and no new one remains.
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
        throw BackupError.unsoundStore(path: origin.store.path, faults: faults)
      }
    }
  }

  /// Opens a copy of a store, migrates it if saves are allowed, and checks it.
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

  /// Replaces the content of a store by that of another one, such as a backup, in one transaction.
  ///
  /// The store stays open. Every context and process reads the old content until the transaction
  /// commits, and the restored content afterwards: contexts refresh their objects, and remove those
  /// that no longer exist. Unsaved changes stay pending, and the next save applies them to the
  /// restored content. A backup of earlier models is migrated first. The store keeps its
  /// identifier. Tokens and consumers of the history expire.
  ///
  /// This blocks its thread until it is done. It may first wait up to ten seconds while another
  /// program opens, migrates or compacts the store.
  ///
  /// - Parameters:
  ///   - url: The file of the other store.
  ///   - configuration: The name of the store's configuration, or nil for the container's first.
  ///   - author: The author of the transaction in the history.
  ///   - progress: Called with the number of copied pages and of all pages. May throw to stop.
  /// - Returns: The file with the old content, a store in the same folder.
  /// - Throws: `BackupError` if the other store is unsound or of other models, `StorageError`,
  ///   ``MigrationError``, errors of `progress`. Nothing has changed then.
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

  /// Puts a backup in the place of a damaged file, which is renamed.
  ///
  /// The container's models and migration plan are those of the file. The container itself needn't have it open, and
  /// can't: it may be one in memory.
  ///
  /// - Parameters:
  ///   - file: The damaged file.
  ///   - backup: The file of the other store.
  /// - Returns: The damaged file's new URL.
  /// - Throws: as `restore(from:in:author:progress:)`. The damaged file is in its place then.
  /// - Complexity: O(size of the backup).
  public func replaceDamagedStore(
    at file: URL, with backup: URL, author: TransactionAuthor? = nil,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> URL {
    let origin = try origin(in: nil)
    return try DamagedStore(at: file).replace(
      from: backup, author: author?.name, progress: progress
    ) { try prepare($0, origin, backup.path) }
  }

  // Opening the copy migrates it.
  private func prepare(_ copy: URL, _ origin: ContainerStore, _ path: String) throws {
    let known = Set(origin.store.schema.entities.map(\.name))
    let state = try StoreState.read(at: copy, isReadOnly: false)
    guard let state, known.contains(where: { state.has($0) }) else {
      throw BackupError.otherModels(path: path, wanted: known.sorted())
    }
    let faults = try faults(of: copy, origin, migrationPlan, allowsSave: true)
    guard faults.isEmpty else { throw BackupError.unsoundBackup(path: path, faults: faults) }
  }

  /// Rewrites a store without the free space of deleted objects, and empties its write-ahead log.
  ///
  /// Other contexts and processes may read the store meanwhile. Their writes wait. This blocks its
  /// thread until it is done. It may first wait up to ten seconds while another program writes,
  /// opens or migrates the store.
  ///
  /// - Parameter configuration: The name of the store's configuration, or nil for the container's
  ///   first.
  /// - Returns: The size of the store before and after.
  /// - Throws: `StorageError` if the store can't be written. It is unchanged then.
  /// - Complexity: O(size of the store).
  @discardableResult
  public func compact(_ configuration: ModelConfiguration.ID? = nil) throws -> StoreCompaction {
    try origin(in: configuration).store.compact()
  }
}
