internal import CSQLite

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The free room of the disk, as a connection has last seen it, so that a full disk can be
/// repaired.
///
/// What is in the log has yet to find room in the file. Were the disk full by then, the log couldn't
/// be copied and begun anew, and not even a deletion could be written. So where room is scarce, the
/// log is copied often, and nothing is committed that has no room in the file.
package struct DiskRoom {
  /// Below this many bytes room is scarce: twice of what the log has as a rule.
  private static let scarce: Int64 = 8 << 20
  /// How many pages the log has at most, before it is copied.
  private static let mostPages = 1000
  private static let fewPages = 50
  /// How many bytes the end of a transaction may still write into the log, beside what was written before.
  static let commitSize: Int64 = 64 << 10

  private(set) var isScarce = false
  /// How many pages the log has before somebody looks at the disk again.
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

  /// Looks at the disk where nobody has, or where it was full.
  package mutating func look(_ path: String) {
    isScarce = Self.free(path).map { $0 < Self.scarce } ?? false
  }

  /// How many bytes are free on a file's disk; nil where the system doesn't tell.
  static func free(_ path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: status.f_frsize))
    return isTooMuch ? .max : bytes
  }
}

extension Connection {
  /// Makes sure, where room is scarce, that the file can grow to what the open transaction makes of it.
  ///
  /// What the transaction has changed is written into the log first, where it may take room that the file
  /// would need: somebody who reads all the while keeps the log from beginning anew.
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
