internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The lock under which a store's log is copied into its file.
///
/// SQLite before 3.51.3 can damage a database when one connection copies the log at the very moment
/// at which another starts it anew (sqlite.org/wal.html, "WAL-reset bug"). So no connection copies
/// on its own; the writing one does, while it holds a lock on a file beside the store, which all
/// processes respect that use this library.
struct CheckpointLock {
  private let path: String
  private let descriptor: Int32

  /// Tries to take the lock; doesn't wait.
  init(path: String) {
    self.path = path + "-lock"
    let file = open(self.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0, Self.isSame(file, self.path) {
      descriptor = file
    } else {
      if file >= 0 { close(file) }
      descriptor = -1
    }
  }

  // A lock on a file that somebody has removed meanwhile keeps nobody out.
  private static func isSame(_ file: Int32, _ path: String) -> Bool {
    var mine = stat()
    var current = stat()
    return fstat(file, &mine) == 0 && stat(path, &current) == 0 && mine.st_ino == current.st_ino
  }

  /// Whether this process has the lock.
  var isHeld: Bool { descriptor >= 0 }

  /// Gives the lock back.
  func release(removingFile: Bool = false) {
    guard descriptor >= 0 else { return }
    if removingFile { unlink(path) }
    close(descriptor)
  }
}
