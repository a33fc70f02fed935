internal import StrataCSQLite

// The write-ahead log, which the owner of a connection copies into the file when it likes to.
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

  /// Copies the log into the file, as far as nobody reads it.
  ///
  /// - Returns: True if there was something, and all was copied.
  @discardableResult
  package func copyLog() -> Bool {
    var pages: Int32 = 0
    var copied: Int32 = 0
    // Readers may hold parts of the log back; what is left is copied the next time.
    let code = sqlite3_wal_checkpoint_v2(
      handle, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &copied)
    return code == SQLITE_OK && pages > 0 && copied == pages
  }

  /// Leaves the log to others when the connection closes.
  package func leaveLog() { _ = strata_set_checkpoint_on_close(handle, 0) }
}
