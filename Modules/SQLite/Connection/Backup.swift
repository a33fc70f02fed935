internal import CSQLite

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
  ///   - onStep: Called now and then.
  ///   - isWanted: Asked once nobody else can write to the target any longer.
  /// - Returns: Whether it was wanted; otherwise nothing has changed.
  package func run(onStep: () -> Void, isWanted: () throws -> Bool) throws -> Bool {
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw StorageError(code: sqlite3_errcode(target.handle), connection: target)
    }
    var isLocked = false
    var code = SQLITE_OK
    while code == SQLITE_OK {
      code = sqlite3_backup_step(backup, isLocked ? Self.pagesPerStep : 1)
      guard code == SQLITE_OK || code == SQLITE_DONE else { break }
      onStep()
      if !isLocked {
        isLocked = true
        do {
          guard try isWanted() else {
            sqlite3_backup_finish(backup)
            return false
          }
        } catch {
          sqlite3_backup_finish(backup)
          throw error
        }
      }
    }
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw StorageError(code: code, connection: target) }
    return true
  }
}
