internal import Foundation
import StrataSQLite

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Where an imported store goes: a file of a name that nobody else has, which gets its own name when it is
/// whole. What is there already is neither replaced nor removed.
struct ImportPlace {
  private let path: String
  /// The file until it is whole.
  let part: URL

  private static let logs = ["-wal", "-shm", "-journal"]

  /// - Throws: ``CoreDataStoreError/destinationExists(path:)``, `StorageError.cannotOpen`.
  init(_ destination: URL) throws {
    path = destination.path
    part = URL(fileURLWithPath: "\(path).partial-\(UUID().uuidString)")
    // A log of another store would be taken for this one's.
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

  /// Lets a body write the part, and gives it its name. Where that fails no trace is left.
  func fill<Result>(_ body: (URL) throws -> Result) throws -> Result {
    do {
      let result = try body(part)
      // The last to close the store has copied its log into the file.
      for log in Self.logs where isThere(part.path + log) {
        throw failure("its log \(part.path + log) couldn't be copied into it")
      }
      try synchronize(part.path, O_RDWR)
      try giveName()
      // So that the name is there after a crash, too. Not all file systems can; the file is whole.
      try? synchronize((path as NSString).deletingLastPathComponent, O_RDONLY)
      return result
    } catch {
      discard()
      // The disk that is full is that of the store.
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

  /// Gives the file its name, unless somebody has taken it meanwhile.
  private func giveName() throws {
    if link(part.path, path) == 0 {
      unlink(part.path)
      return
    }
    let code = errno
    if code == EEXIST { throw CoreDataStoreError.destinationExists(path: path) }
    // A file system without links.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) else { throw failure(code) }
    guard !isThere(path) else { throw CoreDataStoreError.destinationExists(path: path) }
    guard rename(part.path, path) == 0 else { throw failure(errno) }
  }

  /// Whether anything has a name, also a link that leads nowhere.
  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func failure(_ code: Int32) -> StorageError {
    code == ENOSPC ? .diskFull(path: path) : failure(String(cString: strerror(code)))
  }

  private func failure(_ reason: String) -> StorageError { .cannotOpen(path: path, reason: reason) }
}
