internal import StrataSQLite

extension Store {
  /// Runs a body with the connection that writes, alone; once more where the disk was full and copying
  /// the log has made room in it.
  func withRoom<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try withWriter { connection in
      do {
        return try body(connection)
      } catch StorageError.diskFull where url != nil && !connection.isInTransaction {
        guard copyLog(connection) else { throw StorageError.diskFull(path: path) }
        return try body(connection)
      }
    }
  }
}
