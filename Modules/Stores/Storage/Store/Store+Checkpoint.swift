import StrataSQLite

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
  /// - Returns: True if all was copied.
  @discardableResult
  func copyLog(_ connection: Connection) -> Bool {
    guard let lock = StoreLock(path: path) else { return false }
    defer { lock.release() }
    return observation.operation(.checkpoint) {
      connection.room.look(path)
      let isCopied = connection.copyLog()
      connection.logPageCount = 0
      connection.room.recordCopy()
      return isCopied
    }
  }
}
