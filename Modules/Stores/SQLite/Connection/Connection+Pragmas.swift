internal import StrataCSQLite
internal import StrataSchema

// Properties of the file and of the connection, which SQLite has PRAGMAs for (sqlite.org/pragma.html).
extension Connection {
  /// The number that says whose file it is (`application_id`).
  package func applicationID() throws(StorageError) -> Int64 {
    try integer("PRAGMA application_id") ?? 0
  }

  /// The number that the file's owner gives its format (`user_version`).
  package func format() throws(StorageError) -> Int64 { try integer("PRAGMA user_version") ?? 0 }

  /// The size of a page, in bytes.
  package func pageSize() throws(StorageError) -> Int64 { try integer("PRAGMA page_size") ?? 0 }

  /// Rewrites the database with another size of pages.
  package func setPageSize(_ size: Int64) throws(StorageError) {
    // A database with a log keeps its pages' size.
    try setJournal(.copies)
    try execute("PRAGMA page_size = \(size); VACUUM")
  }

  /// The size of the database in bytes, free pages included.
  package func byteCount() throws(StorageError) -> Int64 {
    try (integer("PRAGMA page_count") ?? 0) * pageSize()
  }

  /// A number that SQLite changes with each change of a table or an index (`schema_version`).
  package func schemaVersion() throws(StorageError) -> Int64 {
    try integer("PRAGMA schema_version") ?? 0
  }

  /// A number that is another one after other connections have written.
  package func dataVersion() throws(StorageError) -> Int64 {
    if let remote {
      lastVersion = try remote.dataVersion()
      return lastVersion
    }
    return try statement(.dataVersion).first { $0.integer(at: 0) } ?? 0
  }

  /// A number that isn't the same once anybody has changed the database, also this connection. Reading it costs
  /// nanoseconds, and says nothing of changes since the last transaction began. Nil on a server.
  package var contentVersion: UInt32? {
    guard handle != nil else { return nil }
    var version: UInt32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }

  /// Asks a server, together with the next statement, whether ``dataVersion()`` is a certain one
  /// (``RemoteConnection/expect(dataVersion:)``).
  package func expect(dataVersion: Int64) throws(StorageError) {
    try remote?.expect(dataVersion: dataVersion)
  }

  /// True if a query has thrown because ``dataVersion()`` isn't the expected one.
  package var hasInterruptedQuery: Bool { remote?.hasInterruptedQuery ?? false }

  /// Returns true if ``dataVersion()`` isn't the expected one.
  package func isOutdated() throws(StorageError) -> Bool { try remote?.isOutdated() ?? false }

  /// How a commit is made safe.
  package enum Journal: String {
    /// By a log beside the file, so that others may read while one writes.
    case log = "WAL"
    /// By a copy of the old pages, which is deleted after each transaction.
    case copies = "DELETE"
    /// Not at all: a file that is thrown away when anything happens.
    case none = "OFF"
  }

  /// Sets how a commit is made safe.
  package func setJournal(_ journal: Journal) throws(StorageError) {
    try execute("PRAGMA journal_mode = \(journal.rawValue)")
  }

  /// The writes to the disk that a commit waits for.
  package enum Synchronization: String {
    /// None.
    case off = "OFF"
    /// None. The log is written to the disk before it is copied into the file.
    case normal = "NORMAL"
    /// The disk.
    case full = "FULL"
  }

  /// Sets what a commit waits for.
  package func setSynchronization(_ synchronization: Synchronization) throws(StorageError) {
    try execute("PRAGMA synchronous = \(synchronization.rawValue)")
  }

  /// Sets up a connection that writes.
  package func configureWriter(
    isFile: Bool, _ synchronization: Synchronization
  ) throws(StorageError) {
    if isFile, !isReadOnly {
      try setJournal(.log)
      room.look(path)
    }
    try setSynchronization(synchronization)
    try execute(
      """
      PRAGMA journal_size_limit = 4194304;
      PRAGMA secure_delete = OFF;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -16000;
      """)
  }

  /// Sets up a connection that only reads.
  package func configureReader() throws(StorageError) {
    try execute("PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000")
  }

  /// Sets up a connection that reads a file of another library through views that it makes for itself.
  package func configureForeignReader() throws(StorageError) {
    // Changed later, `temp_store` would delete the views.
    try execute("PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF")
  }

  /// Runs a body that replaces tables by new ones.
  package func replacingTables<Result>(_ body: () throws -> Result) throws -> Result {
    // A server's tables change in place.
    guard !isServer else { return try body() }
    // Renaming a table then doesn't change what other parts of the schema call it, since it takes that table's place
    // (sqlite.org/lang_altertable.html). And sorting many rows for an index uses a file.
    try execute("PRAGMA legacy_alter_table = ON; PRAGMA temp_store = FILE")
    // Settings of this connection, which fail only where it can do nothing any more.
    defer { try? execute("PRAGMA legacy_alter_table = OFF; PRAGMA temp_store = MEMORY") }
    return try body()
  }

  /// Rewrites the database without free pages.
  package func vacuum() throws(StorageError) { try execute("VACUUM") }

  /// Copies all of the log into the file and empties it. Returns false if somebody still reads it.
  package func emptyLog() throws(StorageError) -> Bool {
    try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }

  /// The messages about a damaged file or values that break a rule, or none for a sound one.
  package func integrityFaults() throws -> [String] {
    try rows("PRAGMA integrity_check") { row in
      guard case .text(let text) = row.value(at: 0), text != "ok" else { return nil }
      return text
    }
  }

  /// The links that lead to no row: the row id and the table of each, and the table that it leads to.
  package func danglingLinks() throws -> [(row: Int64, table: String, target: String)] {
    try rows("PRAGMA foreign_key_check") { row in
      guard case .text(let table) = row.value(at: 0), case .text(let target) = row.value(at: 2)
      else { return nil }
      return (row.integer(at: 1), table, target)
    }
  }
}
