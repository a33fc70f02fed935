internal import CSQLite
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The files of a store as they were when it was opened.
///
/// A file can be deleted, moved or replaced while SQLite has it open, and SQLite goes on with the old
/// one as if nothing had happened: what is saved then is lost, and who opens the store anew works on
/// another file (sqlite.org/howtocorrupt.html, "Unlinking or renaming a database file while in use").
struct StoreFiles: ~Copyable {
  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64

    /// nil where there is no such file.
    init?(of path: String) {
      var found = stat()
      guard stat(path, &found) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: found.st_dev)
      number = UInt64(truncatingIfNeeded: found.st_ino)
    }
  }

  private let files: [(path: String, identity: Identity)]
  private let lastLook = Atomic<UInt64>(0)
  /// How often who only reads looks, in nanoseconds.
  private static let interval: UInt64 = 100_000_000

  /// The files that the connection that writes has open; none for a store in memory.
  ///
  /// - Throws: ``StorageError/fileMoved(path:)`` when they are gone already.
  init(of writer: Connection) throws(StorageError) {
    guard let path = sqlite3_db_filename(writer.handle, "main").map({ String(cString: $0) }),
      !path.isEmpty
    else {
      files = []
      return
    }
    guard let identity = Identity(of: path), !writer.hasMoved else {
      throw .fileMoved(path: path)
    }
    var files = [(path, identity)]
    if !writer.isReadOnly {
      // There from the first read on until the last connection closes, if the log is used at all.
      for place in [path + "-wal", path + "-shm"] {
        if let identity = Identity(of: place) { files.append((place, identity)) }
      }
    }
    self.files = files
  }

  /// Makes sure that the files are still there. A microsecond for each.
  ///
  /// - Throws: ``StorageError/fileMoved(path:)``.
  func check() throws(StorageError) {
    for (path, identity) in files where Identity(of: path) != identity {
      throw .fileMoved(path: path)
    }
  }

  /// The same where that wasn't done for a tenth of a second. Some nanoseconds otherwise.
  func checkNowAndThen() throws(StorageError) {
    guard !files.isEmpty else { return }
    let now = nanoseconds()
    guard now &- lastLook.load(ordering: .relaxed) > Self.interval else { return }
    try check()
    // A failure isn't noted, so that it is met each time.
    lastLook.store(now, ordering: .relaxed)
  }
}

private func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

extension Connection {
  /// Whether the file's name leads elsewhere now, as SQLite sees it.
  fileprivate var hasMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
      && moved != 0
  }
}
