internal import Foundation
internal import StrataPlatform
internal import StrataSQLite

/// The lock for creating a store, migrating its tables and copying its log into its file. It is a lock
/// on a file beside the store, which all processes with this library respect.
///
/// SQLite before 3.51.3 can damage a database if one connection copies the log at the moment at which
/// another restarts it (sqlite.org/wal.html, "WAL-reset bug"). So only the writing connection copies,
/// while it holds this lock.
struct StoreLock {
  private let path: String
  private let descriptor: Int32

  /// Tries to take the lock, without waiting.
  init?(path: String) {
    let lockPath = Self.lockPath(of: path)
    // Where there can't be a lock, as in a folder that became read-only, nothing is copied either: the
    // log grows until there can be one, and nothing is lost.
    guard let descriptor = try? Self.descriptor(lockPath, of: path) else { return nil }
    self.init(path: lockPath, descriptor: descriptor)
  }

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Waits for the lock and blocks the thread. Its callers, such as opening a store, are synchronous
  /// too.
  ///
  /// - Throws: `StorageError.busy` if another process holds it for longer than `seconds`.
  ///   `StorageError.cannotOpen` if there can't be a file beside the store.
  static func waiting(
    path: String, seconds: Double, _ observation: StoreObservation? = nil
  ) throws(StorageError) -> StoreLock {
    if let lock = try attempt(path: path, seconds: 0) { return lock }
    let wait = observation?.beginWait(.lockWait)
    do throws(StorageError) {
      guard let lock = try attempt(path: path, seconds: seconds) else {
        throw StorageError.busy(path: path, seconds: seconds)
      }
      if let wait { observation?.endWait(wait) }
      return lock
    } catch {
      if let wait { observation?.endWait(wait, error) }
      throw error
    }
  }

  /// Takes the lock, or returns nil if another process holds it for all of the time.
  private static func attempt(
    path: String, seconds: Double
  ) throws(StorageError) -> StoreLock? {
    let start = ContinuousClock.now
    var refusal: Failure?
    var pause: UInt32 = 1000
    while true {
      let lockPath = lockPath(of: path)
      refusal = nil
      do {
        if let descriptor = try descriptor(lockPath, of: path) {
          return StoreLock(path: lockPath, descriptor: descriptor)
        }
      } catch {
        // Another user's lock goes as a rule, and may be opened a moment after it was made.
        switch error {
        case .othersFile: refusal = error
        case .system(let code):
          throw .cannotOpen(
            path: path, systemError: code, reason: "there can't be a lock beside it: \(error)")
        case .noFile:
          throw .cannotOpen(path: path, reason: "there can't be a lock beside it: \(error)")
        }
      }
      // flock can't wait for a limited time. Whoever holds the lock is done within milliseconds, but for a
      // migration in stages, which may take longer than anybody waits. In microseconds.
      guard ContinuousClock.now - start < .seconds(seconds) else { break }
      usleep(pause)
      pause = min(pause * 2, 16_000)
    }
    if let refusal, seconds > 0 { throw .cannotOpen(path: path, reason: "\(refusal)") }
    return nil
  }

  // A store has one lock whatever the links that lead to it, as it has one log.
  private static func lockPath(of path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-lock"
  }

  private enum Failure: Error, CustomStringConvertible {
    case system(Int32)
    case noFile(String)
    case othersFile(String)

    var description: String {
      switch self {
      case .system(let code): String(cString: strerror(code))
      case .noFile(let path): "\(path) is there already and is no plain file; remove it"
      case .othersFile(let path):
        "its lock \(path) is another user's, perhaps of a program that was killed; remove it when no "
          + "program uses the store"
      }
    }
  }

  // nil where somebody else has the lock.
  private static func descriptor(
    _ path: String, of store: String
  ) throws(Failure) -> Int32? {
    // Through no link, at whose other end a file would be made. Nor may a pipe keep us waiting.
    var file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if file < 0, errno == ENOENT { file = make(path, of: store) }
    guard file >= 0 else {
      switch errno {
      // Somebody was faster.
      case EEXIST: return nil
      case ELOOP, EISDIR, ENXIO: throw .noFile(path)
      case EACCES where access(path, F_OK) == 0: throw .othersFile(path)
      case let code: throw .system(code)
      }
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw .noFile(path)
    }
    if flock(file, LOCK_EX | LOCK_NB) == 0, isSame(file, as: path) { return file }
    close(file)
    return nil
  }

  // Whoever may write the store may lock it, also after the lock was left by a program that was
  // killed: it gets the store's permissions and owner, as SQLite's log does.
  private static func make(_ path: String, of store: String) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    var status = stat()
    guard file >= 0, stat(store, &status) == 0 else { return file }
    // As far as the user may; what fails leaves the lock to this user alone.
    if geteuid() == 0 { _ = fchown(file, status.st_uid, status.st_gid) }
    _ = fchown(file, uid_t.max, status.st_gid)
    _ = fchmod(file, status.st_mode & 0o666)
    return file
  }

  // A lock on a file that somebody has removed meanwhile keeps nobody out.
  private static func isSame(_ file: Int32, as path: String) -> Bool {
    var mine = stat()
    var current = stat()
    return fstat(file, &mine) == 0 && lstat(path, &current) == 0 && mine.st_ino == current.st_ino
  }

  /// Releases the lock and removes its file. A process that has opened the file in the meantime detects
  /// that and makes another.
  func release() {
    unlink(path)
    close(descriptor)
  }
}
