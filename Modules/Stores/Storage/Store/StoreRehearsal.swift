package import Foundation
internal import StrataSQLite
import StrataMigration
internal import StrataPlatform

/// Changes a store by way of a copy beside it: the copy is worked on for as long as it takes, and then
/// takes the store's place in one transaction.
///
/// Nobody else can write meanwhile, and everybody can read what was there before. Whatever happens,
/// be it the end of the process, leaves the store as it was or as it shall be.
package struct StoreRehearsal {
  private let path: String
  private let lock: StoreLock

  /// Takes the store's lock; ``release()`` gives it back.
  ///
  /// - Throws: `StorageError.busy`, `StorageError.cannotOpen`.
  package init(at url: URL) throws {
    path = url.path
    try Store.checkPath(path, isReadOnly: false)
    lock = try StoreLock.waiting(path: path, seconds: 10)
    Self.discardCopy(of: path)
  }

  /// Lets a body change a copy of a store in the system's temporary folder, and throws the copy away.
  /// Everybody may read and write the store meanwhile.
  ///
  /// - Throws: `StorageError`, and what the body throws.
  package static func dryRun(at url: URL, _ body: (_ copy: URL) throws -> Void) throws {
    let folder = try WorkingFolder()
    let copy = folder.url.appendingPathComponent(url.lastPathComponent)
    let reader = try Connection.reading(url.path)
    defer { reader.close() }
    try makeCopy(copy, of: reader)
    try withExtendedLifetime(folder) { try body(copy) }
  }

  /// Lets others open the store.
  package func release() {
    Self.discardCopy(of: path)
    lock.release()
  }

  /// The store's state, or nil if there is no store yet.
  package func state() throws -> StoreState? {
    try StoreState.read(at: URL(fileURLWithPath: path), isReadOnly: false)
  }

  /// Lets a body change a copy of the store, which then takes the store's place.
  ///
  /// - Throws: `StorageError`, and what the body throws; then nothing has changed.
  package func run(_ body: (_ copy: URL) throws -> Void) throws {
    for _ in 0..<3 {
      Self.discardCopy(of: path)
      if try attempt(body) { return }
    }
    throw StorageError.busy(path: path, seconds: 10)
  }

  // false when somebody has written between the last step on the copy and the first one back.
  private func attempt(_ body: (URL) throws -> Void) throws -> Bool {
    let copy = URL(fileURLWithPath: Self.copyPath(path))
    let reader = try Connection(path: path, isReadOnly: true)
    let writer = try Connection(path: path)
    // The last one leaves nothing behind, which one that only reads can't.
    defer {
      reader.close()
      writer.close()
    }
    try writer.setJournal(.log)
    try writer.lock()
    let version = try reader.dataVersion()
    MigrationProbe.reach("locked")
    try Self.makeCopy(copy, of: reader)
    MigrationProbe.reach("copied")
    try body(copy)
    MigrationProbe.reach("rehearsed")
    // A backup takes the lock for writing by itself, and can't be begun under one.
    try writer.unlock()
    MigrationProbe.reach("unlocked")
    let source = try Connection(path: copy.path)
    try writer.setSynchronization(.full)
    let isDone = try Backup(from: source, to: writer).run(onStep: MigrationProbe.pages) {
      try reader.dataVersion() == version
    }
    MigrationProbe.reach("written")
    // The log has all of the store in it now.
    writer.copyLog()
    return isDone
  }

  private static func makeCopy(_ copy: URL, of reader: Connection) throws {
    try Store.makeFile(at: copy.path)
    let target = try Connection(path: copy.path)
    // It is thrown away if anything happens to it.
    try target.setSynchronization(.off)
    _ = try Backup(from: reader, to: target).run(onStep: MigrationProbe.pages)
  }

  /// Removes the copy that a migration has left that was ended in between. Only under the lock.
  static func discardCopy(of path: String) {
    let copy = copyPath(path)
    for name in [copy, copy + "-wal", copy + "-shm", copy + "-journal", copy + "-lock"] {
      unlink(name)
    }
  }

  static func copyPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-strata-migration"
  }
}
