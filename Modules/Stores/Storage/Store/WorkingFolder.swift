package import Foundation
internal import StrataPlatform
internal import StrataSQLite

/// A folder in the system's temporary folder that only this user can look into, and that goes with this
/// object.
///
/// Whoever has one holds a lock on it. Folders without a lock are of programs that were killed; they go when
/// the next folder is made, since what is in them may be somebody's data.
package final class WorkingFolder: Sendable {
  package let url: URL
  private let descriptor: Int32

  static let prefix = "strata-working-"

  /// - Throws: `StorageError.cannotOpen` where there can't be such a folder.
  package init() throws {
    let parent = FileManager.default.temporaryDirectory
    Self.removeAbandoned(in: parent)
    // One that was taken for abandoned before it had its lock is gone; that can't happen every time.
    for _ in 0..<10 {
      let folder = parent.appendingPathComponent(Self.prefix + UUID().uuidString)
      guard mkdir(folder.path, 0o700) == 0 else { throw Self.failure(folder) }
      guard let descriptor = Self.descriptor(of: folder) else { continue }
      // Where a file system has no locks, nobody takes folders for abandoned.
      _ = flock(descriptor, LOCK_EX)
      if Self.isThere(folder, descriptor) {
        (url, self.descriptor) = (folder, descriptor)
        return
      }
      close(descriptor)
    }
    throw Self.failure(parent)
  }

  deinit {
    // Nobody is left to be told; the system clears the folder for temporary files.
    try? FileManager.default.removeItem(at: url)
    close(descriptor)
  }

  private static func failure(_ folder: URL) -> StorageError {
    .cannotOpen(
      path: folder.path,
      reason: "there can't be a folder for temporary files: \(String(cString: strerror(errno))); "
        + "TMPDIR says where another place is")
  }

  private static func removeAbandoned(in parent: URL) {
    // A folder that can't be listed keeps its parts: they take room, and the backup itself doesn't need it.
    let names = try? FileManager.default.contentsOfDirectory(atPath: parent.path)
    for name in names ?? [] where name.hasPrefix(prefix) {
      let folder = parent.appendingPathComponent(name)
      guard let descriptor = descriptor(of: folder) else { continue }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isThere(folder, descriptor) else { continue }
      try? FileManager.default.removeItem(at: folder)
    }
  }

  // nil for what is no folder of this user's.
  private static func descriptor(of folder: URL) -> Int32? {
    let descriptor = open(
      folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func isThere(_ folder: URL, _ descriptor: Int32) -> Bool {
    var mine = stat()
    var current = stat()
    return fstat(descriptor, &mine) == 0 && lstat(folder.path, &current) == 0
      && mine.st_ino == current.st_ino
  }
}
