internal import CSQLite

extension Store {
  /// Copies the log into the file when it has grown beyond about 4 MB, or, where the disk is nearly
  /// full, beyond 200 KB.
  func checkpointIfDue(_ connection: Connection) {
    guard url != nil,
      connection.room.isCopyDue(path: path, logPages: connection.logPageCount)
    else { return }
    copyLog(connection)
  }

  /// Copies the log into the file, as far as nobody reads it. The next transaction begins it anew, in
  /// the room that it has on the disk.
  ///
  /// - Returns: Whether all was copied.
  @discardableResult
  func copyLog(_ connection: Connection) -> Bool {
    guard let lock = StoreLock(path: path) else { return false }
    defer { lock.release() }
    connection.room.look(path)
    var pages: Int32 = 0
    var copied: Int32 = 0
    // Readers may hold parts of the log back; what is left is copied the next time.
    let code = sqlite3_wal_checkpoint_v2(
      connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &copied)
    connection.logPageCount = 0
    connection.room.noteCopy()
    return code == SQLITE_OK && pages > 0 && copied == pages
  }
}

extension Connection {
  /// Makes SQLite say after each commit how many pages the log has. The hook stands in the place of
  /// the one with which SQLite copies the log by itself (sqlite.org/c3ref/wal_hook.html).
  func watchLog() {
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        // The connection outlives its hook: closing it ends both.
        Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().logPageCount = Int(pages)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
