package import Foundation
internal import StrataMigration
internal import StrataSQLite

/// A store's file that is damaged, or is no database, and that a backup replaces.
///
/// The file isn't changed but renamed, with those beside it: it may be all that is left of what was saved after the
/// backup. Programs that have it open keep it.
package struct DamagedStore {
  private let url: URL
  private let number: UInt64

  /// - Throws: `StorageError.cannotOpen` if there is no file.
  package init(at url: URL) throws {
    // A link stays, and leads to the copy.
    let url = url.resolvingSymlinksInPath()
    self.url = url
    guard let number = try Store.fileNumber(at: url) else {
      throw StorageError.cannotOpen(path: url.path, reason: "there is no such file")
    }
    self.number = number
  }

  /// Puts a copy of another store in the file's place.
  ///
  /// The store gets the identifier of the copy. Its history has a gap, so that contexts and consumers of the damaged
  /// store read everything again.
  ///
  /// - Parameters:
  ///   - source: The file of the other store, which may be in use.
  ///   - author: The author of the transaction that the history records.
  ///   - prepare: Adapts and checks the copy before it gets the file's name. It may throw.
  /// - Returns: The damaged file's new URL.
  /// - Throws: `StorageError`, and errors of the closures. The damaged file is in its place then.
  package func replace(
    from source: URL, author: String?, progress: (_ done: Int, _ total: Int) throws -> Void,
    prepare: (_ copy: URL) throws -> Void
  ) throws -> URL {
    guard !BackupPlace.isSame(source.path, url.path) else {
      throw StorageError.cannotOpen(path: source.path, reason: "it is the damaged store itself")
    }
    let lock = try StoreLock.waiting(path: url.path, seconds: 10)
    defer { lock.release() }
    let copy = StoreRehearsal.copyPath(url.path)
    StoreRehearsal.discardCopy(of: url.path)
    defer { StoreRehearsal.discardCopy(of: url.path) }
    try StoreRestoration.makeCopy(URL(fileURLWithPath: copy), of: source, progress)
    try prepare(URL(fileURLWithPath: copy))
    try finish(copy, author)
    guard try Store.fileNumber(at: url) == number else {
      throw StorageError.fileMoved(path: url.path)
    }
    let kept = try Store.setAside(url, at: Date())
    do {
      try FileManager.default.moveItem(atPath: copy, toPath: url.path)
    } catch {
      throw StorageError.cannotOpen(
        path: url.path,
        reason: "the damaged file is \(kept.path) now, and the backup can't take its name: "
          + error.localizedDescription)
    }
    return kept
  }

  /// Records the restoration, and writes all of the copy to the disk as one file without a log.
  private func finish(_ copy: String, _ author: String?) throws {
    let connection = try Connection(path: copy)
    defer { connection.close() }
    try connection.setSynchronization(.full)
    try connection.transaction {
      let last = try connection.lastTransaction()
      guard last < Int64.max - 1 else { throw StorageError.noNumberLeft(in: copy, after: last) }
      try connection.setMetadata("cleaned", to: String(last + 1))
      _ = try connection.appendHistory(
        author: author, contextName: nil, log: HistoryLog(), after: connection.historyState(),
        in: .sqlite)
    }
    try connection.setJournal(.copies)
  }
}
