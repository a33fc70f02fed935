internal import CSQLite

// Statements of people, who may have written anything.
extension Connection {
  /// Prepares the text of one statement that only reads: a SELECT, VALUES, EXPLAIN, or a PRAGMA that tells something.
  ///
  /// SQLite's authorizer refuses anything else, also where a connection that only reads would run it: ATTACH, VACUUM INTO,
  /// the end of a transaction, a setting. A server's statement isn't checked here. Run it in a transaction that only reads.
  ///
  /// - Throws: ``StorageError/sqlite(extendedCode:message:sql:)``, with the position where SQLite knows it.
  package func readingStatement(_ sql: String) throws(StorageError) -> Statement {
    guard let handle else { return try Statement(SQL(sql), connection: self) }
    sqlite3_set_authorizer(handle, readingAuthorizer, nil)
    // Otherwise all further statements of the connection would be checked.
    defer { sqlite3_set_authorizer(handle, nil, nil) }
    try check(sql, handle)
    return try Statement(SQL(sql), connection: self)
  }

  private func check(_ sql: String, _ handle: OpaquePointer) throws(StorageError) {
    var prepared: OpaquePointer?
    var code = SQLITE_OK
    var end = 0
    var text = sql
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        var tail: UnsafePointer<CChar>?
        code = sqlite3_prepare_v3(
          handle, bytes.baseAddress, Int32(clamping: bytes.count), 0, &prepared, &tail)
        if let tail, let base = bytes.baseAddress { end = tail - base }
      }
    }
    defer { sqlite3_finalize(prepared) }
    switch code {
    case SQLITE_OK: break
    case SQLITE_AUTH:
      throw refusal("only statements that read are run here", code, sql)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_INTERRUPT:
      throw StorageError(code: code, connection: self, sql: sql)
    default:
      throw refusal(
        String(cString: sqlite3_errmsg(handle)) + place(Int(strata_error_offset(handle)), in: sql),
        code, sql)
    }
    guard prepared != nil, sqlite3_column_count(prepared) > 0 else {
      throw refusal("there is no statement that reads", SQLITE_MISUSE, sql)
    }
    // The library's own judgement, in case of a statement that the authorizer doesn't know.
    guard sqlite3_stmt_readonly(prepared) != 0 else {
      throw refusal("only statements that read are run here", SQLITE_AUTH, sql)
    }
    let rest = sql.utf8.dropFirst(end)
    guard let next = rest.firstIndex(where: { !" \t\r\n;".utf8.contains($0) }) else { return }
    let offset = sql.utf8.distance(from: sql.startIndex, to: next)
    throw refusal(
      "there is more behind the first statement" + place(offset, in: sql), SQLITE_MISUSE, sql)
  }

  private func refusal(_ message: String, _ code: Int32, _ sql: String) -> StorageError {
    .sqlite(extendedCode: code, message: message, sql: sql)
  }

  /// The position of a byte in words, counted in characters from 1. Empty if it is unknown.
  private func place(_ offset: Int, in sql: String) -> String {
    guard offset >= 0 else { return "" }
    return ", at character \(String(decoding: sql.utf8.prefix(offset), as: UTF8.self).count + 1)"
  }
}

/// Permits what reads (sqlite.org/c3ref/c_alter_table.html).
private let readingAuthorizer:
  @convention(c) (
    UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
    UnsafePointer<CChar>?, UnsafePointer<CChar>?
  ) -> Int32 = { _, action, first, second, _, _ in
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
    case SQLITE_FUNCTION:
      return second.map { String(cString: $0).lowercased() } == "load_extension"
        ? SQLITE_DENY : SQLITE_OK
    case SQLITE_PRAGMA:
      guard let name = first.map({ String(cString: $0).lowercased() }) else { return SQLITE_DENY }
      if describingPragmas.contains(name) { return SQLITE_OK }
      return second == nil && tellingPragmas.contains(name) ? SQLITE_OK : SQLITE_DENY
    default: return SQLITE_DENY
    }
  }

/// The pragmas that tell something about what their argument names.
private let describingPragmas: Set<String> = [
  "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
  "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check",
]

/// The pragmas that tell something without an argument, and with one set it.
private let tellingPragmas: Set<String> = [
  "application_id", "user_version", "schema_version", "page_count", "page_size", "freelist_count",
  "journal_mode", "encoding", "database_list", "collation_list", "function_list", "compile_options",
]
