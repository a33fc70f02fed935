internal import StrataPlatform
internal import StrataSQLite
internal import Synchronization

/// The identities of a store's files at the time of opening.
///
/// A program can delete, move or replace a file while SQLite has it open. SQLite would continue with the
/// old one without an error. What it saves then is lost, and the next program that opens the store uses
/// another file (sqlite.org/howtocorrupt.html, "Unlinking or renaming a database file while in use").
final class StoreFiles: Sendable {
  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64

    /// Returns nil if there is no such file.
    init?(of path: String) {
      var found = stat()
      guard stat(path, &found) == 0 else { return nil }
      self.init(found)
    }

    init(_ found: stat) {
      device = UInt64(truncatingIfNeeded: found.st_dev)
      number = UInt64(truncatingIfNeeded: found.st_ino)
    }
  }

  /// The state of a folder.
  private struct FolderState: Equatable {
    let identity: Identity
    let changed: Timestamp
    /// True if the next change of the folder will change its time, since the file system's clock has
    /// passed the time of the last change.
    let isFinal: Bool

    /// Returns nil if there is no such folder.
    init?(of path: [CChar]) {
      // Read first, so that it is no later than the look.
      var time = timespec()
      clock_gettime(CLOCK_REALTIME_COARSE, &time)
      var found = stat()
      guard stat(path, &found) == 0 else { return nil }
      identity = Identity(found)
      changed = Timestamp(found.st_ctim)
      isFinal = changed.isOver(at: Timestamp(time))
    }

    static func == (one: FolderState, other: FolderState) -> Bool {
      one.identity == other.identity && one.changed == other.changed
    }
  }

  private struct Timestamp: Comparable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }

    /// Returns true if the tick of this time has ended at another time. Most file systems have the system's
    /// ticks. Some count in seconds, or in two.
    func isOver(at time: Timestamp) -> Bool {
      nanoseconds % 10_000_000 == 0 ? time.seconds - seconds > 2 : self < time
    }

    static func < (one: Timestamp, other: Timestamp) -> Bool {
      (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
    }
  }

  private let files: [(path: String, identity: Identity)]
  /// The path of their folder for system calls, or nil for a store in memory.
  private let folder: [CChar]?
  /// The state of the folder at the last successful check.
  private let lastState = Mutex<FolderState?>(nil)
  private let lastLook = Atomic<UInt64>(0)
  /// The interval at which a reader looks at the files, in nanoseconds.
  private static let interval: UInt64 = 100_000_000

  /// Records the open files of the writing connection, none for a store in memory.
  ///
  /// - Throws: `StorageError.fileMoved` if they don't exist any more.
  init(of writer: Connection) throws(StorageError) {
    guard let path = writer.fileName else {
      files = []
      folder = nil
      return
    }
    guard let identity = Identity(of: path), !writer.hasMoved else {
      throw .fileMoved(path: path)
    }
    var files = [(path, identity)]
    if !writer.isReadOnly {
      // There from the first read on until the last connection closes, if the log is used at all.
      for log in [path + "-wal", path + "-shm"] {
        if let identity = Identity(of: log) { files.append((log, identity)) }
      }
    }
    self.files = files
    folder = Array(
      String(path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)).utf8CString)
  }

  /// Checks that the files still exist.
  ///
  /// Costs a system call for their folder, and one for each file if anything in the folder was added,
  /// removed or renamed since.
  ///
  /// - Throws: `StorageError.fileMoved`.
  func check() throws(StorageError) {
    guard let folder else { return }
    let now = FolderState(of: folder)
    if let now, lastState.withLock({ $0 == now }) { return }
    for (path, identity) in files where Identity(of: path) != identity {
      throw .fileMoved(path: path)
    }
    lastState.withLock { $0 = now?.isFinal ?? false ? now : nil }
  }

  /// Checks the files if the last check is a tenth of a second ago. Costs nanoseconds otherwise.
  func checkNowAndThen() throws(StorageError) {
    guard !files.isEmpty else { return }
    let now = nanoseconds()
    guard now &- lastLook.load(ordering: .relaxed) > Self.interval else { return }
    try check()
    // A failure isn't recorded, so that it is met each time.
    lastLook.store(now, ordering: .relaxed)
  }
}

private func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}
