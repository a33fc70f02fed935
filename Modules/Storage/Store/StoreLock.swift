internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The lock under which a store is made, its tables adapted and its log copied into its file: a
/// lock on a file beside the store, which all processes respect that use this library.
///
/// SQLite before 3.51.3 can damage a database when one connection copies the log at the very moment
/// at which another starts it anew (sqlite.org/wal.html, "WAL-reset bug"). So no connection copies
/// on its own; the writing one does, while it holds this lock.
struct StoreLock {
  private let path: String
  private let descriptor: Int32

  /// Tries to take the lock; doesn't wait.
  init?(path: String) {
    let place = Self.place(path)
    // Where there can't be a lock, as in a folder that became read-only, nothing is copied either: the
    // log grows until there can be one, and nothing is lost.
    guard let descriptor = try? Self.descriptor(place) else { return nil }
    self.init(path: place, descriptor: descriptor)
  }

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Waits for the lock, and blocks the thread meanwhile.
  ///
  /// - Throws: ``StorageError/busy(path:seconds:)`` when somebody holds it for longer than `seconds`,
  ///   ``StorageError/cannotOpen(path:reason:)`` when there can't be a file beside the store.
  static func waiting(path: String, seconds: Double) throws(StorageError) -> StoreLock {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(seconds) {
      do {
        let place = place(path)
        if let descriptor = try descriptor(place) {
          return StoreLock(path: place, descriptor: descriptor)
        }
      } catch {
        throw .cannotOpen(path: path, reason: "there can't be a lock beside it: \(error)")
      }
      // flock can't wait for a limited time. Whoever holds the lock is done within milliseconds, but for a
      // migration in stages, which may take longer than anybody waits.
      usleep(1000)
    }
    throw .busy(path: path, seconds: seconds)
  }

  // A store has one lock whatever the links that lead to it, as it has one log.
  private static func place(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-lock"
  }

  private struct Failure: Error, CustomStringConvertible {
    let code: Int32
    var description: String { String(cString: strerror(code)) }
  }

  // nil where somebody else has the lock.
  private static func descriptor(_ path: String) throws(Failure) -> Int32? {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(code: errno) }
    if flock(file, LOCK_EX | LOCK_NB) == 0, isSame(file, path) { return file }
    close(file)
    return nil
  }

  // A lock on a file that somebody has removed meanwhile keeps nobody out.
  private static func isSame(_ file: Int32, _ path: String) -> Bool {
    var mine = stat()
    var current = stat()
    return fstat(file, &mine) == 0 && stat(path, &current) == 0 && mine.st_ino == current.st_ino
  }

  /// Gives the lock back, and leaves no file behind. Whoever has opened that file meanwhile finds out
  /// that it is gone, and makes another.
  func release() {
    unlink(path)
    close(descriptor)
  }
}
