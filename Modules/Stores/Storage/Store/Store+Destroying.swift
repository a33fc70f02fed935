package import Foundation
internal import StrataSQLite

extension Store {
  /// Removes the files of a store. Who has it open is told so by the next save.
  ///
  /// - Returns: True if there was one.
  /// - Throws: `StorageError`: ``StorageError/notAStore(path:)`` and the like for a file of another kind, which
  ///   stays; `busy` where somebody is just changing it; `cannotOpen` where a file can't be removed.
  package static func destroy(at url: URL) throws -> Bool {
    let path = url.path
    guard FileManager.default.fileExists(atPath: path) else { return false }
    try checkPath(path, isReadOnly: false)
    do {
      let connection = try Connection.reading(path)
      defer { connection.close() }
      if try !connection.catalog.isEmpty() {
        try checkFormat(connection)
      }
    }
    let lock = try StoreLock.waiting(path: path, seconds: 10)
    defer { lock.release() }
    // The log goes first: beside another file of that name it would be taken for its own.
    for file in [path + "-wal", path + "-shm", path + "-journal", path]
    where FileManager.default.fileExists(atPath: file) {
      do {
        try FileManager.default.removeItem(atPath: file)
      } catch {
        throw StorageError.cannotOpen(path: file, reason: "it can't be removed: \(error)")
      }
    }
    return true
  }
}
