internal import StrataCSQLite
internal import StrataPlatform

/// The free space of the disk, as a connection last measured it.
///
/// The log's content still needs space in the file. If the disk were full by then, SQLite couldn't copy
/// and restart the log, so that not even a deletion could be written. So if space is scarce, the
/// connection copies the log often, and commits nothing that doesn't fit into the file.
package struct DiskRoom {
  /// Space is scarce below this number of bytes, twice the usual size of the log.
  private static let scarce: Int64 = 8 << 20
  /// The number of pages of the log at which the connection copies it.
  private static let mostPages = 1000
  private static let fewPages = 50
  /// The number of bytes that a commit may add to the log.
  static let commitSize: Int64 = 128 << 10

  package private(set) var isScarce = false
  /// The number of pages of the log at which the connection measures the disk again.
  private var pages = 0

  /// Returns true if the log should be copied. Costs a system call for each megabyte of log.
  package mutating func isCopyDue(path: String, logPages: Int) -> Bool {
    guard logPages > pages else { return false }
    look(path)
    let most = isScarce ? Self.fewPages : Self.mostPages
    guard logPages > most else {
      pages = isScarce ? most : min(logPages + Self.mostPages / 4, most)
      return false
    }
    return true
  }

  /// Records that the log was copied.
  package mutating func recordCopy() { pages = isScarce ? Self.fewPages : Self.mostPages / 4 }

  /// Measures the disk if that is due, or if it was full.
  package mutating func look(_ path: String) {
    isScarce = Self.free(path).map { $0 < Self.scarce } ?? false
  }

  /// The number of free bytes on a file's disk, or nil if the system doesn't know it.
  static func free(_ path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: status.f_frsize))
    return isTooMuch ? .max : bytes
  }
}

extension Connection {
  /// Checks that the file can grow by the open transaction's changes, if space is scarce.
  ///
  /// It first writes these changes into the log, where they may take space that the file would need: a
  /// reader that is always active prevents the log from restarting.
  ///
  /// - Throws: ``StorageError/diskFull(path:)``.
  package func checkRoom() throws {
    guard room.isScarce else { return }
    let code = sqlite3_db_cacheflush(handle)
    // Pages that a statement still uses are written at the end.
    guard code == SQLITE_OK || code == SQLITE_BUSY else {
      throw StorageError(code: code, connection: self)
    }
    guard let free = DiskRoom.free(path) else { return }
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let pages = try integer("PRAGMA page_count") ?? 0
    let size = try integer("PRAGMA page_size") ?? 0
    let growth = pages * size - Int64(status.st_size)
    guard growth <= 0 || growth + DiskRoom.commitSize <= free else {
      throw StorageError.diskFull(path: path)
    }
  }
}
