internal import CSQLite

// The file of a connection, as SQLite sees it.
extension Connection {
  /// The full name by which the file was opened, or nil for a database in memory or on a server.
  package var fileName: String? {
    guard let handle else { return nil }
    return sqlite3_db_filename(handle, "main").map { String(cString: $0) }.flatMap {
      $0.isEmpty ? nil : $0
    }
  }

  /// True if the file's name leads to another file now.
  package var hasMoved: Bool {
    var moved: Int32 = 0
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
      && moved != 0
  }

  /// How many bytes a value may have at most.
  package var largestValue: Int { Int(sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, -1)) }

  /// The version of the library: `3.40.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
