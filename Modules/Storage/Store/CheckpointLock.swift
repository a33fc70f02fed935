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
  private let descriptor: Int32

  /// Tries to take the lock; doesn't wait.
  init(path: String) {
    let file = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 {
      close(file)
      descriptor = -1
    } else {
      descriptor = file
    }
  }

  /// Whether this process has the lock.
  var isHeld: Bool { descriptor >= 0 }

  /// Gives the lock back.
  func release() {
    if descriptor >= 0 { close(descriptor) }
  }
}
