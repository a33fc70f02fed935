internal import CSQLite

extension Store {
  /// Copies the log into the file when it has grown beyond about 4 MB.
  func checkpointIfDue(_ connection: Connection) {
    guard url != nil, connection.logPageCount > 1000 else { return }
    guard let lock = StoreLock(path: path) else { return }
    defer { lock.release() }
    // Readers may hold parts of the log back; what is left is copied the next time.
    sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    connection.logPageCount = 0
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
