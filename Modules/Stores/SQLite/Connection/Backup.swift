internal import StrataCSQLite

/// Makes one database the same as another, in one transaction (sqlite.org/c3ref/backup_finish.html).
package struct Backup {
  private let source: Connection
  private let target: Connection
  private static let pagesPerStep: Int32 = 256

  package init(from source: Connection, to target: Connection) {
    self.source = source
    self.target = target
  }

  /// - Parameters:
  ///   - onStep: Called now and then, with how many pages are copied and how many there are; may throw
  ///     to stop.
  ///   - isWanted: Asked once nobody else can write to the target any longer.
  /// - Returns: True if it was wanted; otherwise nothing has changed.
  package func run(
    onStep: (_ done: Int, _ total: Int) throws -> Void, isWanted: () throws -> Bool = { true }
  ) throws -> Bool {
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw StorageError(code: sqlite3_errcode(target.handle), connection: target)
    }
    var isLocked = false
    var code = SQLITE_OK
    do {
      while code == SQLITE_OK {
        code = sqlite3_backup_step(backup, isLocked ? Self.pagesPerStep : 1)
        guard code == SQLITE_OK || code == SQLITE_DONE else { break }
        let total = Int(sqlite3_backup_pagecount(backup))
        // What is done is done, whoever would stop it.
        if code == SQLITE_OK {
          try onStep(total - Int(sqlite3_backup_remaining(backup)), total)
        }
        if !isLocked {
          isLocked = true
          guard try isWanted() else {
            sqlite3_backup_finish(backup)
            return false
          }
        }
      }
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw StorageError(code: code, connection: target) }
    return true
  }
}
