internal import Foundation
internal import StrataPlatform
internal import StrataSQLite

/// The destination of a store's copy: a file beside it, which is renamed when the copy is complete.
///
/// Whoever makes one holds a lock beside it. Those without a lock are of programs that were killed. The next
/// copy into that folder removes them.
struct BackupPlace {
  private let path: String
  private let part: String
  private let isOverwriting: Bool
  private static let prefix = ".backup-"
  private static let ending = ".part"

  /// - Throws: ``BackupError`` where there can't be such a file.
  init(_ url: URL, overwriting: Bool, beside store: URL?) throws {
    let url = url.resolvingSymlinksInPath()
    path = url.path
    isOverwriting = overwriting
    part =
      url.deletingLastPathComponent()
      .appendingPathComponent(Self.prefix + UUID().uuidString + Self.ending).path
    try checkIsNot(store)
    try checkPlace()
  }

  private func checkPlace() throws {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw failure(errno) }
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw refusal("it is a folder; name a file in it")
    case S_IFREG: break
    case S_IFLNK: throw refusal("it is a symbolic link that leads nowhere; remove it")
    default: throw refusal("it is no file but a device or a pipe")
    }
    guard isOverwriting else { throw alreadyThere }
    guard access(path, W_OK) == 0 else { throw failure(errno) }
    // SQLite would take the log of the old file for the new one's (sqlite.org/howtocorrupt.html,
    // "Mispairing database files and hot journals").
    for log in ["-wal", "-shm", "-journal"] where access(path + log, F_OK) == 0 {
      throw refusal("\(path + log) shows that it is a store in use; give another name")
    }
  }

  private func checkIsNot(_ store: URL?) throws {
    guard let url = store?.resolvingSymlinksInPath() else { return }
    let names = ["", "-wal", "-shm", "-lock", "-journal"].map { url.path + $0 }
    guard !names.contains(path), !Self.isSame(path, url.path) else {
      throw refusal("it belongs to the store itself; give another name")
    }
  }

  /// Returns true if two names are of one file.
  static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Lets a body write the database, and puts it into its place. Where that fails no trace is left.
  ///
  /// - Parameter check: Looks at the file before it gets its name; may throw.
  func fill(
    _ body: (Connection) throws -> Void, check: (_ copy: URL) throws -> Void = { _ in }
  ) throws {
    removeAbandonedParts()
    let lock: StoreLock
    do {
      lock = try StoreLock.waiting(path: part, seconds: 10)
    } catch .cannotOpen(_, let reason) {
      throw refusal(reason)
    }
    defer { lock.release() }
    do {
      try Store.makeFile(at: part)
    } catch StorageError.cannotOpen(_, let reason) {
      throw refusal(reason)
    }
    do {
      let target = try Connection(path: part)
      defer { target.close() }
      // A part is thrown away if anything happens, and synchronized as a whole.
      try target.setSynchronization(.off)
      try target.setJournal(.none)
      try body(target)
    } catch {
      discard()
      // The disk that is full is that of the copy.
      if case StorageError.diskFull = error { throw StorageError.diskFull(path: path) }
      throw error
    }
    do {
      // One file that can be read anywhere: a log would have to be made beside it otherwise.
      let target = try Connection(path: part)
      try target.setJournal(.copies)
      target.close()
      try check(URL(fileURLWithPath: part))
      try synchronize()
      try isOverwriting ? checkCall(rename(part, path)) : link()
      synchronizeFolder()
    } catch {
      discard()
      throw error
    }
  }

  private func discard() { Self.remove(part) }

  private static func remove(_ part: String) {
    for name in ["", "-wal", "-shm", "-journal"] { unlink(part + name) }
  }

  /// Removes the parts that killed programs of this user have left in the folder.
  private func removeAbandonedParts() {
    let folder = (path as NSString).deletingLastPathComponent
    // A folder that can't be listed keeps its parts: they take room, and the backup itself doesn't need it.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for part in Set(names.compactMap(Self.partName)) {
      let part = (folder as NSString).appendingPathComponent(part)
      guard let lock = StoreLock(path: part) else { continue }
      defer { lock.release() }
      var status = stat()
      guard lstat(part, &status) != 0 || status.st_uid == geteuid() else { continue }
      Self.remove(part)
    }
  }

  /// The part that a file is, or is beside, or nil for any other file.
  private static func partName(of name: String) -> String? {
    guard name.hasPrefix(prefix), let end = name.range(of: ending)?.upperBound else { return nil }
    let part = name[..<end]
    let identifier = part.dropFirst(prefix.count).dropLast(ending.count)
    return UUID(uuidString: String(identifier)).map { _ in String(part) }
  }

  private func synchronize() throws {
    let file = openFile(part, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw failure(errno) }
    defer { close(file) }
    try checkCall(fsync(file))
  }

  /// So that the name is there after a crash, too. Not all file systems can; the file is whole.
  private func synchronizeFolder() {
    let folder = openFile((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  /// Gives the file its name, unless somebody has taken it meanwhile.
  private func link() throws {
    if linkFile(part, path) == 0 {
      unlink(part)
    } else if errno == EEXIST {
      throw alreadyThere
    } else {
      // A file system without links.
      guard access(path, F_OK) != 0 else { throw alreadyThere }
      try checkCall(rename(part, path))
    }
  }

  private var alreadyThere: BackupError { refusal("there is a file already") }

  private func checkCall(_ result: Int32) throws {
    guard result == 0 else { throw failure(errno) }
  }

  private func failure(_ code: Int32) -> any Error {
    code == ENOSPC ? StorageError.diskFull(path: path) : refusal(String(cString: strerror(code)))
  }

  private func refusal(_ reason: String) -> BackupError {
    .cannotWrite(path: path, reason: reason)
  }
}

// Methods of the same names hide the system's functions.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func linkFile(_ path: String, _ name: String) -> Int32 { link(path, name) }
