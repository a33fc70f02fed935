internal import Foundation
internal import StrataPlatform
import StrataSQLite

/// The destination of an import: a temporary file with a unique name, renamed when it is complete.
/// An existing file is neither replaced nor deleted.
struct ImportPlace {
  private let path: String
  /// The temporary file.
  let part: URL

  private static let logs = ["-wal", "-shm", "-journal"]

  /// - Throws: ``CoreDataStoreError/destinationExists(path:)``, `StorageError.cannotOpen`.
  init(_ destination: URL) throws {
    path = destination.path
    part = URL(fileURLWithPath: "\(path).partial-\(UUID().uuidString)")
    // SQLite would apply another store's log to this file.
    for name in [path] + Self.logs.map({ path + $0 }) where isThere(name) {
      throw CoreDataStoreError.destinationExists(path: name)
    }
    let folder = (path as NSString).deletingLastPathComponent
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw failure("there is no folder \(folder)")
    }
  }

  /// Lets a body write the temporary file, and renames it. On an error all files are deleted.
  func fill<Result>(_ body: (URL) throws -> Result) throws -> Result {
    do {
      let result = try body(part)
      // The last connection to the store has applied the log to the file.
      for log in Self.logs where isThere(part.path + log) {
        throw failure("its log \(part.path + log) couldn't be copied into it")
      }
      try synchronize(part.path, O_RDWR)
      try giveName()
      // Makes the rename durable. Some file systems don't support that, but the file itself is
      // complete.
      try? synchronize((path as NSString).deletingLastPathComponent, O_RDONLY)
      return result
    } catch {
      discard()
      // The error names the destination, not the temporary file.
      if case StorageError.diskFull = error { throw StorageError.diskFull(path: path) }
      throw error
    }
  }

  private func discard() {
    for suffix in [""] + Self.logs + ["-lock"] { unlink(part.path + suffix) }
  }

  private func synchronize(_ path: String, _ flags: Int32) throws {
    let file = open(path, flags | O_CLOEXEC)
    guard file >= 0 else { throw failure(errno) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw failure(errno) }
  }

  /// Renames the file, unless another process has created one with the name meanwhile.
  private func giveName() throws {
    if link(part.path, path) == 0 {
      unlink(part.path)
      return
    }
    let code = errno
    if code == EEXIST { throw CoreDataStoreError.destinationExists(path: path) }
    // File systems without hard links.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) else { throw failure(code) }
    guard !isThere(path) else { throw CoreDataStoreError.destinationExists(path: path) }
    guard rename(part.path, path) == 0 else { throw failure(errno) }
  }

  /// True if a file with the name exists, or a link that leads nowhere.
  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func failure(_ code: Int32) -> StorageError {
    code == ENOSPC ? .diskFull(path: path) : failure(String(cString: strerror(code)))
  }

  private func failure(_ reason: String) -> StorageError { .cannotOpen(path: path, reason: reason) }
}
